"""Which classes are modules, optimizers, autograd functions, and what modules can do by themselves."""

from __future__ import annotations

from detachlint.interpret.machine import Machine
from detachlint.interpret.values import ClassValue, External, Instance, Unknown, Value

MODULE_BASES = (
    "torch.nn.",
    "pytorch_lightning.",
    "lightning.",
    "transformers.",
    "torchvision.models.",
    "torchvision.ops.",
    "timm.models.",
    "fairseq.models.",
)
NOT_MODULES = (
    "torch.nn.Parameter",
    "torch.nn.parameter.",
    "torch.nn.utils.",
    "torch.nn.functional.",
    "torch.nn.init.",
    "transformers.Trainer",
    "pytorch_lightning.Trainer",
    "lightning.Trainer",
    "lightning.pytorch.Trainer",
)

MODULE_METHODS = frozenset(
    [
        "parameters",
        "named_parameters",
        "modules",
        "named_modules",
        "children",
        "named_children",
        "buffers",
        "named_buffers",
        "state_dict",
        "load_state_dict",
        "train",
        "eval",
        "requires_grad_",
        "zero_grad",
        "to",
        "cuda",
        "cpu",
        "float",
        "double",
        "half",
        "bfloat16",
        "type",
        "apply",
        "register_buffer",
        "register_parameter",
        "add_module",
        "register_module",
        "register_forward_hook",
        "register_forward_pre_hook",
        "register_full_backward_hook",
        "register_backward_hook",
        "share_memory",
        "to_empty",
        "compile",
        "get_parameter",
        "get_submodule",
        "append",
        "extend",
        "insert",
        "keys",
        "values",
        "items",
        "update",
        "pop",
        "clear",
        "forward",
        "freeze",
        "unfreeze",
        "log",
        "log_dict",
        "manual_backward",
        "optimizers",
        "save_hyperparameters",
        "get_buffer",
        "set_submodule",
        "half",
        "ipu",
        "xpu",
    ]
)
OPTIMIZER_METHODS = frozenset(["step", "zero_grad", "state_dict", "load_state_dict", "add_param_group"])


def external_bases(machine: Machine, cls: Value) -> list[str]:
    """The qualified names of the packages' classes that a class derives from."""
    return [base.name for base in machine.lineage(cls) if isinstance(base, External)]


def is_module_name(name: str) -> bool:
    """Whether a qualified name is that of a module class of torch or of a package built on it."""
    return name.startswith(MODULE_BASES) and not name.startswith(NOT_MODULES) and name.rsplit(".", 1)[-1][:1].isupper()


def is_module_class(machine: Machine, cls: Value) -> bool:
    """Whether a class is, as far as can be seen, an ``nn.Module``."""
    lineage = machine.lineage(cls)
    if any(isinstance(base, External) and is_module_name(base.name) for base in lineage):
        return True
    out_of_view = [base for base in lineage if isinstance(base, (Unknown, External))]
    defines_forward = any(isinstance(base, ClassValue) and "forward" in base.attributes for base in lineage)
    if not (out_of_view and defines_forward) or is_function_class(machine, cls):
        return False
    return not any(isinstance(base, External) and base.name.startswith(("builtins.", "abc.")) for base in out_of_view)


def is_module(machine: Machine, value: Value) -> bool:
    """Whether an object is a module."""
    return isinstance(value, Instance) and is_module_class(machine, value.cls)


def is_function_class(machine: Machine, cls: Value) -> bool:
    """Whether a class is a ``torch.autograd.Function``."""
    return any(name in FUNCTION_NAMES for name in external_bases(machine, cls))


FUNCTION_NAMES = frozenset(
    {
        "torch.autograd.Function",
        "torch.autograd.function.Function",
        "torch.autograd.function.InplaceFunction",
        "torch.autograd.function.NestedIOFunction",
        "torch.Function",
    }
)


def is_optimizer_name(name: str) -> bool:
    """Whether a qualified name is that of an optimizer class."""
    if name.startswith(("torch.optim.lr_scheduler", "torch.optim.swa_utils")):
        return False
    last = name.rsplit(".", 1)[-1]
    return (name.startswith("torch.optim.") and last[:1].isupper()) or last in KNOWN_OPTIMIZERS


KNOWN_OPTIMIZERS = frozenset(
    [
        "AdamW",
        "Adam",
        "SGD",
        "RMSprop",
        "Adagrad",
        "Adadelta",
        "Adamax",
        "NAdam",
        "RAdam",
        "Rprop",
        "ASGD",
        "SparseAdam",
        "LBFGS",
        "Lion",
        "Lamb",
        "LARS",
        "FusedAdam",
        "FusedLAMB",
        "FusedSGD",
        "DeepSpeedCPUAdam",
        "BertAdam",
        "AdaBelief",
        "Ranger",
        "RAdam",
        "NovoGrad",
        "Adafactor",
        "Muon",
    ]
)


def is_optimizer(machine: Machine, value: Value) -> bool:
    """Whether an object is an optimizer."""
    return isinstance(value, Instance) and any(is_optimizer_name(name) for name in external_bases(machine, value.cls))


def module_methods(machine: Machine, value: Instance) -> frozenset[str]:
    """The methods that an object has without its class in view defining them."""
    if is_module(machine, value):
        return MODULE_METHODS
    if is_optimizer(machine, value):
        return OPTIMIZER_METHODS
    return frozenset()
