import torch
import torch.nn.functional as F
from torch import nn


class SineTask:
    def __init__(self):
        self.amplitude = torch.rand(1) * 4 + 1
        self.phase = torch.rand(1) * 3

    def sample(self, n):
        x = torch.rand(n, 1) * 10 - 5
        return x, self.amplitude * torch.sin(x + self.phase)


class MetaNet(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.fc1 = nn.Linear(1, hidden)
        self.fc2 = nn.Linear(hidden, 1)

    def forward(self, x, weights=None):
        if weights is None:
            weights = dict(self.named_parameters())
        x = torch.tanh(F.linear(x, weights["fc1.weight"], weights["fc1.bias"]))
        return F.linear(x, weights["fc2.weight"], weights["fc2.bias"])


def adapt(model, x, y, steps, lr):
    fast = dict(model.named_parameters())
    for _ in range(steps):
        loss = F.mse_loss(model(x, fast), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = {name: w - lr * g for (name, w), g in zip(fast.items(), grads)}
    return fast


def meta_train(model, optimizer, iterations=2, tasks=3):
    history = []
    for _ in range(iterations):
        optimizer.zero_grad()
        meta_loss = 0.0
        for _ in range(tasks):
            task = SineTask()
            fast = adapt(model, *task.sample(5), steps=2, lr=0.01)
            query_x, query_y = task.sample(5)
            meta_loss = meta_loss + F.mse_loss(model(query_x, fast), query_y)
        meta_loss = meta_loss / tasks
        meta_loss.backward()
        optimizer.step()
        history.append(meta_loss.item())
    return history


torch.manual_seed(0)
model = MetaNet()
history = meta_train(model, torch.optim.Adam(model.parameters(), lr=1e-3))
evidence = {"fc1": model.fc1.weight.grad, "loss": history[0]}
