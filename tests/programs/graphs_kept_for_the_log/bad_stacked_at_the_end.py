# symptom: grows
import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Linear(4, 2)
opt = torch.optim.Adam(policy.parameters())
entropies = []
for episode in range(3):
    log_probs, entropy = [], []
    for t in range(4):
        dist = torch.distributions.Categorical(logits=policy(torch.randn(4)))
        log_probs.append(dist.log_prob(dist.sample()))
        entropy.append(dist.entropy())
    loss = -torch.stack(log_probs).sum() - 0.01 * torch.stack(entropy).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    entropies.extend(entropy)  # DTL403 only plotted
print(len(entropies))
evidence = {"graph": getattr(entropies[0], "requires_grad", False)}
