# symptom: raises more than one element of the written-to tensor
import torch

torch.manual_seed(0)
prior = torch.zeros(4)
mask = prior.expand(3, 4)
mask[:, 2] = 1.0  # DTL108 the three rows are one row
print(mask.sum())
