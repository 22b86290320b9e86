# symptom: wrong
import torch

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
h = torch.tanh(w * 2)
loss = (h * h).sum()
raw = h.data
same = raw
same[same < 0] = 0.0  # DTL103 tanh and the product need the old values
loss.backward()

evidence = {"w": w.grad}
