import torch

torch.manual_seed(0)
image = torch.randn(1, 3, 4, 4, requires_grad=True)
score = torch.nn.Conv2d(3, 2, 4)(image).flatten()[1]
score.backward()

evidence = {"saliency": image.grad}
