# symptom: raises backward through the graph a second time
import torch

torch.manual_seed(0)
w = torch.randn(5, requires_grad=True)
X = torch.randn(30, 5)
y = X @ torch.ones(5)
penalty = 1e-3 * w.pow(2).sum()  # DTL401 built once
opt = torch.optim.SGD([w], lr=0.05)
step = 0
while step < 4:
    opt.zero_grad()
    fit = ((X @ w - y) ** 2).mean()
    (fit + penalty).backward()
    opt.step()
    step += 1
