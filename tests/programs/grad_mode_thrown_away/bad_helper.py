# symptom: no-op
import torch
from torch import nn


def start_evaluation(net):
    net.eval()
    torch.inference_mode()  # DTL213 switches nothing


torch.manual_seed(0)
net = nn.Linear(3, 1)
start_evaluation(net)
out = net(torch.randn(4, 3))

evidence = {"requires_grad": out.requires_grad}
