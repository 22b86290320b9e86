import torch
from torch import nn


def collect(values):
    return torch.stack(values)


torch.manual_seed(0)
a = nn.Parameter(torch.tensor(1.0))
b = nn.Parameter(torch.tensor(2.0))
pair = [a, b]
loss = (collect(pair).softmax(0) * torch.tensor([1.0, 3.0])).sum() + b
loss.backward()
evidence = {"a": a.grad}

# as_tensor of one tensor is that tensor
again = torch.as_tensor(a) * 2
again.backward()

# elements that need no grad
lengths = [torch.tensor(3.0), torch.tensor(4.0)]
mask = torch.tensor([n > 3 for n in lengths])
numbers = torch.tensor([x.item() for x in lengths])
with torch.no_grad():
    logged = torch.tensor([p * 2 for p in pair])
print(torch.tensor(lengths), mask, numbers, logged, torch.tensor([p.detach() for p in pair]))
