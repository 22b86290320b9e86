import torch

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
x = torch.randn(5, 3)
net(x).mean().backward()
optimizer.step()
optimizer.zero_grad()
net[0].requires_grad_(False)
frozen_at = net[0].weight.clone()
for _ in range(2):
    for p in net[1].parameters():
        p.grad = None
    net(x).pow(2).mean().backward()
    optimizer.step()
evidence = {"moved": (net[0].weight - frozen_at).abs().max().item()}
