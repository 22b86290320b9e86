import copy
import io

import torch
from torch import nn

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"
net = nn.Linear(3, 1).to(device)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.weight.detach().clone()
numbers = net.weight.tolist()
first = copy.deepcopy(net.state_dict())
second = {k: v.clone() for k, v in net.state_dict().items()}
third = {k: v.detach().cpu().clone() for k, v in net.state_dict().items()}
on_host = {k: v.cpu() for k, v in net.state_dict().items()}
file = io.BytesIO()
torch.save(net.state_dict(), file)
for _ in range(2):
    optimizer.zero_grad()
    net(torch.randn(4, 3).to(device)).sum().backward()
    gradient = net.weight.grad.clone()
    optimizer.step()
moved = (net.weight - before).abs().sum()
turned = torch.cosine_similarity(gradient.flatten(), net.weight.grad.flatten(), dim=0)
net.load_state_dict(first)
net.load_state_dict(second)
net.load_state_dict(third)
file.seek(0)
net.load_state_dict(torch.load(file))
print(turned, numbers, len(on_host))

# taken after the change, and used before the next
after = net.weight.detach()
print((after - before).norm())

evidence = {"moved": moved}
