import torch as th


class FeatureSelection:
    def __init__(self, n):
        self.importance = th.zeros(n, requires_grad=True)
        self.weights = th.ones(n, requires_grad=True)

    def selected(self):
        keep = th.sigmoid(4 * (self.importance + 0.5))
        return keep

    def loss(self, x, y):
        return (x @ (self.selected() * self.weights) - y).pow(2).mean()


th.manual_seed(0)
model = FeatureSelection(4)
model.loss(th.randn(8, 4), th.randn(8)).backward()

evidence = {"importance": model.importance.grad}
