"""Writes in place that autograd has no quarrel with, one block a kind."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)

# activations in place right after a convolution, a batch norm, a linear layer
conv = nn.Conv2d(1, 4, 3, padding=1)
norm = nn.BatchNorm2d(4)
head = nn.Linear(4, 2)
images = torch.randn(2, 1, 6, 6)
maps = F.relu_(norm(conv(images)))
pooled = nn.ReLU(inplace=True)(conv(images)).mean(dim=(2, 3))
logits = head(maps.mean(dim=(2, 3)) + pooled)
logits -= logits.max().detach()
logits.logsumexp(1).sum().backward()

# sums, means and concatenations keep nothing
a = torch.randn(3, requires_grad=True)
b = torch.randn(3, requires_grad=True)
total = a + b
total += 1
average = torch.stack([a, b]).mean(0)
average.mul_(2)
both = torch.cat([a, b])
both[0] = 0.0
(total.sum() + average.sum() + both.sum()).backward()

# a number as the other factor: nothing of x is needed
x = torch.randn(4, requires_grad=True)
wave = x * 2
doubled = wave * 2
wave += 1
doubled.sum().backward()

# only the bias is written, and the factor needs no gradient
gain = torch.rand(3)
bias = torch.zeros(3, requires_grad=True) * 1.0
scaled = bias * gain
bias += 0.1
scaled.sum().backward()

# written before it is saved
angle = torch.randn(4, requires_grad=True) * 1.5
angle += 0.25
torch.sin(angle).sum().backward()

# written once the last backward pass has run
gate = torch.sigmoid(x.detach().requires_grad_() * 3)
gate.square().sum().backward()
with torch.no_grad():
    gate.clamp_(0.1, 0.9)

# a clone is written
probs = torch.softmax(torch.randn(2, 5, requires_grad=True), dim=-1)
shown = probs.clone()
shown[shown < 0.1] = 0.0
(probs * probs).sum().backward()
