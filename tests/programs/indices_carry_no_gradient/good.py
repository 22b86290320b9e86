import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 5)
labels = torch.tensor([0, 1, 2, 3])
out = net(torch.randn(4, 3))
confidence, predicted = torch.max(out.softmax(1), 1)
print(predicted.numpy(), confidence.detach().numpy(), (predicted == labels).sum().item())
top = out.topk(3)
hits = top.indices.eq(labels.unsqueeze(1)).any(1).numpy()
order = out.sort(dim=1, descending=True)[1].cpu().numpy()
values, places = F.max_pool1d(out.unsqueeze(1), 2, return_indices=True)
print(hits, order, places.numpy())
shifted = predicted.clone()
for row in shifted.unsqueeze(1):
    row += 1
picked = out.gather(1, top.indices)
(picked.sum() + values.sum() + confidence.sum() + top.values.sum()).backward()
