# symptom: wrong
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


def build():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
    data = TensorDataset(torch.randn(32, 5), torch.randint(0, 3, (32,)))
    return model, DataLoader(data, batch_size=4)


def train(model, loader, optimizer, accumulation_steps=4):
    criterion = nn.CrossEntropyLoss()
    model.train()
    optimizer.zero_grad()
    applied = None
    for i, (inputs, labels) in enumerate(loader):
        outputs = model(inputs)
        loss = criterion(outputs, labels)
        loss.backward()  # DTL510 a mean over one batch, added up four times
        if (i + 1) % accumulation_steps == 0:
            applied = model[0].weight.grad.clone()
            optimizer.step()
            optimizer.zero_grad()
    return applied


model, loader = build()
optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
evidence = {"applied gradient": train(model, loader, optimizer)}
