# symptom: raises more than one element of the written-to tensor
import torch

torch.manual_seed(0)
carry = torch.zeros(1, 4).expand(3, 4)
for noise in torch.randn(5, 3, 4):
    carry += noise  # DTL108 the carry of all three is one
print(carry)
