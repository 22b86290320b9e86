# symptom: wrong
import torch
from torch import nn


class FGM:
    """Fast gradient method on the embedding: the second pass adds the adversarial gradients on purpose."""

    def __init__(self, model, epsilon=0.5):
        self.model, self.epsilon, self.backup = model, epsilon, {}

    def attack(self, name="emb"):
        for key, param in self.model.named_parameters():
            if param.requires_grad and name in key:
                self.backup[key] = param.detach().clone()
                norm = torch.norm(param.grad)
                if norm != 0:
                    with torch.no_grad():
                        param.add_(self.epsilon * param.grad / norm)

    def restore(self):
        with torch.no_grad():
            for key, param in self.model.named_parameters():
                if key in self.backup:
                    param.copy_(self.backup[key])
        self.backup = {}


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(10, 4)
        self.out = nn.Linear(4, 3)

    def forward(self, ids):
        return self.out(self.emb(ids).mean(1))


torch.manual_seed(0)
model = Tagger()
fgm = FGM(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    ids, labels = torch.randint(0, 10, (5, 6)), torch.randint(0, 3, (5,))
    loss = nn.functional.cross_entropy(model(ids), labels)
    loss.backward()  # DTL501 not cleared after the step
    fgm.attack()
    nn.functional.cross_entropy(model(ids), labels).backward()
    fgm.restore()
    optimizer.step()
evidence = {"w": model.out.weight.detach()}
