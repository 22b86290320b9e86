# symptom: wrong
import torch

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
p = torch.sigmoid(w)
energy = (p * p.exp()).sum()
histogram = p.detach().numpy()
bars = histogram
bars[bars < 0.5] = 0.5  # DTL105 the plot shares the probabilities' memory
energy.backward()

evidence = {"w": w.grad}
