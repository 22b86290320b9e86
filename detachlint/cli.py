"""The command line. Nothing heavier than click is imported before a command needs it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from detachlint import __version__

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
DEFAULT_COMMAND = "check"
FAILED = 2
INTERRUPTED = 130
FORMATS = "full|concise|grouped|json|json-lines|sarif|github|gitlab|junit|pylint|rdjson"


Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


class DefaultGroup(click.Group):
    """A group that takes anything but the name of a command for arguments of ``check``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command in front where none is named."""
        own = {"-h", "--help", "-V", "--version"}
        named = bool(args) and (args[0] in self.commands or args[0] in own)
        if not named and not (ctx.resilient_parsing and not args):
            args = [DEFAULT_COMMAND, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, and what the default command takes."""
        command = self.commands[DEFAULT_COMMAND]
        inner = command.make_context(DEFAULT_COMMAND, [], parent=ctx, resilient_parsing=True)
        return [*super().shell_complete(ctx, incomplete), *command.shell_complete(inner, incomplete)]


@click.group(cls=DefaultGroup, context_settings=CONTEXT)
@click.version_option(__version__, "-V", "--version", prog_name="detachlint", message="%(prog)s %(version)s")
def cli() -> None:
    """Find PyTorch autograd misuse in source code, without running it.

    `detachlint [PATHS]...` is short for `detachlint check [PATHS]...`; `detachlint check --help` lists its options.
    """


def selectors(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...] | None:
    """Codes parted by commas, or from options given several times."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip()) if values else None


def several(name: str, metavar: str, text: str) -> Decorator:
    """An option that takes a list of codes."""
    return click.option(name, multiple=True, callback=selectors, metavar=metavar, help=text)


def flag(name: str, text: str) -> Decorator:
    """An option that overrides the configuration only when it is given."""
    return click.option(name, default=None, flag_value=True, is_flag=True, type=bool, help=text)


def color_option(command: Command) -> Command:
    """The option that says when to write colours."""
    choice = click.Choice(["auto", "always", "never"])
    return click.option("--color", type=choice, default="auto", help="When to write colours.")(command)


@cli.command(context_settings=CONTEXT)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATHS]...")
@several("--select", "CODES", "Rules to run: codes, prefixes such as DTL1, or ALL.")
@several("--extend-select", "CODES", "Rules to run besides those selected.")
@several("--ignore", "CODES", "Rules not to run.")
@several("--extend-ignore", "CODES", "Rules not to run besides those ignored.")
@click.option("--per-file-ignores", multiple=True, metavar="GLOB:CODES", help="Rules not to run in some files.")
@several("--fixable", "CODES", "Rules whose fixes may be applied.")
@several("--unfixable", "CODES", "Rules whose fixes are never applied.")
@several("--exclude", "GLOBS", "Paths not to look into, instead of the default ones.")
@several("--extend-exclude", "GLOBS", "Paths not to look into besides those excluded.")
@click.option("--force-exclude/--no-force-exclude", default=None, help="Exclude files that are named, too.")
@click.option("--respect-gitignore/--no-respect-gitignore", default=None, help="Leave out what git ignores.")
@click.option("--output-format", metavar="FORMAT", help=f"How to report: {FORMATS}.")
@click.option("--output-file", "-o", type=click.Path(), metavar="FILE", help="Write the report there.")
@click.option("--fix/--no-fix", default=None, help="Apply safe fixes.")
@click.option("--unsafe-fixes/--no-unsafe-fixes", default=None, help="Apply fixes that change behaviour, too.")
@click.option("--diff", is_flag=True, help="Print what --fix would change, and change nothing.")
@click.option("--show-fixes/--no-show-fixes", default=None, help="List the fixes that were applied.")
@click.option("--add-noqa", is_flag=True, help="Suppress all that is reported now, by comments.")
@click.option("--baseline", type=click.Path(), metavar="FILE", help="Report only what is not in this file.")
@click.option("--write-baseline", type=click.Path(), metavar="FILE", help="Keep all that is reported now in this file.")
@flag("--statistics", "Count findings by rule.")
@click.option("--stdin-filename", metavar="NAME", help="The name of what is read from standard input (path -).")
@click.option("--config", type=click.Path(), metavar="FILE", help="The configuration to use for all files.")
@click.option("--isolated", is_flag=True, help="Read no configuration.")
@click.option("--show-settings", is_flag=True, help="Print the settings and lint nothing.")
@click.option("--show-files", is_flag=True, help="Print the files that would be linted.")
@click.option("--cache-dir", type=click.Path(), metavar="DIR", help="Where results are kept for the next run.")
@click.option("--no-cache", "-n", default=None, is_flag=True, flag_value=True, type=bool, help="Keep no results.")
@click.option("--jobs", "-j", type=click.IntRange(min=0), metavar="N", help="Worker processes; 0: one for each core.")
@flag("--exit-zero", "Exit with 0 though something is reported.")
@flag("--exit-non-zero-on-fix", "Exit with 1 though everything reported was fixed.")
@click.option("--torch-version", metavar="VERSION", help="The torch that the code runs under, such as 2.6.")
@click.option("--quiet", "-q", default=None, is_flag=True, flag_value=True, type=bool, help="Report findings only.")
@click.option("--verbose", "-v", default=None, is_flag=True, flag_value=True, type=bool, help="Say where time went.")
@click.option("--color", metavar="WHEN", help="auto, always or never.")
@click.pass_context
def check(ctx: click.Context, /, **options: Any) -> None:
    """Lint files and folders (the current folder when none is named; - for standard input).

    Exit status: 0 nothing reported, 1 something reported, 2 the work could not be done.
    """
    from detachlint.check import Request, main

    ctx.exit(main(Request(**options)))


@cli.command(context_settings=CONTEXT)
@click.argument("rule")
@click.option(
    "--output-format",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    help="For a terminal by default.",
)
@color_option
def explain(rule: str, output_format: str, color: str) -> None:
    """Explain a RULE, named by its code or name."""
    from detachlint.explain import explained

    sys.stdout.write(explained(rule, output_format, color))


@cli.command(context_settings=CONTEXT)
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="A table, or JSON.")
def rules(output_format: str) -> None:
    """List all rules."""
    from detachlint.explain import listed

    sys.stdout.write(listed(output_format))


@cli.command(context_settings=CONTEXT)
@click.argument("error")
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATHS]...")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="Text, or JSON.")
@color_option
@click.pass_context
def why(ctx: click.Context, error: str, paths: tuple[str, ...], output_format: str, color: str) -> None:
    """Say which rules are about an ERROR of torch's, and which lines under PATHS can have caused it.

    ERROR is the message or a whole traceback, in quotes; - reads it from standard input. Findings that are
    suppressed are told as well.

    Exit status: 0 a rule is about the error, 1 none is, 2 the work could not be done.
    """
    from detachlint.why import main

    ctx.exit(main(error, paths, output_format, color))


@cli.command(context_settings=CONTEXT)
@click.argument("place", metavar="FILE:LINE")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="Text, or JSON.")
@color_option
@click.pass_context
def reveal(ctx: click.Context, place: str, output_format: str, color: str) -> None:
    """Say what is known of each value on a line: leaf, requires grad, shared memory, saved by what.

    Exit status: 0 something is told, 1 the line never runs, 2 the file could not be read.
    """
    from detachlint.reveal import main

    ctx.exit(main(place, output_format, color))


@cli.command(context_settings=CONTEXT)
@click.argument("codes", nargs=-1)
@click.pass_context
def prove(ctx: click.Context, codes: tuple[str, ...]) -> None:
    """Run the proofs of rules (all of them when none is named) under your own torch.

    Exit status: 0 every symptom was seen, 1 one was not, 2 there is no torch or no such proof.
    """
    from detachlint.prove import main

    ctx.exit(main([code.upper() for code in codes]))


def main() -> None:
    """Run the program, with the exit statuses it promises."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = cli.main(prog_name="detachlint", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except BrokenPipeError:
        status = close_stdout()
    except OSError as error:
        click.echo(f"detachlint: error: {error.strerror or error}", err=True)
        status = max(close_stdout(), FAILED)
    sys.exit(status or 0)


def close_stdout() -> int:
    """Whoever read the output has gone: nothing more can be said, and that is no error of ours."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 1
