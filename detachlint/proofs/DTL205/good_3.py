import torch
import torch.nn.functional as F


class TemperatureLoss:
    """Cross entropy at a learned temperature."""

    def __init__(self):
        self.log_temperature = torch.zeros((), requires_grad=True)

    def __call__(self, logits, labels):
        temperature = torch.as_tensor(self.log_temperature.exp())
        return F.cross_entropy(logits / temperature, labels)


torch.manual_seed(0)
classify = torch.nn.Linear(4, 3)
criterion = TemperatureLoss()
loss = criterion(classify(torch.randn(9, 4)), torch.randint(0, 3, (9,)))
loss.backward()

evidence = {"log_temperature": criterion.log_temperature.grad}
