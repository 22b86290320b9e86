# symptom: raises modified by an inplace operation
import torch


def train(weight, x, y):
    out = torch.sigmoid(x @ weight)
    frozen = out.detach()
    snapshot = frozen
    snapshot.round_()  # DTL102 still the memory of `out`
    hits = (snapshot == y).float().mean()
    loss = torch.nn.functional.binary_cross_entropy(out, y)
    loss.backward()
    return hits


torch.manual_seed(0)
weight = torch.zeros(3, 1, requires_grad=True)
train(weight, torch.randn(8, 3), torch.randint(0, 2, (8, 1)).float())
