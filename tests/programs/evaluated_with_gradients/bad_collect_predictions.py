# symptom: grows
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def predict(model, loader):
    model.eval()
    outputs = []
    for (x,) in loader:
        outputs.append(model(x).softmax(dim=1))  # DTL409 every batch keeps its graph
    return torch.cat(outputs)


torch.manual_seed(0)
model = nn.Linear(3, 2)
loader = DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4)
evidence = {"graph": predict(model, loader).requires_grad}
