"""Do two tasks pull in the same direction? The gradients of the first are kept while the second is computed."""
import torch
from torch import nn


def cosine(first, second):
    dot = sum((a * b).sum() for a, b in zip(first, second))
    length = sum(a.pow(2).sum() for a in first).sqrt() * sum(b.pow(2).sum() for b in second).sqrt()
    return (dot / length).item()


torch.manual_seed(0)
shared = nn.Linear(4, 3)
depth, edges = nn.Linear(3, 1), nn.Linear(3, 2)
x = torch.randn(8, 4)
similarities = []
for step in range(2):
    shared.zero_grad(set_to_none=False)
    depth(shared(x).tanh()).mean().backward()
    from_depth = [p.grad.clone() for p in shared.parameters()]
    shared.zero_grad(set_to_none=False)
    edges(shared(x).tanh()).pow(2).mean().backward()
    from_edges = [p.grad for p in shared.parameters()]
    similarities.append(cosine(from_depth, from_edges))
evidence = {"similarities": similarities}
