import numpy as np
import torch
from torch import nn


def rmse(prediction, target):
    return np.sqrt(np.mean((np.asarray(prediction.detach()) - np.asarray(target)) ** 2))


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(4, 3))

    @torch.no_grad()
    def export(self):
        return np.array((self.codes * 2).cpu().numpy()), self.codes.cpu().numpy(), self.codes.detach().numpy()

    @torch.no_grad()
    def predict(self, x):
        return (x @ self.codes.t()).numpy()


torch.manual_seed(0)
table = Table()
table.export()
table.predict(torch.randn(2, 3))
net = nn.Linear(3, 1)
print(rmse(net(torch.randn(4, 3)), torch.zeros(4, 1)))
outputs = []
for x in torch.randn(4, 3):
    outputs.append(np.exp(net(x).detach()))
labels = net(torch.randn(4, 3)).argmax(dim=1).numpy()
hits = (net(torch.randn(4, 3)) > 0).numpy()
with torch.inference_mode():
    shown = net(torch.randn(4, 3)).cpu().numpy()
data = torch.randn(3).numpy()
np.mean(data)
print(labels, hits, shown)
