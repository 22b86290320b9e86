import torch

torch.manual_seed(0)
net = torch.nn.Linear(4, 2)
with torch.inference_mode():
    embedding = net(torch.randn(1, 4))

evidence = {"carries a graph": embedding.requires_grad}
