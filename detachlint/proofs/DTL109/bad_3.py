# symptom: raises created in inference mode and is being modified inplace in normal mode
import torch


@torch.inference_mode()
def last_column(table):
    return table[:, -1]


torch.manual_seed(0)
scores = torch.nn.Linear(3, 4)(torch.ones(2, 3))
column = last_column(scores)
column.zero_()  # DTL109 a view made in inference mode of a tensor that requires grad
scores.sum().backward()
