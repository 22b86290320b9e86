"""Models of what is not followed: Python's builtins, torch, NumPy, and code out of view."""

from __future__ import annotations

from detachlint.interpret.models.dispatch import call_external, call_native, call_unknown

__all__ = ["call_external", "call_native", "call_unknown"]
