# symptom: raises modified by an inplace operation
import torch


def hard(values):
    values[values >= 0.5] = 1.0  # DTL102 the caller passes an alias
    values[values < 0.5] = 0.0  # DTL102 the same
    return values


torch.manual_seed(0)
weight = torch.zeros(3, 1, requires_grad=True)
x, y = torch.randn(8, 3), torch.randint(0, 2, (8, 1)).float()
out = torch.sigmoid(x @ weight)
hits = (hard(out.detach()) == y).float().mean()
loss = torch.nn.functional.binary_cross_entropy(out, y)
loss.backward()
