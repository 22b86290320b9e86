import torch

torch.manual_seed(0)
layer = torch.nn.Linear(3, 1)
start = layer.weight.detach().clone()
for _ in range(2):
    layer.zero_grad()
    layer(torch.randn(6, 3)).pow(2).mean().backward()
    with torch.no_grad():
        for p in layer.parameters():
            p -= 0.1 * p.grad

evidence = {"weight moved": not torch.equal(layer.weight, start)}
