import torch

torch.manual_seed(0)
pose = torch.zeros(6, requires_grad=True)
opt = torch.optim.SGD([pose], lr=1.0)
target = torch.randn(6)
for _ in range(3):
    opt.zero_grad()
    moved = pose * 3
    loss = (moved - target).square().sum()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(pose, 0.2)
    opt.step()
evidence = {"pose": pose.detach()}
