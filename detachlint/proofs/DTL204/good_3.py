import torch
import torch.nn.functional as F

torch.manual_seed(0)
backbone = torch.nn.Sequential(torch.nn.Linear(5, 5), torch.nn.ReLU())
head = torch.nn.Linear(5, 3)
for weight in backbone.parameters():
    weight.requires_grad = False

logits = head(backbone(torch.randn(4, 5)))
F.cross_entropy(logits, torch.tensor([0, 1, 2, 0])).backward()
print(head.weight.grad.norm())
