# symptom: raises can't optimize a non-leaf Tensor
import torch


def optimizer_for(tensor):
    return torch.optim.SGD([tensor], lr=0.1)  # DTL306 the caller passes a computed tensor


torch.manual_seed(0)
base = torch.rand(4, requires_grad=True)
logits = base.log()
optimizer_for(logits)
