import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("start", torch.zeros(1, 1, width))
        self.mix = nn.Linear(width, width)

    def forward(self, memory):
        tokens = self.start.expand(memory.size(0), -1, -1).clone()
        tokens += self.mix(memory).mean(1, keepdim=True)
        return tokens


torch.manual_seed(0)
decoder = Decoder(4)
decoder(torch.randn(2, 3, 4)).sum().backward()

# made contiguous first
prior = torch.zeros(4)
mask = prior.expand(3, 4).contiguous()
mask[:, 2] = 1.0

# nothing is expanded
table = torch.zeros(3, 4).expand(3, 4)
table += 1
ones = torch.ones(2, 5)
grid = torch.zeros(2, 5).expand_as(ones)
grid.mul_(3)
kept = torch.zeros(2, 5).expand(-1, -1)
kept.add_(1)
lead = torch.zeros(3, 4).unsqueeze(0).expand(1, 3, 4)
lead.sub_(1)

# one column of what was expanded along the columns
columns = torch.zeros(3, 1).expand(3, 4)
columns[:, 2] = 1.0
# one row of what was expanded along the rows
rows = torch.zeros(4).expand(3, 4)
rows[0] = torch.arange(4.0)
rows[1].add_(1)

# filling is allowed
rows.fill_(2.0)
rows.masked_fill_(rows > 1, 0.0)
rows[rows > 5] = 5.0
rows.zero_()
print(mask, table, grid, kept, lead, columns, rows)
