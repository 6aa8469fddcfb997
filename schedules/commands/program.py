"""A program with verbs, one module per verb, loaded when the verb is used; and how it ends.

An internal error is one line, a long error its first lines. `--traceback` adds the traceback of an
internal error, `--verbose` the remaining lines of an error.
"""

from __future__ import annotations

import errno
import importlib
import os
import pkgutil
import signal
import sys
import traceback as tracebacks
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import NoReturn

import click

from gpusim.errors import UserError, nearest

from ..processes.platforms import FileLimits, supervise
from ..sources.names import is_file

# Verbs with their own limits, and verbs that run long or use a GPU, which maps more memory.
WITHOUT_LIMITS = {
    *("bench", "check", "dump", "exercise", "explore", "find", "init", "mcp", "run", "serve"),
    "verify",
}
# EX_SOFTWARE of sysexits.h.
INTERNAL_ERROR = 70
TRACEBACK, VERBOSE = "--traceback", "--verbose"
# Lines of an error that are printed without --verbose: where, the source line, the cause.
SHOWN_LINES = 3

# Which of these options are on the command line.
_asked: set[str] = set()


class Verbs(click.Group):
    """The commands of a package: its modules that define `command`, those of other packages, and
    `help` and `completion`.

    Other packages declare theirs in the entry-point group that has the package's name. An unknown
    command gets the nearest name as a hint; output may end early (`| head`). Each of the `topics`
    of `help` prints its own text.
    """

    def __init__(
        self, *args, package: str, topics: Mapping[str, Callable[[], str]] | None = None, **kwargs
    ) -> None:
        super().__init__(*args, commands=[help_command, completion_command], **kwargs)
        self.package, self.topics = package, topics or {}

    @cached_property
    def modules(self) -> set[str]:
        path = importlib.import_module(self.package).__path__
        return {info.name for info in pkgutil.iter_modules(path)}

    @cached_property
    def added(self) -> dict[str, EntryPoint]:
        """Commands of other packages by name."""
        return {entry.name: entry for entry in entry_points(group=self.package)}

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in self.modules:
            return getattr(importlib.import_module(f"{self.package}.{name}"), "command", None)
        return self.added[name].load() if name in self.added else super().get_command(ctx, name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = sorted({*self.modules, *self.added, *self.commands})
        return [name for name in names if self.get_command(ctx, name)]

    def invoke(self, ctx: click.Context):
        """Exit with code 0 if the reader (head, less) closes the pipe; click would exit with 1."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.ENOSPC) or error.filename is not None:
                raise
            # Flushing the rest of the buffer at exit would fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if error.errno == errno.EPIPE:
                sys.exit(0)
            raise UserError(f"cannot write the output: {error.strerror}") from None

    def resolve_command(self, ctx: click.Context, args: list[str]):
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise nearest("command", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


@click.command("help")
@click.argument("verb", required=False, metavar="[COMMAND|TOPIC]")
@click.pass_context
def help_command(ctx: click.Context, verb: str | None) -> None:
    """Show help for the program, a command or a topic."""
    root = ctx.find_root()
    topics = root.command.topics  # type: ignore[attr-defined]  of Verbs
    if verb in topics:
        click.echo(topics[verb](), nl=False)
    else:
        words = [verb, "--help"] if verb else ["--help"]
        root.command.main(words, root.info_name, standalone_mode=False)


# Bash splits words at colons, which references contain.
COLONS = "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n"


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands, options and names in a shell.

    PROGRAM is schedules or tune. For bash, add this line to ~/.bashrc: eval "$(PROGRAM completion
    bash)". For zsh, add the same line with zsh to ~/.zshrc. For fish: PROGRAM completion fish |
    source.
    """
    from click.shell_completion import get_completion_class

    root, complete = ctx.find_root(), get_completion_class(shell)
    assert complete is not None
    program = str(root.info_name)
    made = complete(root.command, {}, program, f"_{program.upper()}_COMPLETE")
    # `source` would run bash to check its version; a shell that completes has one.
    click.echo((COLONS if shell == "bash" else "") + made.source_template % made.source_vars())


# --- errors on stderr -----------------------------------------------------------------------------


def take_options(words: list[str]) -> list[str]:
    """The arguments without --traceback and --verbose, which may be anywhere before `--`."""
    end = words.index("--") if "--" in words else len(words)
    _asked.clear()
    _asked.update({TRACEBACK, VERBOSE} & set(words[:end]))
    return [word for word in words[:end] if word not in _asked] + words[end:]


def shown(error: str) -> str:
    """An error's text; with --verbose all lines, for example the IR that TVM prints."""
    lines = error.splitlines()
    if VERBOSE in _asked or len(lines) <= SHOWN_LINES + 1:
        return error
    hidden = len(lines) - SHOWN_LINES
    return "\n".join([*lines[:SHOWN_LINES], f"({VERBOSE} prints {hidden} more lines)"])


def internal_error(what: str, error: Exception) -> tuple[str, str]:
    """An exception as one line that names `what` was processed, and its traceback."""
    message = str(error).strip().partition("\n")[0]
    named = f"{what}: " if what else ""
    line = f"{named}internal error: {type(error).__name__}: {message}"
    return line, "".join(tracebacks.format_exception(error))


def print_crash(line: str, traceback: str, program: str = "schedules") -> None:
    """Print an internal error on stderr."""
    if TRACEBACK in _asked:
        click.echo(traceback, err=True, nl=False)
    hint = "" if TRACEBACK in _asked else f" ({TRACEBACK} shows where)"
    click.echo(f"{program}: {line}{hint}", err=True)


def exit_code(interrupt: KeyboardInterrupt | None) -> int:
    """The exit code for an interrupt, which may carry its signal's number (default: SIGINT)."""
    number = next(iter(interrupt.args), signal.SIGINT) if interrupt else signal.SIGINT
    return 128 + number


def run_command(
    command: click.Command,
    name: str,
    arguments: Sequence[str] | None = None,
    interrupted: str = "interrupted",
    invoked_as: str | None = None,
) -> NoReturn:
    """Run a program's command; every error is one line on stderr and an exit code.

    Expected errors have their own exit codes; any other exception is an internal error, exit code
    70, whose traceback --traceback shows.
    """

    def end(text: str, code: int) -> NoReturn:
        click.echo(f"{name}: {text}", err=True)
        sys.exit(code)

    if sys.stdout is None:
        # The caller closed stdout: what is printed is lost, files are still written.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  until the end
    given = list(sys.argv[1:] if arguments is None else arguments)
    words = take_options(given) if isinstance(command, Verbs) else given
    if arguments is None and isinstance(command, Verbs):
        limited = name == "schedules" and not WITHOUT_LIMITS & set(words[:1])
        for file in list(filter(is_file, words))[:1]:
            supervise(name, file, FileLimits() if limited else None)
    try:
        status = command.main(words, prog_name=invoked_as or name, standalone_mode=False)
    except UserError as error:
        end(shown(str(error)), error.exit_code)
    except MemoryError:
        end("out of memory; try a smaller --shape", 2)
    except click.ClickException as error:
        end(error.format_message(), 2)
    except click.Abort as error:
        # click raises it for an interrupt and at the end of interactive input.
        cause = error.__cause__
        end(interrupted, exit_code(cause if isinstance(cause, KeyboardInterrupt) else None))
    except KeyboardInterrupt as error:
        end(interrupted, exit_code(error))
    except Exception as error:  # an internal error, whatever its class
        print_crash(*internal_error("", error), program=name)
        sys.exit(INTERNAL_ERROR)
    sys.exit(status if isinstance(status, int) else 0)


# --- failures as annotations of a pull request ---------------------------------------------------

TEXT, GITHUB = "text", "github"

format_option = click.option(
    "--format",
    type=click.Choice([TEXT, GITHUB]),
    default=TEXT,
    show_default=True,
    expose_value=False,
    callback=lambda context, _param, style: context.meta.update(format=style),
    help="github: also print problems as annotations of a pull request.",
)


def annotating() -> bool:
    """Whether --format github is given."""
    context = click.get_current_context(silent=True)
    return context is not None and context.meta.get("format") == GITHUB


# The title of an annotation of a file that `dump` writes.
STALE = "stale: run `schedules dump`"
# Characters that end a message, and those that end a property.
ESCAPES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
IN_PROPERTY = str.maketrans({**ESCAPES, ":": "%3A", ",": "%2C"})


def annotate(message: str, reference: str = "", title: str = "", line: int | None = None) -> None:
    """With --format github, print a problem as an annotation, at a line of a file if it has one."""
    if not annotating():
        return
    verb = click.get_current_context().info_name
    file = reference.partition(":")[0] if is_file(reference) or title == STALE else ""
    where = f"file={file.translate(IN_PROPERTY)}," if file else ""
    where += f"line={line}," if line else ""
    title = (title or f"schedules {verb}").translate(IN_PROPERTY)
    click.echo(f"::error {where}title={title}::{message.translate(str.maketrans(ESCAPES))}")
