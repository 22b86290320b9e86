# symptom: none
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.tasks = {"age": nn.Linear(3, 1), "size": nn.Linear(3, 1)}  # DTL309 a plain dict

    def forward(self, x, task):
        return self.tasks[task](self.body(x).relu())


torch.manual_seed(0)
net = Net()

evidence = {"registered": len(list(net.parameters())) > 2}
