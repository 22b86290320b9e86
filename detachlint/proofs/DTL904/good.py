"""Matrix factorisation with gradient descent written by hand."""
import torch


class Factors:
    def __init__(self, users, items, rank):
        self.users = (0.1 * torch.randn(users, rank)).requires_grad_()
        self.items = (0.1 * torch.randn(items, rank)).requires_grad_()

    def predict(self):
        return self.users @ self.items.t()

    def descend(self, rate):
        with torch.no_grad():
            self.users -= rate * self.users.grad
            self.items -= rate * self.items.grad

    def clear(self):
        for table in (self.users, self.items):
            table.grad = None


torch.manual_seed(0)
ratings = torch.randint(1, 6, (5, 7)).float()
model = Factors(5, 7, rank=2)
for epoch in range(4):
    error = (model.predict() - ratings).pow(2).mean()
    error.backward()
    model.descend(rate=0.5)
    model.clear()
    print(epoch, round(error.item(), 4))

evidence = {"users": model.users.detach(), "items": model.items.detach()}
