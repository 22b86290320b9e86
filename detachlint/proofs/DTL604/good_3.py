import torch


class BinaryActivation(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.sign()

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        return grad_output * (input.abs() <= 1).to(grad_output.dtype)


torch.manual_seed(0)
binarize = BinaryActivation.apply
conv = torch.nn.Conv1d(1, 2, 3)
out = binarize(conv(torch.randn(2, 1, 8)))
out.mean().backward()
