"""detachlint finds PyTorch autograd misuse in source code, without running it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from detachlint.finding import Finding
    from detachlint.lint import lint_source
    from detachlint.settings import Settings

__version__ = "0.1.0"
__all__ = ["Finding", "Settings", "__version__", "lint_source"]

_HOMES = {"Finding": "finding", "Settings": "settings", "lint_source": "lint"}


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for: the program starts light."""
    if name not in _HOMES:
        raise AttributeError(f"module 'detachlint' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"detachlint.{_HOMES[name]}"), name)
    return found
