import torch

torch.manual_seed(0)
table = torch.randn(3, 2, requires_grad=True)
unit = table / table.norm(dim=1, keepdim=True)

anchors = []
for row in unit:
    anchors.append(row.detach())
similarity = unit @ torch.stack(anchors).t()
similarity.sum().backward()
print(table.grad)
