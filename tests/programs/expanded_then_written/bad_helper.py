# symptom: raises more than one element of the written-to tensor
import torch


def scale_by_length(weights, lengths):
    weights.div_(lengths.unsqueeze(1))  # DTL108 the caller expanded it
    return weights


torch.manual_seed(0)
scale_by_length(torch.ones(5).expand(2, 5), torch.tensor([2.0, 3.0]))
