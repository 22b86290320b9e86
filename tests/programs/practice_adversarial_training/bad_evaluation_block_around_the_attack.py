# symptom: raises does not require grad
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attack:
    def __init__(self, model, eps=0.1):
        self.model, self.eps = model, eps

    def perturb(self, x, y):
        raise NotImplementedError

    def __call__(self, x, y):
        training = self.model.training
        self.model.eval()
        adv = self.perturb(x, y)
        self.model.train(training)
        return adv


class FGSM(Attack):
    def perturb(self, x, y):
        x = x.clone().detach().requires_grad_(True)
        loss = F.cross_entropy(self.model(x), y)
        (grad,) = torch.autograd.grad(loss, x)  # DTL204 the evaluation calls it under no_grad
        return (x + self.eps * grad.sign()).clamp(0, 1).detach()


class PGD(Attack):
    def __init__(self, model, eps=0.1, alpha=0.03, steps=3):
        super().__init__(model, eps)
        self.alpha, self.steps = alpha, steps

    def perturb(self, x, y):
        delta = torch.empty_like(x).uniform_(-self.eps, self.eps)
        delta.requires_grad = True
        for _ in range(self.steps):
            loss = F.cross_entropy(self.model(x + delta), y)
            loss.backward()
            with torch.no_grad():
                delta += self.alpha * delta.grad.sign()
                delta.clamp_(-self.eps, self.eps)
            delta.grad.zero_()
        return (x + delta).clamp(0, 1).detach()


def train(model, attack, batches, epochs=2):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(epochs):
        model.train()
        for x, y in batches:
            adv = attack(x, y)
            optimizer.zero_grad()
            loss = 0.5 * (F.cross_entropy(model(x), y) + F.cross_entropy(model(adv), y))
            loss.backward()
            optimizer.step()
        print(epoch, robust_accuracy(model, FGSM(model), batches))


def robust_accuracy(model, attack, batches):
    model.eval()
    hits = total = 0
    for x, y in batches:
        with torch.no_grad():
            adv = attack(x, y)
            hits += (model(adv).argmax(1) == y).sum().item()
        total += len(y)
    return hits / total


torch.manual_seed(0)
model = nn.Sequential(nn.Flatten(), nn.Linear(9, 8), nn.ReLU(), nn.Dropout(0.2), nn.Linear(8, 3))
batches = [(torch.rand(4, 1, 3, 3), torch.randint(0, 3, (4,))) for _ in range(2)]
train(model, PGD(model), batches)
evidence = {"weight": model[1].weight.detach(), "grad": model[1].weight.grad}
