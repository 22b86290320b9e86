# symptom: grows
import torch
from torch import nn


def main():
    torch.manual_seed(0)
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    running = torch.zeros(())
    for i in range(4):
        x = torch.randn(8, 2)
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running = running + loss  # DTL403 for printing only
    print(f"mean loss {float(running) / 4:.3f}")
    return running


evidence = {"graph": main().requires_grad}
