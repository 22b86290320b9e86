# symptom: raises can't optimize a non-leaf Tensor
import torch

torch.manual_seed(0)
prototypes = torch.randn(3, 4, requires_grad=True)
params = []
for i in range(3):
    params.append(prototypes[i])
optimizer = torch.optim.SGD(params, lr=0.1)  # DTL306 rows of a leaf
