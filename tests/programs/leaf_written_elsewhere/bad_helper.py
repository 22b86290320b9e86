# symptom: raises a leaf Variable that requires grad is being used in an in-place operation
import torch
from torch import nn


def update_average(average, model, decay):
    for q, p in zip(average.parameters(), model.parameters()):
        q.mul_(decay).add_(p, alpha=1 - decay)  # DTL106 both are trained parameters


torch.manual_seed(0)
model = nn.Linear(3, 2)
average = nn.Linear(3, 2)
average.load_state_dict(model.state_dict())
update_average(average, model, 0.9)
