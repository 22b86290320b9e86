import torch

torch.manual_seed(0)
gain = torch.nn.Parameter(torch.randn(2, 2) * 0.1)
optimizer = torch.optim.Adam([gain], lr=1e-2)


def simulate(position, velocity, dt=0.1):
    force = torch.tanh(position @ gain)
    velocity = velocity + dt * force
    return position + dt * velocity, velocity


pos, vel = torch.randn(1, 2), torch.zeros(1, 2)
for step in range(5):
    pos, vel = simulate(pos.detach(), vel.detach())
    optimizer.zero_grad()
    (pos**2).sum().backward()
    optimizer.step()
