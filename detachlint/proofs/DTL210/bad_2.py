# symptom: none
import torch
from torch import nn


class Pipeline(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.embed = nn.Linear(n, n)
        self.refine = nn.Linear(n, n)
        self.score = nn.Linear(n, 1)

    def encode(self, x):
        return torch.tanh(self.refine(torch.tanh(self.embed(x))))

    def forward(self, x):
        code = self.encode(x)
        code = code.detach()  # DTL210 embed and refine are behind this line
        return self.score(code)


torch.manual_seed(0)
pipeline = Pipeline(4)
opt = torch.optim.Adam(pipeline.parameters())
pipeline(torch.randn(5, 4)).mean().backward()
opt.step()

evidence = {"embed.weight": pipeline.embed.weight.grad, "refine.weight": pipeline.refine.weight.grad}
