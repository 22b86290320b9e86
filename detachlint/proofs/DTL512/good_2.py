import torch
import torch.nn as nn


class LanguageModel(nn.Module):
    def __init__(self, vocab=11, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids, hidden=None):
        h, hidden = self.rnn(self.embed(ids), hidden)
        return self.out(h), hidden.detach()


class Trainer:
    def __init__(self, model, clip=0.05):
        self.model, self.clip = model, clip
        self.optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
        self.criterion = nn.CrossEntropyLoss()

    def train_batch(self, ids, targets, hidden):
        logits, hidden = self.model(ids, hidden)
        loss = self.criterion(logits.flatten(0, 1), targets.flatten())
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimizer.step()
        return hidden

    def fit(self, batches):
        hidden = None
        for ids, targets in batches:
            hidden = self.train_batch(ids, targets, hidden)


torch.manual_seed(0)
model = LanguageModel()
batches = [(torch.randint(0, 11, (3, 5)), torch.randint(0, 11, (3, 5))) for _ in range(3)]
Trainer(model).fit(batches)
evidence = {"w": model.out.weight.detach()}
