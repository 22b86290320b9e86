import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Sines(Dataset):
    def __init__(self, n):
        g = torch.Generator().manual_seed(1)
        self.x = torch.rand(n, 3, generator=g)
        self.y = self.x.sum(1, keepdim=True).sin()

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Regressor(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.hidden = nn.Linear(3, width)
        self.drop = nn.Dropout(0.0)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(self.drop(torch.tanh(self.hidden(x))))


def train(model, loader, optimizer, scheduler, accumulation_steps=4, max_norm=1.0):
    model.train()
    running, updates = 0.0, 0
    optimizer.zero_grad(set_to_none=True)
    for step, (x, y) in enumerate(loader):
        loss = nn.functional.mse_loss(model(x), y)
        running += loss.item()
        (loss / accumulation_steps).backward()
        last = step + 1 == len(loader)
        if (step + 1) % accumulation_steps == 0 or last:
            nn.utils.clip_grad_norm_(model.parameters(), max_norm)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad(set_to_none=True)
            updates += 1
    return running / len(loader), updates


def main():
    torch.manual_seed(0)
    model = Regressor()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    loader = DataLoader(Sines(32), batch_size=4)
    for epoch in range(2):
        loss, updates = train(model, loader, optimizer, scheduler)
        print(f"epoch {epoch}: loss {loss:.4f} after {updates} updates")
    return {"hidden": model.hidden.weight.detach(), "head": model.head.weight.detach()}


if __name__ == "__main__":
    evidence = main()
