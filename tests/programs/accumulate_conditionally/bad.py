# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
accum_iter = 3
batches = [(torch.randn(4, 4), torch.randint(0, 2, (4,))) for _ in range(7)]
optimizer.zero_grad()
for batch_idx, (inputs, labels) in enumerate(batches):
    loss = nn.functional.cross_entropy(model(inputs), labels) / accum_iter
    loss.backward()  # DTL501 the conditional step never clears
    if ((batch_idx + 1) % accum_iter == 0) or (batch_idx + 1 == len(batches)):
        optimizer.step()
evidence = {"w": model.weight.detach()}
