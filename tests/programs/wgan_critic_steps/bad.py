# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
gen, critic = nn.Linear(2, 3), nn.Linear(3, 1)
g_opt, c_opt = torch.optim.RMSprop(gen.parameters()), torch.optim.RMSprop(critic.parameters())
wasted = []
for it in range(2):
    for _ in range(2):
        c_opt.zero_grad()
        z = torch.randn(4, 2)
        fake = gen(z)
        loss = critic(fake).mean() - critic(torch.randn(4, 3)).mean()
        loss.backward()  # DTL508 the generator is not meant to be trained here
        c_opt.step()
    wasted.append(gen.weight.grad is not None)
    g_opt.zero_grad()
    (-critic(gen(torch.randn(4, 2))).mean()).backward()
    g_opt.step()
    g_opt.zero_grad()
evidence = {"generator left alone": not any(wasted)}
