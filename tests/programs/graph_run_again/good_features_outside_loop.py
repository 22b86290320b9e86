import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
head = nn.Linear(16, 3)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
x = torch.randn(20, 8)
y = torch.randint(0, 3, (20,))

with torch.no_grad():
    features = encoder(x)
for epoch in range(5):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(head(features), y)
    loss.backward()
    optimizer.step()
