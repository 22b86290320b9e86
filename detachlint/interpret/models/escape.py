"""What code out of view may do to what it is given."""

from __future__ import annotations

from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Arguments, DictValue, Instance, ListValue, Union, Unknown, Value

HARMLESS = (
    "builtins.",
    "logging.",
    "json.",
    "os.",
    "sys.",
    "time.",
    "math.",
    "random.",
    "warnings.",
    "pathlib.",
    "argparse.",
    "re.",
    "tqdm.",
    "wandb.",
    "matplotlib.",
    "datetime.",
    "typing.",
    "collections.",
    "itertools.",
    "functools.",
    "dataclasses.",
    "pprint.",
    "tensorboardX.",
    "torch.utils.tensorboard.",
    "torch.save",
    "torch.manual_seed",
    "torch.cuda.",
    "torch.backends.",
    "torch.random.",
    "torch.distributed.",
    "torch.utils.data.",
    "torch.device",
    "torch.autograd.set_detect_anomaly",
    "torch.set_",
    "torch.get_",
    "torch.is_",
    "torch.finfo",
    "torch.iinfo",
    "torch.Size",
    "torch.Generator",
    "torch.distributions.",
    "torchvision.transforms.",
    "PIL.",
    "cv2.",
    "pandas.",
    "scipy.",
    "sklearn.",
    "gym.",
    "gymnasium.",
)


def is_harmless(name: str) -> bool:
    """Whether a function of a package is known to leave its arguments alone."""
    return name.startswith(HARMLESS)


def escape(machine: Machine, arguments: Arguments, site: Site) -> None:
    """The arguments are in the hands of code out of view: containers may be filled, gradients cleared."""
    for value in arguments.all:
        release(machine, value, site, 2)


def release(machine: Machine, value: Value, site: Site, depth: int) -> None:
    """Forget what code out of view may have changed of a value."""
    if isinstance(value, Union):
        for _, item in machine.alternatives(value):
            release(machine, item, site, depth)
    elif isinstance(value, (ListValue, DictValue)) and getattr(value, "kind", "") != "tuple":
        if value.rest is None and value.kind in ("list", "dict"):
            machine.trail.set(value, "rest", machine.unknown(site))
        if depth:
            for item in machine.parts(value):
                release(machine, item, site, depth - 1)
    elif isinstance(value, Instance):
        machine.trail.set(value, "complete", False)
        machine.forget_gradients(value, site)
    elif isinstance(value, Unknown):
        machine.forget_outside_gradients(value, site)
