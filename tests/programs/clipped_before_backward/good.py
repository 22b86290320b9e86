import torch
from torch import nn

torch.manual_seed(0)
rnn = nn.RNN(2, 4, batch_first=True)
readout = nn.Linear(4, 1)
params = list(rnn.parameters()) + list(readout.parameters())
opt = torch.optim.SGD(params, lr=1.0)
for i in range(3):
    seq = torch.randn(4, 7, 2)
    out, _ = rnn(seq)
    loss = 100 * readout(out[:, -1]).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(params, 0.25)
    opt.step()
evidence = {"w": readout.weight.detach()}
