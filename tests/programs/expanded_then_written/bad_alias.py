# symptom: raises more than one element of the written-to tensor
import torch

torch.manual_seed(0)
lengths = torch.tensor([2.0, 3.0])
weights = torch.ones(1, 5).expand(2, 5)
trimmed = weights
trimmed /= lengths.unsqueeze(1)  # DTL108 both rows are the same memory
print(trimmed)
