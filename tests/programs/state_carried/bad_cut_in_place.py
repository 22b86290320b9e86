# symptom: raises backward through the graph a second time
import torch
from torch import nn

torch.manual_seed(0)
rnn = nn.RNN(3, 5, batch_first=True)
head = nn.Linear(5, 1)
optimizer = torch.optim.SGD([*rnn.parameters(), *head.parameters()], lr=0.05)
hidden = torch.zeros(1, 2, 5)
for chunk in torch.randn(2, 12, 3).split(4, dim=1):
    out, hidden = rnn(chunk, hidden)  # DTL402 nothing cuts it
    loss = head(out).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
