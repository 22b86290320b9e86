# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
nets = {"actor": nn.Linear(2, 1), "critic": nn.Linear(2, 1)}
opts = {k: torch.optim.SGD(v.parameters(), lr=0.1) for k, v in nets.items()}
before = nets["critic"].weight.detach().clone()
loss = sum(net(torch.randn(3, 2)).pow(2).mean() for net in nets.values())
for opt in opts.values():
    opt.zero_grad()
loss.backward()
opts["actor"].step()
opts["critic"].step  # DTL407 never stepped
evidence = {"critic": nets["critic"].weight.detach() - before}
