# symptom: raises backward through the graph a second time
import torch
from torch import nn


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, 12), nn.Tanh())
        self.heads = nn.ModuleDict({"depth": nn.Linear(12, 1), "normal": nn.Linear(12, 3)})

    def forward(self, x):
        z = self.trunk(x)
        return {name: head(z) for name, head in self.heads.items()}


def main():
    torch.manual_seed(0)
    net = MultiTask()
    opt = torch.optim.AdamW(net.parameters())
    targets = {"depth": torch.randn(4, 1), "normal": torch.randn(4, 3)}
    for _ in range(3):
        opt.zero_grad()
        out = net(torch.randn(4, 6))
        losses = {k: (out[k] - targets[k]).pow(2).mean() for k in targets}
        losses["depth"].backward()
        losses["normal"].backward()  # DTL401 the trunk was freed
        opt.step()


if __name__ == "__main__":
    main()
