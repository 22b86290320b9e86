# symptom: raises Inplace update to inference tensor outside InferenceMode is not allowed
import torch
from torch import nn

encoder = nn.Linear(3, 2)
with torch.inference_mode():
    bank = encoder(torch.ones(4, 3))

for row in range(len(bank)):
    bank[row] /= bank[row].norm()  # DTL111 an inference tensor, written outside
print(bank)
