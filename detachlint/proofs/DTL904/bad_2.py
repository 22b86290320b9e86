# symptom: n/a
import torch

torch.manual_seed(0)
actor = torch.nn.Linear(3, 2)
(100 * actor(torch.randn(4, 3))).pow(2).mean().backward()
for weight in actor.parameters():
    weight.grad.data.clamp_(-1, 1)  # DTL904 clip_grad_value_ does this

evidence = {"weight": actor.weight.grad, "bias": actor.bias.grad}
