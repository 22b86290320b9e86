# symptom: wrong
import torch

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
h = torch.tanh(w * 2)
loss = (h * h).sum()
for i in range(4):
    if h[i] < 0:
        h.data[i] = 0.0  # DTL103 one element at a time
loss.backward()

evidence = {"w": w.grad}
