"""Small text classifier, trained and then scored."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class BagOfWords(nn.Module):
    def __init__(self, vocab, classes):
        super().__init__()
        self.bag = nn.EmbeddingBag(vocab, 6)
        self.out = nn.Linear(6, classes)

    def forward(self, tokens):
        return self.out(self.bag(tokens))


def accuracy(model, tokens, labels):
    model.eval()
    with torch.no_grad():
        guess = model(tokens).argmax(dim=1)
    model.train()
    return (guess == labels).float().mean().item()


torch.manual_seed(0)
model = BagOfWords(20, 3)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
tokens, labels = torch.randint(0, 20, (12, 5)), torch.randint(0, 3, (12,))
for epoch in range(2):
    optimizer.zero_grad()
    F.cross_entropy(model(tokens), labels).backward()
    optimizer.step()
    print(accuracy(model, tokens, labels))
