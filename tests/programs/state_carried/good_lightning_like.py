import torch
import torch.nn as nn


class LitLSTM(nn.Module):
    def __init__(self, vocab=10, width=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.out = nn.Linear(width, vocab)
        self.hiddens = None

    def forward(self, tokens):
        output, hiddens = self.lstm(self.embed(tokens), self.hiddens)
        self.hiddens = tuple(h.detach() for h in hiddens)
        return self.out(output)

    def training_step(self, batch, batch_idx):
        tokens, targets = batch
        logits = self(tokens)
        return nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten())

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


def fit(module, loader):
    optimizer = module.configure_optimizers()
    for batch_idx, batch in enumerate(loader):
        loss = module.training_step(batch, batch_idx)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


torch.manual_seed(0)
fit(LitLSTM(), [(torch.randint(10, (2, 5)), torch.randint(10, (2, 5))) for _ in range(3)])
