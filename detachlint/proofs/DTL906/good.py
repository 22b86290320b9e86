"""Language model with a running loss."""
import torch
import torch.nn as nn


class CharModel(nn.Module):
    def __init__(self, chars, width):
        super().__init__()
        self.embed = nn.Embedding(chars, width)
        self.rnn = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, chars)

    def forward(self, text):
        hidden, _ = self.rnn(self.embed(text))
        return self.out(hidden)


torch.manual_seed(0)
model = CharModel(11, 6)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
running_loss = 0.0
for step in range(4):
    text = torch.randint(0, 11, (3, 9))
    scores = model(text[:, :-1])
    loss = criterion(scores.reshape(-1, 11), text[:, 1:].reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    running_loss += loss.item()
print(running_loss / 4)
