"""``detachlint check``: find the files, lint them, fix, report, and say by the exit status how it went."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import IO, TYPE_CHECKING

from detachlint.discovery import Found, SettingsFinder, Target, find
from detachlint.options import Request
from detachlint.settings import Settings, SettingsError, shown
from detachlint.terminal import (
    complain,
    progress_bar,
    relative,
    statistics,
    summary,
    terminal_width,
    wants_color,
)

if TYPE_CHECKING:
    from detachlint.finding import Finding
    from detachlint.report.lines import Lines
    from detachlint.run import Outcome

CLEAN, REPORTED, FAILED = 0, 1, 2
STDIN = "-"

__all__ = ["Check", "Request", "main"]


def main(request: Request) -> int:
    """Do what was asked for; the exit status."""
    try:
        return Check(request.checked()).run()
    except SettingsError as error:
        complain(f"error: {error}")
        return FAILED


class Check:
    """One run of the command."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.started = time.perf_counter()
        self.finder = SettingsFinder(request.over, request.config, request.isolated)
        self.folder = os.getcwd()
        self.settings: Settings = self.finder.for_folder(self.folder)
        self.failed = False
        self.to_stderr = False
        """Whether standard output is taken by a fixed source."""

    def run(self) -> int:
        """The whole run; the exit status."""
        if self.request.show_settings:
            return self._show_settings()
        if STDIN in self.request.paths:
            from detachlint.stdin import check_stdin

            return check_stdin(self)
        found = find(self.request.paths or (".",), self.finder)
        self._say(found)
        if self.request.show_files:
            sys.stdout.write("".join(f"{target.path}\n" for target in found.targets))
            return FAILED if self.failed else CLEAN
        return self._check(found.targets)

    def _show_settings(self) -> int:
        sys.stdout.write(json.dumps(shown(self.settings), indent=2) + "\n")
        return CLEAN

    def _say(self, found: Found) -> None:
        for error in found.errors:
            complain(f"error: {error}")
        for warning in found.warnings:
            complain(f"warning: {warning}")
        self.failed = bool(found.errors)
        if not found.targets and not self.failed and not self.settings.quiet:
            complain("warning: no Python files found under the given paths")

    def _check(self, targets: list[Target]) -> int:
        outcome = self._lint(targets)
        if self.request.add_noqa:
            return self._add_noqa(targets, outcome)
        if self.request.diff:
            from detachlint.fixing import show_diff

            return self.status(show_diff(self, targets, outcome.findings))
        fixed: list[Finding] = []
        if self.settings.fix:
            from detachlint.fixing import fix_files

            fixed = fix_files(self, targets, outcome.findings)
            if fixed:
                outcome = self._lint(targets)
        return self.conclude(relative(outcome.findings, self.folder), fixed, targets)

    def _lint(self, targets: list[Target]) -> Outcome:
        from detachlint.run import run

        outcome = run(targets, self.settings.jobs, progress=progress_bar(self.settings.quiet))
        for warning in outcome.warnings:
            complain(f"warning: {warning}")
        if self.settings.verbose:
            for line in outcome.told(time.perf_counter() - self.started):
                complain(line)
        return outcome

    def _add_noqa(self, targets: list[Target], outcome: Outcome) -> int:
        from detachlint.add_noqa import add_noqa

        count, errors = add_noqa(outcome.findings, {target.path for target in targets})
        for error in errors:
            complain(f"error: {error}")
        if not self.settings.quiet:
            complain(f"added {count} noqa comment{'' if count == 1 else 's'}")
        return FAILED if errors or self.failed else CLEAN

    def conclude(
        self, findings: list[Finding], fixed: list[Finding], targets: list[Target], text: str | None = None
    ) -> int:
        """Keep or apply a baseline, report what is left, and choose the exit status."""
        from detachlint.report.lines import Lines

        lines = Lines(lambda name: text if text is not None else read_text(name))
        if self.request.write_baseline is not None:
            from detachlint.baseline import write

            count = write(self.request.write_baseline, findings, lines)
            complain(f"wrote {count} findings to {self.request.write_baseline}")
            return FAILED if self.failed else CLEAN
        if self.settings.baseline is not None:
            from detachlint.baseline import apply

            linted = [target.path for target in targets]
            findings, notes = apply(self.settings.baseline, findings, lines, linted)
            for note in notes if not self.settings.quiet else ():
                complain(note)
        self._report(findings, lines, len(fixed))
        return self.status(bool(findings) or (bool(fixed) and self.settings.exit_non_zero_on_fix))

    def status(self, reported: bool) -> int:
        """The exit status, given whether anything is reported."""
        if self.failed:
            return FAILED
        return REPORTED if reported and not self.settings.exit_zero else CLEAN

    def _report(self, findings: list[Finding], lines: Lines, fixed: int) -> None:
        from detachlint.report import FOR_PEOPLE, Report, reporter

        settings = self.settings
        stream = self._stream()
        try:
            if settings.statistics:
                stream.write(statistics(findings, settings.output_format))
            else:
                color = wants_color(settings.color, stream)
                report = Report(findings, lines, color, terminal_width(stream), settings.unsafe_fixes)
                for piece in reporter(settings.output_format).render(report):
                    stream.write(piece)
            stream.flush()
        except OSError as error:
            if settings.output_file is None:
                raise
            raise SettingsError(f"{settings.output_file}: {error.strerror}") from None
        finally:
            if stream not in (sys.stdout, sys.stderr):
                close(stream)
        if settings.output_format in FOR_PEOPLE and not settings.quiet:
            print(summary(findings, fixed), file=sys.stderr)

    def _stream(self) -> IO[str]:
        path = self.settings.output_file
        if path is None:
            return sys.stderr if self.to_stderr else sys.stdout
        try:
            return open(path, "w", encoding="utf-8", errors="backslashreplace", newline="")
        except OSError as error:
            raise SettingsError(f"{path}: {error.strerror}") from None


def read_text(filename: str) -> str | None:
    """The text of a file that findings are in; None when it has gone or cannot be decoded."""
    from detachlint.files import source_of
    from detachlint.source import UnreadableSource

    try:
        with open(filename, "rb") as file:
            return source_of(filename, file.read()).text
    except (OSError, UnreadableSource):
        return None


def close(stream: IO[str]) -> None:
    """Close a stream whose errors were told already."""
    try:
        stream.close()
    except OSError:
        return
