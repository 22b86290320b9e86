import torch
from torch import nn


def repackage_hidden(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage_hidden(v) for v in h)


def train(model, decoder, data, optimizer, bptt=5):
    model.train()
    hidden = (torch.zeros(1, 2, 6), torch.zeros(1, 2, 6))
    for i in range(0, data.size(0) - 1, bptt):
        seq, target = data[i : i + bptt], data[i : i + bptt]
        hidden = repackage_hidden(hidden)
        out, hidden = model(seq, hidden)
        loss = (decoder(out) - target).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        optimizer.step()


torch.manual_seed(0)
lstm, decoder = nn.LSTM(3, 6), nn.Linear(6, 3)
train(lstm, decoder, torch.randn(15, 2, 3), torch.optim.SGD([*lstm.parameters(), *decoder.parameters()], lr=0.1))
