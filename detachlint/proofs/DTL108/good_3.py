import torch

torch.manual_seed(0)
lengths = torch.tensor([2, 4, 3])
positions = torch.arange(5.0)
grid = positions.repeat(3, 1)
grid.sub_(lengths.unsqueeze(1))
print(grid)
