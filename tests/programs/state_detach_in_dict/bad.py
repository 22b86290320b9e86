# symptom: raises backward through the graph a second time|modified by an inplace
import torch
from torch import nn

torch.manual_seed(0)
rnn = nn.GRU(3, 4)
opt = torch.optim.SGD(rnn.parameters(), lr=0.1)
state = {"h": torch.zeros(1, 2, 4)}
for window in torch.randn(3, 5, 2, 3):
    state["h"].detach()  # DTL203 detach returns a new tensor
    out, state["h"] = rnn(window, state["h"])
    loss = out.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
