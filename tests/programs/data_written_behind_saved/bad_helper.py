# symptom: wrong
import torch


def drop_negative(values):
    values.data.clamp_(min=0)  # DTL103 the caller's graph keeps these values


torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
h = torch.tanh(w * 2)
loss = (h * h).sum()
drop_negative(h)
loss.backward()

evidence = {"w": w.grad}
