# symptom: none
import torch as t

t.manual_seed(0)
shift = t.tensor(0.3, requires_grad=True)
scale = t.tensor(1.2, requires_grad=True)
bias = t.zeros(2, requires_grad=True)

points = t.randn(6, 2)
affine = t.as_tensor([shift, scale])  # DTL205 a list of tensors is read as numbers
moved = points * affine[1] + affine[0] + bias
moved.pow(2).mean().backward()

evidence = {"shift": shift.grad, "scale": scale.grad}
