# symptom: raises Attempted step but _scale is None
import torch
import torch.nn as nn
import torch.nn.functional as F


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 4, 3, padding=1)
        self.up = nn.Conv2d(4, 2, 1)

    def forward(self, x):
        return self.up(F.relu(self.down(x)))


class Trainer:
    def __init__(self, use_amp=True):
        self.model = Segmenter()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.scaler = torch.amp.GradScaler("cpu", enabled=use_amp)

    def train_step(self, image, mask):
        self.optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.cross_entropy(self.model(image).float(), mask)
        loss.backward()
        self.scaler.step(self.optimizer)  # DTL507 the loss was never scaled
        self.scaler.update()
        return loss.item()


torch.manual_seed(0)
trainer = Trainer()
for _ in range(2):
    print(trainer.train_step(torch.randn(2, 1, 4, 4), torch.randint(0, 2, (2, 4, 4))))
