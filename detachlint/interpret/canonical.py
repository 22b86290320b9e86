"""One name for each thing of torch, however it was imported."""

from __future__ import annotations

from functools import lru_cache

ALIASES = {
    "torch.nn.modules.module": "torch.nn",
    "torch.nn.modules": "torch.nn",
    "torch.nn.parameter": "torch.nn",
    "torch.autograd.variable": "torch.autograd",
    "torch.autograd.grad_mode": "torch",
    "torch.autograd.no_grad": "torch.no_grad",
    "torch.autograd.enable_grad": "torch.enable_grad",
    "torch.autograd.inference_mode": "torch.inference_mode",
    "torch.autograd.set_grad_enabled": "torch.set_grad_enabled",
    "torch.utils.data.dataloader": "torch.utils.data",
    "torch.utils.data.dataset": "torch.utils.data",
    "torch.cuda.amp": "torch.amp",
    "torch.cpu.amp": "torch.amp",
    "torch.amp.autocast_mode": "torch.amp",
    "torch.amp.autocast": "torch.autocast",
    "functorch": "torch.func",
    "torch.amp.grad_scaler": "torch.amp",
    "torch.nn.utils.clip_grad": "torch.nn.utils",
    "torch.distributions.categorical": "torch.distributions",
    "torch.distributions.normal": "torch.distributions",
    "torch.tensor.Tensor": "torch.Tensor",
    "torch._tensor.Tensor": "torch.Tensor",
    "lightning.pytorch": "pytorch_lightning",
    "pytorch_lightning.core.lightning": "pytorch_lightning",
}
PREFIXES = tuple(sorted(ALIASES, key=len, reverse=True))


@lru_cache(maxsize=4_096)
def canonical(name: str) -> str:
    """The public qualified name for a name as imported."""
    for prefix in PREFIXES:
        if name == prefix or name.startswith(prefix + "."):
            name = ALIASES[prefix] + name[len(prefix) :]
            break
    parts = name.split(".")
    if name.startswith("torch.nn.") and len(parts) == 4 and parts[2] in LAYER_FILES:
        return f"torch.nn.{parts[3]}"
    if name.startswith("torch.optim.") and len(parts) == 4 and parts[2] not in ("lr_scheduler", "swa_utils"):
        return f"torch.optim.{parts[3]}"
    return name


LAYER_FILES = frozenset(
    [
        "activation",
        "batchnorm",
        "container",
        "conv",
        "dropout",
        "embedding",
        "flatten",
        "instancenorm",
        "linear",
        "loss",
        "normalization",
        "padding",
        "pooling",
        "rnn",
        "sparse",
        "transformer",
        "upsampling",
    ]
)
