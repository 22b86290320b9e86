# symptom: raises more than one element of the written-to tensor
import torch

torch.manual_seed(0)
lengths = torch.tensor([2, 4, 3])
positions = torch.arange(5.0)
grid = torch.broadcast_to(positions, (3, 5))
grid.sub_(lengths.unsqueeze(1))  # DTL108 each row would have to be different
print(grid)
