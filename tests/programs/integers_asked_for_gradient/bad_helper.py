# symptom: raises can require gradients
import torch


def leaf(t):
    t.requires_grad = True  # DTL304 called with labels
    return t


torch.manual_seed(0)
leaf(torch.randint(0, 3, (4,)))
