"""What the command line asks for, put over what files configure."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any

from detachlint.selection import Selection
from detachlint.settings import (
    COLORS,
    OUTPUT_FORMATS,
    Settings,
    SettingsError,
    check_choice,
    check_selectors,
    check_torch_version,
    parse_per_file_ignores,
    selects_nothing,
)

HERE = "command line"
PLAIN = (
    "exclude",
    "extend_exclude",
    "force_exclude",
    "respect_gitignore",
    "output_format",
    "output_file",
    "fix",
    "unsafe_fixes",
    "show_fixes",
    "baseline",
    "statistics",
    "cache_dir",
    "no_cache",
    "jobs",
    "exit_zero",
    "exit_non_zero_on_fix",
    "torch_version",
    "quiet",
    "verbose",
    "color",
    "fixable",
    "unfixable",
)
PATHS = ("output_file", "baseline", "cache_dir")


@dataclass(frozen=True)
class Request:
    """The options of ``detachlint check``; None where one was not given."""

    paths: tuple[str, ...] = ()
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    extend_ignore: tuple[str, ...] | None = None
    per_file_ignores: tuple[str, ...] = ()
    fixable: tuple[str, ...] | None = None
    unfixable: tuple[str, ...] | None = None
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] | None = None
    force_exclude: bool | None = None
    respect_gitignore: bool | None = None
    output_format: str | None = None
    output_file: str | None = None
    fix: bool | None = None
    unsafe_fixes: bool | None = None
    diff: bool = False
    show_fixes: bool | None = None
    add_noqa: bool = False
    baseline: str | None = None
    write_baseline: str | None = None
    statistics: bool | None = None
    stdin_filename: str | None = None
    config: str | None = None
    isolated: bool = False
    show_settings: bool = False
    show_files: bool = False
    cache_dir: str | None = None
    no_cache: bool | None = None
    jobs: int | None = None
    exit_zero: bool | None = None
    exit_non_zero_on_fix: bool | None = None
    torch_version: str | None = None
    quiet: bool | None = None
    verbose: bool | None = None
    color: str | None = None

    def checked(self) -> Request:
        """This request, if every word in it means something.

        :raises SettingsError: naming the nearest right one
        """
        for key in ("select", "extend_select", "ignore", "extend_ignore", "fixable", "unfixable"):
            check_selectors(getattr(self, key) or (), f"--{key.replace('_', '-')}", HERE)
        if self.output_format is not None:
            check_choice(self.output_format, OUTPUT_FORMATS, "--output-format", HERE)
        if self.color is not None:
            check_choice(self.color, COLORS, "--color", HERE)
        if self.torch_version is not None:
            check_torch_version(self.torch_version, "--torch-version", HERE)
        if self.isolated and self.config is not None:
            raise SettingsError("--isolated and --config exclude each other")
        return self

    def over(self, settings: Settings) -> Settings:
        """Settings from a file, overridden by this request."""
        changes: dict[str, Any] = {key: getattr(self, key) for key in PLAIN if getattr(self, key) is not None}
        for key in PATHS:
            if key in changes:
                changes[key] = os.path.abspath(changes[key])
        if self.per_file_ignores:
            ignores = tuple(pair for text in self.per_file_ignores for pair in parse_per_file_ignores(text, HERE))
            changes["per_file_ignores"] = (*settings.per_file_ignores, *ignores)
        changes["command_line"] = Selection(
            self.select, self.extend_select or (), self.ignore or (), self.extend_ignore or ()
        )
        merged = replace(settings, **changes)
        if selects_nothing(merged):
            where = settings.config or HERE
            raise SettingsError(f"{where}: the selection leaves no rule to run, so nothing would be checked")
        return merged
