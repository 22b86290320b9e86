# symptom: raises more than one element of the written-to tensor
import torch

mask = torch.zeros(1, 4).expand(3, 4)
mask += 1.0  # DTL108 the rows are one memory
