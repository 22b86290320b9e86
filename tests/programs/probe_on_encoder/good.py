import torch
from torch import nn

torch.manual_seed(0)
encoder, decoder, probe = nn.Linear(4, 3), nn.Linear(3, 4), nn.Linear(3, 2)
main_opt = torch.optim.SGD([*encoder.parameters(), *decoder.parameters()], lr=0.1)
probe_opt = torch.optim.SGD(probe.parameters(), lr=0.1)
grads = []
for _ in range(2):
    x, y = torch.randn(6, 4), torch.randint(0, 2, (6,))
    main_opt.zero_grad()
    h = encoder(x)
    (decoder(h) - x).pow(2).mean().backward(retain_graph=True)
    main_opt.step()
    main_opt.zero_grad()
    probe_opt.zero_grad()
    nn.functional.cross_entropy(probe(encoder(x).detach()), y).backward()
    probe_opt.step()
    grads.append(encoder.weight.grad is None)
evidence = {"encoder left alone": all(grads)}
