# symptom: no-op
import torch

torch.manual_seed(0)
net = torch.nn.Linear(4, 2)
torch.inference_mode()  # DTL213 never entered
embedding = net(torch.randn(1, 4))

evidence = {"carries a graph": embedding.requires_grad}
