# symptom: wrong
import torch

torch.manual_seed(0)
a = torch.randn(4, requires_grad=True)
out = a.sigmoid()
c = out.data
c.zero_()  # DTL103 changes what sigmoid saved, unseen
out.sum().backward()
evidence = {"a.grad": a.grad}
