# symptom: wrong
import torch
from torch import nn


class CharRNN(nn.Module):
    def __init__(self, vocab=6, emb=5, hidden=8, layers=2):
        super().__init__()
        self.hidden, self.layers = hidden, layers
        self.embed = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden, layers, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def init_hidden(self, batch):
        weight = next(self.parameters())
        return (
            weight.new_zeros(self.layers, batch, self.hidden),
            weight.new_zeros(self.layers, batch, self.hidden),
        )

    def forward(self, tokens, hidden):
        output, hidden = self.lstm(self.embed(tokens), hidden)
        return self.out(output), hidden


def batchify(text, batch):
    n = len(text) // batch
    return text[: n * batch].view(batch, n)


def windows(data, length):
    for i in range(0, data.size(1) - 1, length):
        end = min(i + length, data.size(1) - 1)
        yield data[:, i:end], data[:, i + 1 : end + 1]


def repackage(hidden):
    """Cut the state off its history."""
    return tuple(h.detach() for h in hidden)


def train(model, data, criterion, optimizer, length=4):
    model.train()
    total, count = 0.0, 0
    hidden = model.init_hidden(data.size(0))
    for x, y in windows(data, length):
        hidden = repackage(hidden)
        optimizer.zero_grad()
        logits, hidden = model(x, hidden)
        loss = criterion(logits.reshape(-1, logits.size(-1)), y.reshape(-1))
        nn.utils.clip_grad_norm_(model.parameters(), 0.25)  # DTL504 there are no gradients yet
        loss.backward()
        optimizer.step()
        total += loss.item() * y.numel()
        count += y.numel()
    return total / count


def main():
    torch.manual_seed(0)
    model = CharRNN()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    data = batchify(torch.randint(0, 6, (60,)), batch=3)
    for epoch in range(2):
        print(epoch, train(model, data, nn.CrossEntropyLoss(), optimizer))
    return {"grad": model.lstm.weight_hh_l0.grad, "weight": model.lstm.weight_hh_l0.detach()}


if __name__ == "__main__":
    evidence = main()
