"""Options and arguments shared by several verbs, and the rungs and sizes that a verb on a GPU works
on."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from gpusim.chips import HOPPER_ARCH
from gpusim.errors import UserError

from ..compile import NAMES, choosing
from ..core.errors import ShapeError, wrong_extent
from ..core.files import check_writable
from ..processes.platforms import GB, FileLimits
from ..sources.names import is_file, resolve, resolve_whole

if TYPE_CHECKING:
    from gpusim.timing.constants import Constants

    from ..core.ladder import Rung
    from ..core.target import Target
    from ..workloads import Workload


def parse_shape(_context: click.Context, _param: click.Parameter, text: str | None):
    """'M,N,K' as a tuple of ints."""
    if text is None:
        return None
    try:
        shape = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UserError(
            f"malformed shape {text!r}: write integers separated by commas, as in 512,512,64"
        ) from None
    if wrong := wrong_extent(shape):
        raise UserError(f"malformed shape {text!r}: {wrong}")
    return shape


class Output(click.Path):
    """A file or folder that a command writes; an unwritable one is refused before the work."""

    def convert(self, value, param, ctx) -> Path:
        check_named(value, param.opts[-1])
        path = super().convert(value, param, ctx)
        check_writable(path)
        return path


def check_named(path: Path | str, option: str) -> None:
    """Raises UserError for an empty path, which would be the current folder."""
    if path == "":
        raise UserError(f"{option} is empty: name a file or folder to write")


FILE = click.Path(path_type=Path, dir_okay=False)
OUT_FILE = Output(path_type=Path, dir_okay=False)
OUT_FOLDER = Output(path_type=Path, file_okay=False)
shape_option = click.option(
    "--shape",
    callback=parse_shape,
    metavar="M,N,K",
    help="Problem size; by default the rung's own.",
)


def chosen_chip(chip: str | None, arch: str | None) -> Constants:
    """The constants of the chip that --chip names, or of the one for --arch; raises UserError if
    they disagree, and for an architecture without a chip."""
    from gpusim.timing.constants import chip_of, constants

    on = constants(chip or chip_of(arch or HOPPER_ARCH))
    if arch not in (None, on.architecture):
        raise UserError(f"--chip {on.name} runs {on.architecture}, not {arch}")
    return on


def compile_by(context: click.Context, _param: click.Parameter, name: str | None) -> None:
    """Use a compiler until the command ends."""
    if name is not None:
        context.with_resource(choosing(name))


def json_option(*kinds: str) -> Callable:
    """The flag --json, as the argument `as_json`."""
    schema = " or ".join(f"`schedules schema {kind}`" for kind in kinds)
    return click.option(
        "--json", "as_json", is_flag=True, help=f"Print JSON; {schema} prints its schema."
    )


def gpu_rungs(references: Sequence[str], target: Target) -> list[Rung]:
    """The rungs of the references, or of the whole catalog, that a GPU can run.

    Each omitted rung is reported in a line. Raises UserError if none remains.
    """
    from ..core.ladder import ladders

    rungs: dict[str, Rung] = {}
    for reference in references or list(ladders()):
        for rung in resolve_whole(reference).rungs:
            if not rung.on_cpu:
                rungs[rung.path] = rung
            elif references:
                raise UserError(f"{rung.path} is for a CPU: leave it out")
    able = [rung for rung in rungs.values() if rung.build.runs_on(target)]
    for path in rungs.keys() - {rung.path for rung in able}:
        click.echo(f"skipped {path}: it does not run on {target.arch}", err=True)
    if not able:
        raise UserError(f"none of these rungs runs on {target.arch}")
    return able


def at_size(rung: Rung, size: int) -> tuple[int, ...]:
    """A rung's shape at a size: every extent if the rung's shape is square, otherwise the first."""
    shape = rung.workload.shape
    return (size,) * len(shape) if len(set(shape)) == 1 else (size, *shape[1:])


def by_workload(
    rungs: Sequence[Rung], sizes: Sequence[int] | None, shape: Sequence[int] | None = None
) -> dict[Workload, list[Rung]]:
    """Rungs grouped by workload, at `shape`, which every rung must accept, or at `sizes`,
    without those that a rung does not accept."""
    if shape is not None and sizes:
        raise UserError("--sizes and --shape are mutually exclusive: give one of them")
    groups: dict[Workload, list[Rung]] = {}
    for rung in rungs:
        own = shape or rung.workload.shape
        for extents in [at_size(rung, size) for size in sizes or ()] or [own]:
            try:
                groups.setdefault(rung.at(extents), []).append(rung)
            except ShapeError as error:
                if shape is not None:
                    raise
                click.echo(f"skipped: {error}", err=True)
    return groups


def limit_options(seconds: float, memory_gb: float, what: str) -> Callable:
    """The options --timeout and --memory for `what`."""
    positive = click.FloatRange(min=0, min_open=True)

    def add(command: Callable) -> Callable:
        for name, default, unit, limit in (
            ("--memory", memory_gb, "GB", "Memory limit in GB"),
            ("--timeout", seconds, "S", "Time limit in seconds"),
        ):
            about = f"{limit} for {what}."
            option = {"default": default, "show_default": True, "metavar": unit, "help": about}
            command = click.option(name, type=positive, **option)(command)
        return command

    return add


def file_limits(command: Callable) -> Callable:
    """The options --timeout, --memory and --max-steps, as the argument `limits`."""

    @limit_options(FileLimits.seconds, 8, "your own file")
    @click.option(
        "--max-steps",
        type=click.IntRange(min=1),
        default=FileLimits.steps,
        show_default=True,
        metavar="N",
        help="Stop simulating a kernel after N warp instructions.",
    )
    @wraps(command)
    def limited(*args, timeout: float, memory: float, max_steps: int, **kwargs):
        limits = FileLimits(timeout, int(memory * GB), max_steps)
        return command(*args, limits=limits, **kwargs)

    return limited


def launch_options(command: Callable) -> Callable:
    """The options that replace keys of a kernel file's FILE.toml, as the argument `launch`."""

    @click.option(
        "--grid", callback=parse_shape, metavar="X,Y,Z", help="Grid of a kernel file, in blocks."
    )
    @click.option(
        "--block", callback=parse_shape, metavar="X,Y,Z", help="Block of a kernel file, in threads."
    )
    @click.option(
        "--dynamic-shared",
        type=click.IntRange(min=0),
        metavar="B",
        help="Dynamic shared memory of a kernel file, in bytes.",
    )
    @click.option(
        "--compile-options",
        metavar="OPTIONS",
        help="Options for the compiler of FILE.cu, as in '-DN=4 -I../include'.",
    )
    @click.option(
        "--arg",
        "arguments",
        multiple=True,
        metavar="NAME:DTYPE[N,...]:ROLE:VALUES",
        help="Argument of a kernel file, in order. ROLE is in, out or inout. VALUES is LOW..HIGH, "
        "zeros, normal, permutation, FILE.npy or FILE.py:FUNCTION. Write a scalar as "
        "NAME:DTYPE=VALUE. Repeatable.",
    )
    @wraps(command)
    def launched(
        *args, grid, block, dynamic_shared: int | None, compile_options, arguments, **kwargs
    ):
        from ..sources.launch_files import parse_argument

        given = {
            "grid": grid and list(grid),
            "block": block and list(block),
            "dynamic_shared": dynamic_shared,
            "options": compile_options and shlex.split(compile_options),
            "arguments": [parse_argument(text) for text in arguments] or None,
        }
        launch = {key: value for key, value in given.items() if value is not None}
        return command(*args, launch=launch, **kwargs)

    return launched


OPTIONS: dict[str, Callable] = {
    "arch": click.option(
        "--arch",
        help="CUDA architecture such as sm_80 or CPU such as x86-64-v3; by default sm_90.",
    ),
    "chip": click.option(
        "--chip",
        help="Chip to predict for, such as h200 or rtx-3090 (docs/internals.md); by default the "
        "chip of the architecture, h200 for sm_90.",
    ),
    "compiler": click.option(
        "--compiler",
        callback=compile_by,
        expose_value=False,
        metavar="|".join(NAMES),
        help="Compiler to use, by default NVRTC; results name it.",
    ),
    "shape": shape_option,
    "sizes": click.option(
        "--sizes",
        callback=parse_shape,
        metavar="N,N,...",
        help="Problem sizes: all extents of a square shape, the first extent of any other shape.",
    ),
    "launch": launch_options,
    "limits": file_limits,
}


def takes(*names: str, json: str | Sequence[str] = ()) -> Callable:
    """The options of a verb by their names, and --json if it prints documents of these kinds."""
    options = [OPTIONS[name] for name in names]
    if json:
        options.append(json_option(*([json] if isinstance(json, str) else json)))

    def add(command: Callable) -> Callable:
        for option in reversed(options):
            command = option(command)
        return command

    return add


# --- shell completion of references: ladders, rungs, steps; files and the names in them -----------


class Reference(click.ParamType):
    """A reference as text; names.py resolves it."""

    name = "text"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from ..sources.outlines import outlines

        head, colon, _ = incomplete.rpartition(":")
        try:
            named = within(head) if colon else [outline["ladder"] for outline in outlines()]
        except (UserError, OSError, SyntaxError, ValueError):
            # A completion cannot report errors.
            named = []
        whole = [f"{head}{colon}{name}" for name in named]
        found = [CompletionItem(name) for name in whole if name.startswith(incomplete)]
        # The shell itself completes files.
        return found if colon else [CompletionItem(incomplete, type="file"), *found]


REFERENCE = Reference()


def within(head: str) -> Iterable[str]:
    """The completions after a colon that follows FILE.py, LADDER or LADDER:RUNG."""
    if is_file(head):
        defined = ast.parse(Path(head).read_bytes()).body
        named = [node for node in defined if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        return [node.name for node in named if node.name[:1] != "_"]
    if ":" in head:
        return [step.name for step in resolve(head).steps()]
    from ..sources.outlines import outlines

    return [rung["rung"] for outline in outlines(head) for rung in outline["rungs"]]
