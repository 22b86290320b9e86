# symptom: none
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(6, 3).requires_grad_(False)
        self.block = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, ids):
        h = checkpoint(self.block, self.embed(ids), use_reentrant=True)  # DTL216 the embedding is frozen
        return self.head(h)


torch.manual_seed(0)
net = Net()
net(torch.arange(6)).pow(2).mean().backward()

evidence = {"block": net.block.weight.grad}
