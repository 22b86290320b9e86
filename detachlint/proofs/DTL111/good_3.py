import torch
from torch import nn

encoder = nn.Linear(3, 2)
with torch.inference_mode():
    bank = encoder(torch.ones(4, 3))

bank = bank.clone()
for row in range(len(bank)):
    bank[row] /= bank[row].norm()
print(bank)
