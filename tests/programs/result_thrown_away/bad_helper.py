# symptom: no-op
import torch


def hide(scores, keep):
    scores.masked_fill(~keep, 0.0)  # DTL203 nothing changes
    return scores


torch.manual_seed(0)
scores = torch.randn(2, 3)
keep = torch.tensor([[True, False, True], [True, True, False]])
scores = hide(scores, keep)

evidence = {"hidden": scores[0, 1]}
