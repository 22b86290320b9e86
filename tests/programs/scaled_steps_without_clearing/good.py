import torch
from torch import nn


def train_one_epoch(model, criterion, optimizer, data_loader, device, scaler):
    model.train()
    for image, target in data_loader:
        image, target = image.to(device), target.to(device)
        with torch.autocast("cpu", enabled=scaler is not None):
            loss = criterion(model(image), target)
        optimizer.zero_grad()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            optimizer.step()


torch.manual_seed(0)
batches = [(torch.randn(3, 4), torch.tensor([0, 1, 1]))] * 3
grads = []
for scaler in (None, torch.amp.GradScaler("cpu", init_scale=1.0)):
    m = nn.Linear(4, 2)
    train_one_epoch(m, nn.CrossEntropyLoss(), torch.optim.SGD(m.parameters(), lr=0.1), batches, "cpu", scaler)
    grads.append(m.weight.grad)
evidence = {"w": torch.stack(grads)}
