# symptom: raises does not require grad
import torch


class Regression:
    def __init__(self):
        self.w = torch.randn(3, requires_grad=True)

    def fit(self, x, y):
        for _ in range(2):
            loss = (x @ self.w - y).pow(2).mean()
            loss.backward()
            with torch.no_grad():
                self.w = self.w - 0.1 * self.w.grad  # DTL211 a new tensor


torch.manual_seed(0)
Regression().fit(torch.randn(5, 3), torch.randn(5))
