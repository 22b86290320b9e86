# symptom: no-op
import torch

torch.manual_seed(0)
layer = torch.nn.Linear(3, 1)
start = layer.weight.detach().clone()
for _ in range(2):
    layer.zero_grad()
    layer(torch.randn(6, 3)).pow(2).mean().backward()
    for p in layer.parameters():
        p = p - 0.1 * p.grad  # DTL214 the layer keeps its old parameter

evidence = {"weight moved": not torch.equal(layer.weight, start)}
