# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
before = model.weight.detach().clone()
for step in range(3):
    optimizer.zero_grad()
    optimizer.step()  # DTL503 before this round's backward, after the last one's was cleared
    loss = model(torch.ones(2, 3)).mean()
    loss.backward()
evidence = {"learns": not torch.equal(before, model.weight)}
