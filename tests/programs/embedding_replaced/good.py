import torch
from torch import nn

torch.manual_seed(0)
emb = nn.Embedding(5, 3)
out = nn.Linear(3, 2)
opt = torch.optim.SGD([*emb.parameters(), *out.parameters()], lr=0.1)
pretrained = torch.randn(5, 3)
with torch.no_grad():
    emb.weight.copy_(pretrained)
for _ in range(3):
    opt.zero_grad()
    nn.functional.cross_entropy(out(emb(torch.arange(5))), torch.randint(0, 2, (5,))).backward()
    opt.step()
evidence = {"moved": emb.weight.detach() - pretrained}
