# symptom: none
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Regressor(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.hidden = nn.Linear(n_features, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


class Trainer:
    def __init__(self, model, lr=0.05):
        self.model = model
        self.optim = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.loss_fn = nn.MSELoss()

    def train_batch(self, x, y):
        self.model.train()
        self.optim.zero_grad()
        loss = self.loss_fn(self.model(x), y)
        self.optim.step()  # DTL503 before backward, and cleared again in the next batch
        loss.backward()
        return loss.item()

    def fit(self, loader, epochs=2):
        return [sum(self.train_batch(x, y) for x, y in loader) for _ in range(epochs)]


torch.manual_seed(0)
data = TensorDataset(torch.randn(24, 5), torch.randn(24, 1))
model = Regressor(5)
start = model.out.weight.detach().clone()
history = Trainer(model).fit(DataLoader(data, batch_size=8))
evidence = {"moved": model.out.weight.detach() - start}
