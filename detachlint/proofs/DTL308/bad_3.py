# symptom: none
import torch


class Codebook(torch.nn.Module):
    def __init__(self, size, width):
        super().__init__()
        entries = torch.rand(size, width)
        self.entries = torch.nn.Parameter(entries).double()  # DTL308 double() made a plain tensor

    def forward(self, x):
        return torch.cdist(x, self.entries).min(dim=1).values


torch.manual_seed(0)
book = Codebook(3, 2)
book(torch.rand(4, 2).double()).sum().backward()
evidence = {"entries in state_dict": "entries" in book.state_dict()}
