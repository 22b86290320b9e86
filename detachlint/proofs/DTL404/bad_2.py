# symptom: raises grad can be implicitly created only for scalar outputs
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, state=4, hidden=8):
        super().__init__()
        self.body = nn.Linear(state, hidden)
        self.value = nn.Linear(hidden, 1)

    def forward(self, state):
        return self.value(torch.relu(self.body(state)))


def td_step(critic, optimizer, state, reward, following, gamma=0.9):
    with torch.no_grad():
        target = reward + gamma * critic(torch.as_tensor(following))
    delta = target - critic(torch.as_tensor(state))
    loss = delta.pow(2)
    optimizer.zero_grad()
    loss.backward()  # DTL404 two states, two errors
    optimizer.step()


torch.manual_seed(0)
critic = Critic()
optimizer = torch.optim.Adam(critic.parameters())
for _ in range(3):
    td_step(critic, optimizer, torch.randn(2, 4), torch.ones(2, 1), torch.randn(2, 4))
