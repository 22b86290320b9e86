import torch


class LastStep:
    """Keeps the last output of a sequence model for the next window."""

    def __init__(self):
        self.value = None

    def store(self, outputs):
        self.value = outputs[:, -1].detach()


torch.manual_seed(0)
rnn = torch.nn.RNN(3, 4, batch_first=True)
memory = LastStep()
out, _ = rnn(torch.randn(2, 6, 3))
memory.store(out)
out.pow(2).mean().backward()
print(memory.value.shape)
