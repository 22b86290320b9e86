# symptom: raises modified by an inplace operation
import torch

a = torch.randn(4, requires_grad=True)
out = a.tanh()
shown = out.detach()[:2]
shown.zero_()  # DTL102 a view of the detached alias
out.sum().backward()
