# symptom: raises backward through the graph a second time
import torch
from torch import nn, optim


class Fit(nn.Module):
    """A damped oscillation with unknown constants."""

    def __init__(self):
        super().__init__()
        self.amplitude = nn.Parameter(torch.tensor(1.0))
        self.decay = nn.Parameter(torch.tensor(0.3))
        self.frequency = nn.Parameter(torch.tensor(2.5))

    def forward(self, t):
        return self.amplitude * torch.exp(-self.decay * t) * torch.cos(self.frequency * t)


def observations(n=40):
    t = torch.linspace(0, 4, n)
    return t, 1.5 * torch.exp(-0.5 * t) * torch.cos(2.2 * t)


def fit(model, t, y, rounds=3):
    optimizer = optim.LBFGS(model.parameters(), lr=0.5, max_iter=5, line_search_fn="strong_wolfe")
    criterion = nn.MSELoss()
    calls = 0
    loss = criterion(model(t), y)  # DTL401 one graph for all evaluations

    def closure():
        nonlocal calls
        calls += 1
        optimizer.zero_grad()
        loss.backward()
        return loss

    values = []
    for i in range(rounds):
        loss = optimizer.step(closure)
        values.append(loss.item())
        print(f"round {i}: loss {loss.item():.6f} after {calls} evaluations")
    with torch.no_grad():
        final = criterion(model(t), y).item()
    return values, final


def main():
    torch.manual_seed(0)
    model = Fit()
    values, final = fit(model, *observations())
    return {"final": final, "amplitude": model.amplitude.grad}


if __name__ == "__main__":
    evidence = main()
