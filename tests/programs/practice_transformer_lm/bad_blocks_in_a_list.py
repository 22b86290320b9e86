# symptom: none
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class CausalSelfAttention(nn.Module):
    def __init__(self, d, heads, length):
        super().__init__()
        self.heads = heads
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.register_buffer("mask", torch.tril(torch.ones(length, length)).view(1, 1, length, length))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.qkv(x).split(C, dim=2)
        q, k, v = (y.view(B, T, self.heads, C // self.heads).transpose(1, 2) for y in (q, k, v))
        att = (q @ k.transpose(-2, -1)) / math.sqrt(k.size(-1))
        att = att.masked_fill(self.mask[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        y = (att @ v).transpose(1, 2).contiguous().view(B, T, C)
        return self.proj(y)


class Block(nn.Module):
    def __init__(self, d, heads, length):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attn = CausalSelfAttention(d, heads, length)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, vocab=11, d=8, heads=2, layers=2, length=6):
        super().__init__()
        self.length = length
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(length, d)
        self.blocks = [Block(d, heads, length) for _ in range(layers)]  # DTL309 a plain list registers nothing
        self.ln, self.head = nn.LayerNorm(d), nn.Linear(d, vocab, bias=False)
        self.head.weight = self.tok.weight

    def forward(self, idx, targets=None):
        x = self.tok(idx) + self.pos(torch.arange(idx.size(1)))
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.ln(x))
        if targets is None:
            return logits, None
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))

    @torch.no_grad()
    def generate(self, idx, n):
        for _ in range(n):
            logits, _ = self(idx[:, -self.length :])
            nxt = torch.multinomial(F.softmax(logits[:, -1], dim=-1), 1)
            idx = torch.cat([idx, nxt], dim=1)
        return idx


def optimizer_for(model, decay=0.1):
    matrices = [p for p in model.parameters() if p.dim() >= 2]
    rest = [p for p in model.parameters() if p.dim() < 2]
    return torch.optim.AdamW(
        [{"params": matrices, "weight_decay": decay}, {"params": rest, "weight_decay": 0.0}], lr=1e-3
    )


torch.manual_seed(0)
model = GPT()
optimizer = optimizer_for(model)
data = torch.randint(0, 11, (200,))
losses = []
for it in range(3):
    starts = torch.randint(0, 190, (4,)).tolist()
    x = torch.stack([data[i : i + 6] for i in starts])
    y = torch.stack([data[i + 1 : i + 7] for i in starts])
    _, loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    losses.append(loss.item())
print(losses, model.generate(x[:1], 2))
evidence = {
    "qkv": model.blocks[0].attn.qkv.weight.grad,
    "block": model.blocks[1].mlp[0].weight.grad,
    "graph": getattr(losses[0], "requires_grad", False),
    "registered": len(list(model.blocks.parameters())) if isinstance(model.blocks, nn.Module) else 0,
    "weight": model.ln.weight.detach(),
}
