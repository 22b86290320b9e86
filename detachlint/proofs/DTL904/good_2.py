import torch

torch.manual_seed(0)
actor = torch.nn.Linear(3, 2)
(100 * actor(torch.randn(4, 3))).pow(2).mean().backward()
torch.nn.utils.clip_grad_value_(actor.parameters(), 1)

evidence = {"weight": actor.weight.grad, "bias": actor.bias.grad}
