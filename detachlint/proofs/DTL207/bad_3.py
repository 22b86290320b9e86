# symptom: none
import numpy as np
import torch
import torch.nn as nn


class Critic:
    def __init__(self, n):
        self.net = nn.Linear(n, 1)

    def values(self, states):
        return self.net(states).squeeze(1).detach().numpy()  # DTL207 the values come back into the loss as constants


torch.manual_seed(0)
actor, critic = nn.Linear(4, 3), Critic(4)
states, actions = torch.randn(6, 4), torch.randint(0, 3, (6,))
rewards = np.linspace(0, 1, 6, dtype=np.float32)

advantage = torch.from_numpy(rewards - critic.values(states))
log_prob = actor(states).log_softmax(1).gather(1, actions[:, None]).squeeze(1)
actor_loss = -(log_prob * advantage.detach()).mean()
critic_loss = advantage.pow(2).mean()
(actor_loss + 0.5 * critic_loss).backward()

evidence = {"critic.weight": critic.net.weight.grad}
