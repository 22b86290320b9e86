# symptom: raises grad can be implicitly created only for scalar outputs
import json

import torch
import torch.nn.functional as F

torch.manual_seed(0)
scale = torch.ones(1, requires_grad=True)
target = torch.tensor(json.loads("[2.0]"))
target = torch.rand(4)
F.mse_loss(scale.expand(4), target, reduction="none").backward()  # DTL404 four errors
