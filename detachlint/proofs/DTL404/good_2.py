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
    loss.backward()
    optimizer.step()


torch.manual_seed(0)
critic = Critic()
optimizer = torch.optim.Adam(critic.parameters())
for _ in range(3):
    td_step(critic, optimizer, [0.1, 0.2, 0.3, 0.4], 1.0, [0.2, 0.3, 0.4, 0.5])

nn.Conv2d(1, 1, 3)(torch.randn(1, 1, 3, 3)).backward()
nn.MSELoss(reduction="none")(critic(torch.randn(1, 4)), torch.ones(1, 1)).backward()
nn.CrossEntropyLoss(reduction="none")(nn.Linear(4, 3)(torch.randn(1, 4)), torch.tensor([1])).backward()
critic.value.bias.exp().backward()
