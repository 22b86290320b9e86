# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
generator, critic = nn.Linear(2, 3), nn.Linear(3, 1)
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
d_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
criterion = nn.BCEWithLogitsLoss()
wasted = None
for step in range(3):
    real = torch.randn(4, 3)
    fake = generator(torch.randn(4, 2))
    d_optimizer.zero_grad()
    d_loss = criterion(critic(real), torch.ones(4, 1)) + criterion(critic(fake), torch.zeros(4, 1))
    d_loss.backward()  # DTL508 goes on through the generator
    d_optimizer.step()
    wasted = generator.weight.grad
    g_optimizer.zero_grad()
    g_loss = criterion(critic(generator(torch.randn(4, 2))), torch.ones(4, 1))
    g_loss.backward()
    g_optimizer.step()
evidence = {"generator left alone": None if wasted is not None else True}
