# symptom: raises grad can be implicitly created only for scalar outputs
import torch

x = torch.linspace(0, 1, 5, requires_grad=True)
y = torch.sin(x) * x
y.backward()  # DTL404 five values
print(x.grad)
