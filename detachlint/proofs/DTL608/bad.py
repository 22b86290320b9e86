# symptom: raises cannot register a hook on a tensor that doesn't require gradient
import torch

x = torch.ones(3)
x.register_hook(print)  # DTL608 x requires no grad
