# symptom: raises a view of a leaf Variable that requires grad is being used in an in-place operation
"""Embeddings are brought back to length one before every step."""
import torch
import torch.nn.functional as F
from torch import nn


class Translations(nn.Module):
    def __init__(self, entities, relations, width):
        super().__init__()
        self.entity = nn.Embedding(entities, width)
        self.relation = nn.Embedding(relations, width)

    def renormalise(self):
        table = self.entity.weight
        for row in range(table.size(0)):
            table[row] /= table[row].norm()  # DTL106 a view of a parameter, with grad mode on

    def forward(self, head, relation, tail):
        return (self.entity(head) + self.relation(relation) - self.entity(tail)).norm(p=1, dim=1)


torch.manual_seed(0)
model = Translations(5, 2, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
head, relation, tail, wrong = (torch.randint(0, high, (6,)) for high in (5, 2, 5, 5))
for epoch in range(2):
    model.renormalise()
    loss = F.relu(1.0 + model(head, relation, tail) - model(head, relation, wrong)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
