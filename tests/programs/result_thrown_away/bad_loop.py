# symptom: no-op
import torch

torch.manual_seed(0)
layers = [torch.randn(2, 3) for _ in range(2)]
for values in layers:
    values.clamp(-0.1, 0.1)  # DTL203 clamp makes a new tensor
scores = torch.stack(layers).mean(0)

evidence = {"hidden": scores[0, 1]}
