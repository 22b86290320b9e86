# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
query, key = nn.Linear(4, 4), nn.Linear(4, 4)
optimizer = torch.optim.SGD([*query.parameters(), *key.parameters()], lr=0.1)

for step in range(2):
    x = torch.randn(5, 4)
    state = torch.zeros(5, 4)
    outputs = []
    for t in range(3):
        mixed = torch.tanh(query(x) + state)
        outputs.append(mixed * key(x))
        for row in range(5):
            mixed[row] += 0.1 * t  # DTL101 tanh keeps its result
        state = mixed
    loss = torch.stack(outputs).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
