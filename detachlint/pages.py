"""A rule's page in Markdown: its docstring, and proofs as examples. ``python -m detachlint.pages`` writes rules.md."""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
from pathlib import Path

from detachlint.facts import releases
from detachlint.facts.stored import COVERAGE, LIBRARIES, load
from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.registry import rule, rules

PROOFS = Path(__file__).parent / "proofs"
LEVELS = {
    Level.ERROR: "E (error): torch raises, or the gradient is wrong, on the reported path",
    Level.WARNING: "W (warning): a silent hazard",
    Level.LEGACY: "L (legacy): works, but there is a better spelling; off by default",
    Level.PEDANTIC: "P (pedantic): off by default",
}
SYMPTOMS = {
    FailureMode.RAISES: "torch raises",
    FailureMode.WRONG: "the gradient is wrong and nothing is raised",
    FailureMode.NONE: "a gradient or an update that should exist does not",
    FailureMode.STALE: "a value that was meant to be kept changes",
    FailureMode.GROWS: "graphs, and so memory, are kept alive",
    FailureMode.NO_OP: "the statement does nothing",
    FailureMode.NOT_APPLICABLE: "none at run time",
}
PARTS = {
    "torch": "functions of `torch`",
    "torch.Tensor": "methods of tensors",
    "torch.nn.functional": "functions of `torch.nn.functional`",
    "torch.nn": "layers of `torch.nn`",
}
LIBRARY_PARTS = {
    "optimizers": "optimizers",
    "factories": "functions that make tensors",
    "writers": "initialisers and utilities",
    "transforms": "function transforms",
    "reparametrizations": "reparametrizations",
    "casting": "functions that autocast gives copies",
}
GROUPS = {
    "0": "The linter itself",
    "1": "Writes to storage that autograd still needs",
    "2": "The graph is cut",
    "3": "Leaves and flags",
    "4": "Backward and the life of the graph",
    "5": "Optimizer and training loop",
    "6": "Custom functions and hooks",
    "7": "Gradients that become NaN or infinite",
    "9": "Legacy spellings",
}


def examples(code: str) -> tuple[str, str] | None:
    """A bad script and its nearest correct twin: the shortest pair among the rule's proofs."""
    bad = _shortest(code)
    if bad is None:
        return None
    good = bad.with_name(bad.name.replace("bad", "good", 1))
    return _example(bad.read_text(encoding="utf-8")), _example(good.read_text(encoding="utf-8"))


def _shortest(code: str) -> Path | None:
    """The bad script of the shortest pair."""
    lengths = {bad: bad.read_text(encoding="utf-8").count("\n") for bad in sorted((PROOFS / code).glob("bad*.py"))}
    return min(lengths, key=lambda bad: lengths[bad]) if lengths else None


def what_torch_did(code: str) -> str | None:
    """A paragraph with what the example printed when it was last recorded: torch's error, or what came out."""
    bad = _shortest(code)
    recorded = json.loads((PROOFS / "recorded.json").read_text(encoding="utf-8"))
    entry = recorded.get(f"{code}/{bad.name}") if bad is not None else None
    if entry is None or not entry["bad"]:
        return None
    if not entry["good"]:
        return f"torch {entry['torch']} stops the first with\n\n```text\n{entry['bad']}\n```"
    return (
        f"With torch {entry['torch']} the first leaves\n\n```text\n{entry['bad']}\n```\n\n"
        f"and the second\n\n```text\n{entry['good']}\n```"
    )


def _example(script: str) -> str:
    """A proof without what only proves it: the line that declares its symptom, and the evidence at its end."""
    lines = script.strip().splitlines()
    evidence = [number for number, line in enumerate(lines) if line.startswith("evidence")]
    shown = lines[: evidence[0]] if evidence else lines
    return "\n".join(line for line in shown if not line.startswith("# symptom:")).strip()


def markdown_page(rule: type[Rule]) -> str:
    """The page of one rule, without its heading."""
    text = inspect.cleandoc(rule.__doc__ or "")
    first, *sections = re.split(r"\n(?=## )", text)
    parts = [first.strip(), _facts(rule)]
    found = examples(rule.code)
    if found is not None:
        parts.append(f"## Example\n\n```python\n{found[0]}\n```\n\nUse instead:\n\n```python\n{found[1]}\n```")
    printed = what_torch_did(rule.code)
    if printed is not None:
        parts.append(printed)
    parts += [_spaced(section) for section in sections]
    parts.append(_about_fix(rule))
    if rule.related:
        parts.append(f"## Related rules\n\n{', '.join(_link(code) for code in rule.related)}")
    if rule.references:
        parts.append("## References\n\n" + "\n".join(f"- <{reference}>" for reference in rule.references))
    return "\n\n".join(parts) + "\n"


def _facts(rule: type[Rule]) -> str:
    return f"Level: {LEVELS[rule.level]}  \nSymptom: {SYMPTOMS[rule.failure_mode]}"


def _spaced(section: str) -> str:
    """An empty line after a heading, as Markdown formatters want it."""
    heading, _, body = section.strip().partition("\n")
    return f"{heading}\n\n{body.strip()}"


def _about_fix(rule: type[Rule]) -> str:
    if rule.no_fix_reason is None:
        return "## Automatic fix\n\nThere is one; `detachlint check --fix` applies it where it is certain."
    return f"## Automatic fix\n\nNone. {rule.no_fix_reason}"


def _link(code: str) -> str:
    return f"[{code}](#{anchor_of(code)})" if code in rules() else code


def anchor_of(code: str) -> str:
    """The anchor of a rule's heading in rules.md."""
    return rule(code).url().rpartition("#")[2]


def full_page(rule: type[Rule], depth: int = 1) -> str:
    """The page of one rule under its heading."""
    page = re.sub(r"^## ", f"{'#' * (depth + 1)} ", markdown_page(rule), flags=re.MULTILINE)
    return f"{'#' * depth} {rule.code} {rule.name}\n\n{page}"


def plain_text(markdown: str) -> str:
    """Markdown as plain text."""
    text = re.sub(r"```\w*\n", "", markdown)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^#+ ", "", text, flags=re.MULTILINE)
    return text.replace("`", "").replace("  \n", "\n").strip()


def table() -> str:
    """All rules in one table for a terminal."""
    rows = [(one.code, one.level.value, one.failure_mode.value, one.name, one.summary) for one in rules().values()]
    head = ("code", "level", "symptom", "name", "what it reports")
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(4)]
    lines = []
    for row in [head, *rows]:
        cells = [cell.ljust(size) for cell, size in zip(row, widths, strict=False)]
        lines.append("  ".join([*cells, plain_text(row[4])]))
    return "\n".join(lines) + "\n"


def rules_md() -> str:
    """The whole of rules.md."""
    parts = [
        "# Rules",
        "Generated from the rules and their proofs by `python -m detachlint.pages`. The examples are run under torch"
        " in the tests.",
        "Levels: E and W are on by default, L and P are asked for by name.",
    ]
    for digit, title in GROUPS.items():
        found = [item for code, item in rules().items() if code[3] == digit]
        if found:
            parts.append(f"## DTL{digit}: {title}")
            parts.append(_index(found))
            parts += [full_page(item, depth=3).strip() for item in found]
    parts.append(facts_page())
    return "\n\n".join(parts) + "\n"


def facts_page() -> str:
    """How much of torch the facts cover that the rules rest on."""
    covered = load(COVERAGE)
    lines = ["| | public | measured | not, for a stated reason |", "|---|---|---|---|"]
    lines += [
        f"| {PARTS[part]} | {item['public']} | {item['measured']} | {item['reasoned']} |"
        for part, item in covered["parts"].items()
    ]
    libraries = load(LIBRARIES)
    named = ", ".join(f"{len(libraries[part])} {words}" for part, words in LIBRARY_PARTS.items())
    older = " and ".join(releases()[:-1])
    return (
        "## What is known of torch\n\n"
        "What an operator saves for backward, whether its result is a view, whether it has a gradient and what it"
        f" writes is measured from torch {covered['torch']}, and from {older} where these differ; `torch-version`"
        " chooses. What is not measured is not known, and nothing is reported of it.\n\n"
        + "\n".join(lines)
        + f"\n\nBeside these: {named}."
    )


def _index(found: list[type[Rule]]) -> str:
    lines = ["| code | name | level | symptom | |", "|---|---|---|---|---|"]
    for item in found:
        mode, summary = item.failure_mode.value, item.summary.replace("|", "\\|")
        lines.append(f"| {_link(item.code)} | {item.name} | {item.level.value} | {mode} | {summary} |")
    return "\n".join(lines)


def main() -> None:
    """Write rules.md, or print it when asked for with ``-``."""
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(rules_md())
        return
    target = Path(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) / "rules.md"
    target.write_text(rules_md(), encoding="utf-8")


if __name__ == "__main__":
    main()
