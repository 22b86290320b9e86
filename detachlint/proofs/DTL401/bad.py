# symptom: raises backward through the graph a second time
import torch
from torch import nn

torch.manual_seed(0)
generator, critic = nn.Linear(2, 3), nn.Linear(3, 1)
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
d_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
bce = nn.BCEWithLogitsLoss()
for step in range(2):
    fake = generator(torch.randn(4, 2))
    d_loss = bce(critic(fake), torch.zeros(4, 1)) + bce(critic(torch.randn(4, 3)), torch.ones(4, 1))
    d_optimizer.zero_grad()
    g_optimizer.zero_grad()
    d_loss.backward()
    g_loss = bce(critic(fake), torch.ones(4, 1))
    g_loss.backward()  # DTL401 fake's graph was freed by d_loss
    d_optimizer.step()
    g_optimizer.step()
