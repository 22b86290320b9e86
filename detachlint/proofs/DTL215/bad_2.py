# symptom: none
import torch
from torch.autograd import Variable

torch.manual_seed(0)
net = torch.nn.Linear(3, 2)


def optimise(loss):
    loss = Variable(loss, requires_grad=True)  # DTL215 a detached leaf replaces a good loss
    loss.backward()


optimise(torch.nn.functional.cross_entropy(net(torch.randn(4, 3)), torch.tensor([0, 1, 1, 0])))

evidence = {"weight": net.weight.grad, "bias": net.bias.grad}
