"""All rules: found by their files, looked up by code or name, selected by prefixes.

Codes and names are read off the file names, so that settings can be checked without importing a rule.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import detachlint.rules

if TYPE_CHECKING:
    from detachlint.rules.base import Rule

RULE_MODULE = re.compile(r"dtl(\d{3})_(\w+)")
PAGES = "https://github.com/detachlint/detachlint/blob/main/rules.md"
ALL = "ALL"
ALIKE = 0.5
"""How much of a word must be right for it to be guessed."""
UNUSED_SUPPRESSION = "DTL001"
UNREADABLE_FILE = "DTL002"
ANALYSIS_GAVE_UP = "DTL003"


@cache
def names() -> dict[str, str]:
    """Every rule's name by its code, in the order of codes, without importing any."""
    found = {}
    for module in pkgutil.iter_modules(detachlint.rules.__path__):
        match = RULE_MODULE.fullmatch(module.name)
        if match is not None:
            found[f"DTL{match[1]}"] = match[2].replace("_", "-")
    return dict(sorted(found.items()))


@cache
def rules() -> dict[str, type[Rule]]:
    """Every rule by its code, in the order of codes."""
    return {code: _load(code, name) for code, name in names().items()}


def rule(code: str) -> type[Rule]:
    """The rule with a code."""
    return _load(code, names()[code])


@cache
def _load(code: str, name: str) -> type[Rule]:
    from detachlint.rules.base import Rule

    module = importlib.import_module(f"detachlint.rules.{code.lower()}_{name.replace('-', '_')}")
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Rule) and value.__dict__.get("code") == code:
            return value
    raise LookupError(f"{module.__name__} defines no rule {code}")


def url(code: str) -> str:
    """Address of a rule's page, without importing the rule."""
    return f"{PAGES}#{code}-{names()[code]}".lower()


def find_code(text: str) -> str | None:
    """The code of the rule that a user means by a code or a name, in any case."""
    wanted = text.strip()
    if wanted.upper() in names():
        return wanted.upper()
    wanted = wanted.lower().replace("_", "-")
    return next((code for code, name in names().items() if name == wanted), None)


def matches(selector: str) -> list[str]:
    """Codes that a selector (a code, a prefix of one, or ``ALL``) stands for."""
    if selector == ALL:
        return list(names())
    return [code for code in names() if code.startswith(selector)] if selector else []


def default_codes() -> set[str]:
    """Codes of the rules that run when nothing is selected."""
    return {code for code, rule in rules().items() if rule.level.on_by_default and code != UNUSED_SUPPRESSION}


def nearest(text: str) -> str | None:
    """What a user probably meant by a selector that matches nothing."""
    code = find_code(text)
    if code is not None:
        return code
    wanted = text.upper()
    if wanted and matches(wanted):
        return wanted
    return closest(wanted, [ALL, *names()]) or closest_name(text)


def closest_name(text: str) -> str | None:
    """The code of the rule whose name is most like a text."""
    name = closest(text.lower().replace("_", "-"), names().values())
    return find_code(name) if name is not None else None


def closest(text: str, choices: Iterable[str]) -> str | None:
    """The choice most like a text, if any is alike."""
    from difflib import SequenceMatcher

    likeness = {choice: SequenceMatcher(None, text, choice).ratio() for choice in choices}
    best = max(likeness, key=likeness.__getitem__, default=None)
    return best if best is not None and likeness[best] >= ALIKE else None
