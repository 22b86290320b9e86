# symptom: none
import torch
from torch import nn


def run_backward(loss):
    loss.requires_grad = True  # DTL215 hides that the graph is cut
    loss.backward()


torch.manual_seed(0)
net = nn.Linear(3, 2)
out = net(torch.randn(4, 3))
run_backward((out.argmax(1).float() - 1).abs().mean())

evidence = {"net": net.weight.grad}
