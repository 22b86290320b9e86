import torch


@torch.no_grad()
def last_column(table):
    return table[:, -1]


torch.manual_seed(0)
scores = torch.nn.Linear(3, 4)(torch.ones(2, 3))
column = last_column(scores)
with torch.no_grad():
    column.zero_()
scores.sum().backward()
