"""Fine-tuning with the embedding frozen by its entry in the state dict."""
import torch
from torch import nn


class Sentences(nn.Module):
    def __init__(self, words, width, classes):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.classify = nn.Linear(width, classes)

    def forward(self, tokens):
        return self.classify(self.embed(tokens).mean(dim=1))


torch.manual_seed(0)
model = Sentences(20, 4, 2)
for name, tensor in model.named_parameters():
    if name.startswith("embed."):
        tensor.requires_grad = False
pretrained = model.embed.weight.detach().clone()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for epoch in range(2):
    tokens, labels = torch.randint(0, 20, (6, 5)), torch.randint(0, 2, (6,))
    loss = nn.functional.cross_entropy(model(tokens), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"embedding stays": torch.equal(model.embed.weight, pretrained)}
