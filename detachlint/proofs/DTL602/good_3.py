"""The output that backward needs is saved: it is gone as soon as nobody uses it."""
import gc
import weakref

import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        (result,) = ctx.saved_tensors
        return grad_output * result


gc.collect()
gc.disable()
torch.manual_seed(0)
rates = torch.randn(4, requires_grad=True)
outputs = []
for _ in range(5):
    out = Exp.apply(rates)
    out.sum().backward()
    outputs.append(weakref.ref(out))
del out
evidence = {"outputs alive": sum(output() is not None for output in outputs)}
gc.enable()
