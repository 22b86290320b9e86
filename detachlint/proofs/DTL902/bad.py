# symptom: no-op
"""Ported sentiment model: trained, then scored on held-out sentences."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Variable


class Sentiment(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.embed = nn.Embedding(vocab, 5)
        self.lstm = nn.LSTM(5, 6)
        self.out = nn.Linear(6, 2)

    def forward(self, tokens):
        _, (h, _) = self.lstm(self.embed(tokens))
        return self.out(h[-1])


def held_out_scores(model, tokens):
    tokens = Variable(tokens, volatile=True)  # DTL902 the graph is built all the same
    return model(tokens)


torch.manual_seed(0)
model = Sentiment(15)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(2):
    tokens, labels = torch.randint(0, 15, (6, 4)), torch.randint(0, 2, (4,))
    optimizer.zero_grad()
    F.cross_entropy(model(tokens), labels).backward()
    optimizer.step()
scores = held_out_scores(model, torch.randint(0, 15, (6, 8)))

evidence = {"scores carry a graph": scores.requires_grad}
