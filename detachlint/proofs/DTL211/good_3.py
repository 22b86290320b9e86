import torch

torch.manual_seed(0)
gain = torch.ones(2, requires_grad=True)
pan = torch.zeros(2, requires_grad=True)
sound = torch.randn(10, 2)

(sound * gain + pan).pow(2).mean().backward()
with torch.no_grad():
    gain.copy_(gain - 0.1 * gain.grad)
    pan -= 0.1 * pan.grad

pan.grad = None
gain.grad = None
(sound * gain + pan).pow(2).mean().backward()

evidence = {"gain": gain.grad}
