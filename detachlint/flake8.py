"""The flake8 plugin: the program's findings, at the program's rows and columns, under flake8's own options."""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from detachlint import __version__
from detachlint.files import ProjectReader
from detachlint.lint import lint_text
from detachlint.selection import Selection
from detachlint.settings import Settings, SettingsError, check_torch_version
from detachlint.torch_pin import pinned_torch

PREFIX = "DTL"


class Plugin:
    """What flake8 makes for each file."""

    name: ClassVar[str] = "detachlint"
    version: ClassVar[str] = __version__
    settings: ClassVar[Settings] = Settings()

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        self._filename = filename
        self._text = "".join(lines)

    @classmethod
    def add_options(cls, parser: Any) -> None:
        """Register the options that the plugin shares with the program."""
        parser.add_option(
            "--torch-version",
            metavar="VERSION",
            default="",
            parse_from_config=True,
            help="detachlint: the torch that the code runs under, such as 2.6 (default: what the project pins)",
        )

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Take over what flake8's options say about rules; flake8 itself filters what is reported."""
        version = options.torch_version
        if version:
            try:
                check_torch_version(version, "torch-version", "flake8")
            except SettingsError as error:
                raise SystemExit(f"detachlint: {error}") from None
        asked = tuple(code for code in _chosen(options) if code.startswith(PREFIX) and code != PREFIX)
        cls.settings = Settings(
            torch_version=version or pinned_torch(os.getcwd()),
            command_line=Selection(extend_select=_known(asked)),
            noqa=not options.disable_noqa,
        )
        if multiprocessing.parent_process() is None:
            _warn_if_hidden(options)

    def run(self) -> Iterator[tuple[int, int, str, type[Plugin]]]:
        """Findings of the file as flake8 wants them: columns from 0."""
        path = self._filename if self._filename in ("-", "stdin") else os.path.abspath(self._filename)
        settings = replace(self.settings, root=os.getcwd())
        for finding in lint_text(self._text, path, settings, ProjectReader(path, self._text).project):
            if finding.place.filename == path:
                start = finding.place.start
                yield start.row, start.column - 1, f"{finding.code} {finding.message}", type(self)


def _chosen(options: argparse.Namespace) -> list[str]:
    """Codes that flake8 is told to select."""
    return [*(options.select or ()), *(options.extend_select or ())]


def _known(selectors: Sequence[str]) -> tuple[str, ...]:
    from detachlint.rules.registry import matches

    return tuple(selector for selector in selectors if matches(selector))


def _warn_if_hidden(options: argparse.Namespace) -> None:
    """flake8 takes ``D`` for the beginning of ``DTL``: say so, since the silence looks like a clean result."""
    ignored = [*(options.ignore or ()), *(options.extend_ignore or ())]
    hiding = sorted(code for code in ignored if code and code != PREFIX and PREFIX.startswith(code))
    if hiding and not any(code.startswith(PREFIX) for code in _chosen(options)):
        print(
            f"detachlint: flake8's `ignore = {hiding[0]}` also hides every {PREFIX} code;"
            f" `extend-select = {PREFIX}` brings them back",
            file=sys.stderr,
        )
