# symptom: none
import torch
import torch.utils.checkpoint as cp

torch.manual_seed(0)
project, head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 1)


def block(x, scale):
    return torch.tanh(project(x)) * scale


hidden = cp.checkpoint(block, torch.randn(3, 4), 0.5, use_reentrant=True)  # DTL216 project is trained by nothing
head(hidden).sum().backward()

evidence = {"project.weight": project.weight.grad}
