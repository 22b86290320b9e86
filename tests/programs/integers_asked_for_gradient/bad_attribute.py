# symptom: raises can require gradients
import torch


class Batch:
    def __init__(self, values):
        self.values = values.long()

    def track(self):
        self.values.requires_grad_(True)  # DTL304 cast to integers in the constructor


torch.manual_seed(0)
Batch(torch.randn(4)).track()
