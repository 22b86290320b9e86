# symptom: no-op
import torch

torch.manual_seed(0)
scores = torch.randn(2, 3)
keep = torch.tensor([[True, False, True], [True, True, False]])
s = scores
s.masked_fill(~keep, 0.0)  # DTL203 the filled tensor is dropped

evidence = {"hidden": scores[0, 1]}
