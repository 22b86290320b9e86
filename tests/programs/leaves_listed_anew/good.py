import torch

torch.manual_seed(0)
x, y = torch.randn(8, 3), torch.randn(8)
params = [torch.randn(3, requires_grad=True), torch.zeros(1, requires_grad=True)]
for _ in range(2):
    loss = (x @ params[0] + params[1] - y).pow(2).mean()
    loss.backward()
    params = [(p - 0.1 * p.grad).detach().requires_grad_() for p in params]
for _ in range(2):
    loss = (x @ params[0] + params[1] - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        params = [p - 0.1 * p.grad for p in params]
    for p in params:
        p.requires_grad_()
fast = params
for _ in range(2):
    loss = (x @ fast[0] + fast[1] - y).pow(2).mean()
    grads = torch.autograd.grad(loss, fast, create_graph=True)
    fast = [p - 0.1 * g for p, g in zip(fast, grads)]
(x @ fast[0] + fast[1] - y).pow(2).mean().backward()
