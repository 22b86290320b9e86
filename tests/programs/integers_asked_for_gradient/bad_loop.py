# symptom: raises can require gradients
import torch

torch.manual_seed(0)
points = []
for i in range(3):
    points.append(torch.tensor([i, i + 1], requires_grad=True))  # DTL304 whole numbers
