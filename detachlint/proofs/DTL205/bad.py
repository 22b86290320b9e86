# symptom: none
"""Two-task network; the auxiliary losses are gathered into one tensor."""
import torch
import torch.nn.functional as F
from torch import nn


class TwoTask(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.trunk = nn.Linear(n_in, 10)
        self.main = nn.Linear(10, 3)
        self.depth = nn.Linear(10, 1)
        self.edge = nn.Linear(10, 1)

    def forward(self, x):
        h = torch.relu(self.trunk(x))
        return self.main(h), self.depth(h).squeeze(-1), self.edge(h).squeeze(-1)


def gather(*losses):
    return torch.tensor(losses)  # DTL205 only the values arrive in the new tensor


torch.manual_seed(0)
net = TwoTask(5)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
weights = torch.tensor([0.5, 0.25])
for step in range(2):
    x = torch.randn(12, 5)
    logits, depth, edge = net(x)
    main_loss = F.cross_entropy(logits, torch.randint(0, 3, (12,)))
    aux = gather(F.l1_loss(depth, x[:, 0]), F.mse_loss(edge, x[:, 1]))
    loss = main_loss + (weights * aux).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()

evidence = {"depth.weight": net.depth.weight.grad, "edge.weight": net.edge.weight.grad}
