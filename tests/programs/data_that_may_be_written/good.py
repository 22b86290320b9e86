import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


class Batch:
    """A batch with data of its own, which is no tensor's."""

    def __init__(self, data, label):
        self._data = data
        self.label = label

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, value):
        self._data = value


class Response:
    def __init__(self):
        self.data = {"items": [1, 2, 3]}


def collect(dataset, response):
    dataset.data[0] = 1
    dataset.data.pop()
    response.data["items"].append(4)
    response.data = response.data["items"]
    return response


torch.manual_seed(0)
net = nn.Linear(3, 2)
x = torch.randn(4, 3)
scores = net(x) * torch.tensor([1.0, 0.0])
scores.sum().backward()
evidence = {"weight": net.weight.grad}

batch = Batch([3, 4, 5], 1)
collect(batch, Response())
batch.data = [1]

lstm = nn.LSTM(3, 4)
packed = pack_padded_sequence(torch.randn(5, 2, 3), [5, 3])
out, _ = lstm(packed)
out.data.sum().backward()

# initialisers, steps by hand, weight clamping, target networks: no graph is pending
for p in net.parameters():
    p.data.uniform_(-0.1, 0.1)
net.weight.data[0].zero_()
target = copy.deepcopy(net)
net.zero_grad()
F.mse_loss(net(x), torch.zeros(4, 2)).backward()
for p in net.parameters():
    p.data -= 0.1 * p.grad
    p.grad.data.zero_()
    p.data.clamp_(-0.5, 0.5)
for old, new in zip(target.parameters(), net.parameters()):
    old.data.mul_(0.9).add_(new.data, alpha=0.1)

# minus infinity right before a softmax
query = nn.Linear(3, 3)
attention = query(x) @ x.t()
keep = torch.ones(4, 4).tril()
attention.data.masked_fill_(keep == 0, float("-inf"))
attention.softmax(-1).square().sum().backward()
