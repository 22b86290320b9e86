# symptom: raises element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.criterion = nn.MSELoss()
        self.opt = torch.optim.SGD(model.parameters(), lr=1e-2)

    @torch.no_grad()
    def score(self, x, y):
        return self.criterion(self.model(x), y)

    def fit(self, x, y):
        loss = self.score(x, y)
        self.opt.zero_grad()
        loss.backward()  # DTL204 score runs under no_grad
        self.opt.step()
        return loss.item()


torch.manual_seed(0)
print(Trainer(nn.Linear(4, 1)).fit(torch.randn(8, 4), torch.randn(8, 1)))
