# symptom: grows
"""The output that backward needs is kept on ctx: output, node and ctx hold each other until the collector runs."""
import gc
import weakref

import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.result = result  # DTL602 the output holds its own node
        return result

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.result


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
