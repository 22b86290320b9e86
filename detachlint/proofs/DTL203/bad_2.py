# symptom: no-op
"""REINFORCE with a baseline that the policy loss must not train."""
import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Linear(3, 2)
baseline = nn.Linear(3, 1)
states = torch.randn(10, 3)
returns = torch.rand(10)

dist = torch.distributions.Categorical(logits=policy(states))
actions = dist.sample()
value = baseline(states).squeeze(1)
value.detach()  # DTL203 value itself stays attached
policy_loss = -(dist.log_prob(actions) * (returns - value)).mean()
policy_loss.backward()

evidence = {"baseline.weight": baseline.weight.grad}
