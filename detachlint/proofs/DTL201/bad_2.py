# symptom: raises element 0 of tensors does not require grad and does not have a grad_fn
import torch as th


def soft_gate(signal, weight):
    return th.sigmoid(signal * weight)


def remember(log, value):
    log.append(value.detach_())  # DTL201 the caller goes on with this very tensor


th.manual_seed(0)
weight = th.randn(4, requires_grad=True)
log = []

opened = soft_gate(th.randn(4), weight)
remember(log, opened)
opened.sum().backward()
print(weight.grad, len(log))
