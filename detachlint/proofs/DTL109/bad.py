# symptom: raises A view was created in no_grad mode and is being modified inplace with grad mode enabled
import torch

weight = torch.randn(3, 3, requires_grad=True)
table = weight * 1.0
with torch.no_grad():
    row = table[0]
row.mul_(2.0)  # DTL109 made under no_grad, written with grad mode on
