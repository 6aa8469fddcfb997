"""The command line `schedules`.

Imports are inside the commands: TVM takes most of a second to load, and a typo should not.
"""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .. import __version__
from ..errors import UserError, nearest

if TYPE_CHECKING:
    from ..kernel import Effect, View
    from ..ladder import Rung, Step

PIPED_WIDTH = 200


# --- parameters -----------------------------------------------------------------------------------


def parse_shape(_context: click.Context, _param: click.Parameter, text: str | None):
    """'M,N,K' as a tuple of ints."""
    if text is None:
        return None
    try:
        shape = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UserError(
            f"malformed shape {text!r}: write whole numbers, as in 512,512,64"
        ) from None
    if any(extent < 1 for extent in shape):
        raise UserError(f"malformed shape {text!r}: every extent must be at least 1")
    return shape


shape_option = click.option(
    "--shape", callback=parse_shape, metavar="M,N,K", help="Problem size instead of the rung's own."
)
arch_option = click.option(
    "--arch", help="CUDA architecture (by default sm_90) or CPU (x86-64-v3) to lower for."
)


@dataclass(frozen=True)
class Reference:
    """What LADDER[:RUNG[:STEP]] or FILE.py[:NAME[:STEP]] names."""

    rungs: list[Rung]
    step: str | None
    shape: tuple[int, ...] | None

    @property
    def rung(self) -> Rung:
        return self.rungs[-1]

    def steps(self) -> list[Step]:
        from ..ladder import steps

        return steps(self.rung, self.rung.at(self.shape))

    def chosen(self) -> Step:
        """The named step, or the rung's last."""
        from ..kernel import find_step

        found = self.steps()
        return find_step(found, self.step) if self.step else found[-1]


def resolve(text: str, shape: tuple[int, ...] | None = None) -> Reference:
    """Look up a reference; every part that is unknown is a UserError with the nearest name."""
    parts = text.split(":")
    if len(parts) > 3:
        raise UserError(f"{text!r} has too many parts; write LADDER:RUNG:STEP")
    first, second, third = (*parts, "", "")[:3]
    if first.endswith(".py"):
        from ..userfile import load

        return Reference([load(first, second, shape)], third or None, shape)
    from ..catalog import ladder

    one = ladder(first)
    rungs = [one[second]] if second else list(one.rungs.values())
    return Reference(rungs, third or None, shape)


def one_rung(text: str, shape: tuple[int, ...] | None) -> Reference:
    """A reference that must name a single rung."""
    found = resolve(text, shape)
    if len(found.rungs) > 1:
        names = ", ".join(rung.name for rung in found.rungs)
        raise UserError(f"{text} has several rungs; name one, as {text}:RUNG with RUNG of {names}")
    return found


# --- output ---------------------------------------------------------------------------------------


def print_code(text: str, language: str) -> None:
    """Highlighted on a terminal, plain when piped."""
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.syntax import Syntax

    Console().print(Syntax(text, language, theme="ansi_dark", background_color="default"))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str = "") -> None:
    """A table: drawn on a terminal, tab-free aligned text when piped."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left")
    for name in columns:
        table.add_column(name, overflow="fold", justify="right" if name in _NUMERIC else "left")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    if sys.stdout.isatty():
        Console(highlight=False, markup=False).print(table)
        return
    buffer = io.StringIO()
    Console(file=buffer, width=PIPED_WIDTH, highlight=False, markup=False).print(table)
    click.echo("\n".join(line.rstrip() for line in buffer.getvalue().rstrip().splitlines()))


_NUMERIC = {"#", "+", "-", "ms", "steps", "kernels", "runs", "bytes", "worst error"}
_NUMERIC |= {"line", "bits", "requests", "wavefronts", "conflicts", "sectors"}


def effect_marks(change: Effect | None, view: View) -> tuple[str, str, str, str]:
    """How a step's row shows what it changed: yes, no, or - where a side has no such level."""
    if change is None:
        have = (view.tir, view.lowered, view.source, view.launches or None)
        return tuple("-" if level is None else "new" for level in have)

    def mark(changed: bool | None, present: object) -> str:
        return ("new" if present else "-") if changed is None else "yes" if changed else "no"

    return (
        mark(change.tir, True),
        mark(change.lowered, view.lowered),
        mark(change.source, view.source),
        mark(change.launch, view.launches),
    )


# --- commands -------------------------------------------------------------------------------------


class Commands(click.Group):
    """A group whose unknown commands get the nearest name, and whose output may end early."""

    def invoke(self, ctx: click.Context):
        """Exit code 0 where the reader (head, less) has seen enough: click's own would be 1."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.ENOSPC) or error.filename is not None:
                raise
            # What is left in the buffer would fail once more at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if error.errno == errno.EPIPE:
                sys.exit(0)
            raise UserError(f"cannot write the output: {error.strerror}") from None

    def resolve_command(self, ctx: click.Context, args: list[str]):
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise nearest("command", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="schedules")
def cli() -> None:
    """Schedules of TVM tensor expressions, step by step.

    A kernel is named LADDER:RUNG:STEP, for example gemm/sgemm_tvm:vthread:bind_fetch; wherever one
    is expected, FILE.py:NAME:STEP names a schedule in a file of yours.
    """


@cli.command("list")
@click.argument("ladder", required=False)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable, with every step's reason.")
def list_(ladder: str | None, as_json: bool) -> None:
    """Ladders, their rungs and steps."""
    from ..catalog import ladder as find
    from ..catalog import ladders
    from ..ladder import steps

    found = [find(ladder)] if ladder else list(ladders().values())
    if as_json:
        click.echo(json.dumps([ladder_record(one) for one in found], indent=2))
        return
    for one in found:
        rows = [
            (rung.index, rung.name, len(list(steps(rung))), rung.summary)
            for rung in one.rungs.values()
        ]
        print_table(("#", "rung", "steps", "what"), rows, title=f"{one.name}: {one.title}")


def ladder_record(ladder) -> dict[str, Any]:
    """A ladder as `list --json` gives it."""
    from dataclasses import asdict

    from ..ladder import steps

    return {
        "ladder": ladder.name,
        "title": ladder.title,
        "workload": str(ladder.workload),
        "reference": [asdict(figure) for figure in ladder.reference],
        "rungs": [
            {
                "index": rung.index,
                "rung": rung.name,
                "doc": rung.doc,
                "shape": rung.workload.shape,
                "tile": rung.tile.block(),
                "any_shape": rung.any_shape,
                "figures": [asdict(figure) for figure in rung.figures],
                "steps": [{"step": step.name, "why": step.why} for step in steps(rung)],
            }
            for rung in ladder.rungs.values()
        ],
    }


@cli.command()
@click.argument("reference")
@click.option(
    "--level",
    help="tir, lowered, cuda, ptx, sass, opencl, metal, wgsl; for CPUs tir, lowered, asm, llvm.",
)
@arch_option
@shape_option
def show(reference: str, level: str | None, arch: str | None, shape) -> None:
    """One step at one level; a rung's last step; or what a ladder is about."""
    from ..kernel import LANGUAGES, check_arch, check_level, render
    from ..results.dumps import text_of

    found = resolve(reference, shape)
    rung = found.rung
    if level is None and len(found.rungs) > 1:
        show_ladder(reference)
        return
    level = check_level(level or "tir", rung.target)
    arch = check_arch(arch, rung.target)
    view = render(rung, found.chosen(), level, arch)
    print_code(text_of(rung, rung.at(shape), view, level, arch), LANGUAGES[level])


def show_ladder(name: str) -> None:
    """A ladder's rungs with their reasons and figures."""
    from ..catalog import ladder

    one = ladder(name)
    click.echo(f"{one.name}: {one.title}\n{one.workload}")
    for figure in one.reference:
        click.echo(f"  reference: {figure}")
    for rung in one.rungs.values():
        click.echo(f"\n{rung.index:02d} {rung.name}")
        click.echo("\n".join(f"   {line}".rstrip() for line in rung.doc.splitlines()))
        if rung.build.describe():
            click.echo(f"   build: {rung.build.describe()}")
        for figure in rung.figures:
            click.echo(f"   source: {figure}")


@cli.command()
@click.argument("reference", metavar="LADDER:RUNG")
@click.option("--primitives", is_flag=True, help="A row for every primitive, with its effect.")
@arch_option
@shape_option
def steps(reference: str, primitives: bool, arch: str | None, shape) -> str | None:
    """A row per step: what it changed, and why it is taken."""
    from ..kernel import check_arch, effects, source_level, views

    found = one_rung(reference, shape)
    arch = check_arch(arch, found.rung.target)
    level = source_level(found.rung.target)
    walked = found.steps()
    parts = primitive_steps(found.rung, found.rung.at(shape), walked) if primitives else walked
    seen = views(found.rung, parts, arch=arch)
    rows = []
    for view, change in zip(seen, effects(seen), strict=True):
        tir, lowered, cuda, launch = effect_marks(change, view)
        note = view.launch or view.problem
        if change is not None and change.idle:
            note = f"no effect on {level}"
        why = view.step.primitives[-1] if primitives else view.step.why
        rows.append((view.step.index, view.step.name, tir, lowered, cuda, launch, note, why))
    last = "primitive" if primitives else "why"
    columns = ("#", "step", "tir", "lowered", level, "launch", "kernel", last)
    print_table(columns, rows, title=found.rung.path)
    return seen[-1].problem or None


def primitive_steps(rung: Rung, workload, walked: list[Step]) -> list[Step]:
    """The primitives of a rung as steps, each named after the step it belongs to."""
    from dataclasses import replace

    from ..ladder import primitives

    lines = [line for step in walked for line in step.primitives]
    owner = [step.name for step in walked for _ in step.primitives]
    found, upto = [], 0
    for one in primitives(rung, workload):
        upto += len(one.primitives)
        assert lines[upto - 1] == one.primitives[-1]
        found.append(replace(one, name=f"{owner[upto - 1]}/{one.name}"))
    return found


@cli.command()
@click.argument("first")
@click.argument("second")
@click.option("--level", help="Level to compare, by default cuda (asm for a CPU).")
@click.option("--side-by-side", is_flag=True, help="Two columns instead of a unified diff.")
@arch_option
@shape_option
def diff(
    first: str, second: str, level: str | None, side_by_side: bool, arch: str | None, shape
) -> None:
    """What differs between two steps or two rungs."""
    from ..kernel import check_arch, check_level, render, source_level
    from .textdiff import columns, unified

    texts = []
    for reference in (first, second):
        found = one_rung(reference, shape)
        step = found.chosen()
        target = found.rung.target
        one_level = check_level(level or source_level(target), target)
        view = render(found.rung, step, one_level, check_arch(arch, target))
        texts.append((f"{found.rung.path}:{step.name}", view.level(one_level)))
    if texts[0][1] == texts[1][1]:
        click.echo(f"schedules: {first} and {second} are the same here", err=True)
    if side_by_side:
        width = shutil.get_terminal_size()[0] if sys.stdout.isatty() else PIPED_WIDTH
        click.echo(columns(*texts[0], *texts[1], width=width), nl=False)
    else:
        print_code(unified(*texts[0], *texts[1]), "diff")


@cli.command()
@click.argument("reference", metavar="LADDER:RUNG[:STEP]")
@click.option("--changed-only", is_flag=True, help="Leave out passes that changed nothing.")
@click.option("--grep", "pattern", help="Only passes that add or remove a line with this text.")
@click.option("--show", "shown", metavar="PASS", help="The TIR after a pass, by name or number.")
@arch_option
@shape_option
def passes(
    reference: str,
    changed_only: bool,
    pattern: str | None,
    shown: str | None,
    arch: str | None,
    shape,
) -> None:
    """Every lowering pass with its effect on the TIR."""
    from ..kernel import check_arch
    from ..lowering.pass_effects import after_pass, watch

    found = one_rung(reference, shape)
    watched = watch(found.rung, found.chosen(), check_arch(arch, found.rung.target))
    if shown is not None:
        print_code(after_pass(watched, shown), "python")
        return
    rows = [
        (one.index, one.name, one.added, one.removed, f"{one.milliseconds:.1f}")
        for one in watched
        if (not changed_only or one.changed) and (pattern is None or one.touches(pattern))
    ]
    title = f"{found.rung.path}:{found.chosen().name}"
    print_table(("#", "pass", "+", "-", "ms"), rows, title=title)


@cli.command()
@click.argument("references", nargs=-1, metavar="[LADDER ...]")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("lowered_ir"), show_default=True
)
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where the files differ.")
@click.option("--strict", is_flag=True, help="Fail on a step with an undeclared lack of effect.")
@click.option("--verify", "verified", is_flag=True, help="Verify every step on the CPU as well.")
@arch_option
@shape_option
def dump(
    references, out: Path, check: bool, strict: bool, verified: bool, arch: str | None, shape
) -> None:
    """The main job: every step of every rung, as files below --out."""
    from .dump import run_dump

    sys.exit(run_dump(references, out, check, strict, verified, arch, shape, print_table))


@cli.command()
@click.argument("reference", metavar="LADDER[:RUNG[:STEP]]")
@click.option("--arch", help="Architectures, as in sm_80,sm_90, or 'all'; by default sm_90.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable, with every instruction.")
@shape_option
def resources(reference: str, arch: str | None, as_json: bool, shape) -> None:
    """Registers, spills, shared memory, occupancy and instruction mix, from the machine code."""
    from .resources import run_resources

    sys.exit(run_resources(reference, arch, as_json, shape, print_table))


@cli.command()
@click.argument("reference", metavar="LADDER[:RUNG[:STEP]]")
@click.option("--as-written", is_flag=True, help="As in TIR, before nvcc merges accesses.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable, with every count.")
@arch_option
@shape_option
def analyze(reference: str, as_written: bool, as_json: bool, arch: str | None, shape) -> None:
    """Memory accesses: bank conflicts, sectors, widths, and their totals over the launch.

    FILE.py:NAME:STEP takes a schedule of yours. docs/memory-access.md says how to read the table.
    """
    from .analyze import run_analyze

    sys.exit(run_analyze(reference, arch, as_json, as_written, shape, print_table))


def parse_sizes(_context: click.Context, _param: click.Parameter, text: str | None):
    """'512,1024' as a list of ints."""
    return list(parse_shape(_context, _param, text) or ())


sizes_option = click.option(
    "--sizes",
    callback=parse_sizes,
    metavar="N,N,...",
    help="Problem sizes: every extent of a square shape, the first of any other.",
)


def parse_tools(_context: click.Context, _param: click.Parameter, text: str | None) -> list[str]:
    """'memcheck,racecheck' or 'all' as a list of compute-sanitizer's tools."""
    if text is None:
        return []
    from ..checks.sanitize import TOOLS

    asked = text.split(",")
    for name in asked:
        if name not in (*TOOLS, "all"):
            raise nearest("sanitizer tool", name, [*TOOLS, "all"])
    return [tool for tool in TOOLS if tool in asked or "all" in asked]


@cli.command()
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option(
    "--device",
    type=click.Choice(["cpu", "cuda"]),
    default="cpu",
    show_default=True,
    help="cpu: every step, turned serial. cuda: every rung's kernel at its real shape.",
)
@sizes_option
@shape_option
@click.option(
    "--sanitize",
    "tools",
    callback=parse_tools,
    metavar="TOOL,...",
    help="With cuda: run compute-sanitizer's memcheck, racecheck, synccheck, initcheck, or all.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With cuda: add the verdicts to this record.",
)
def verify(
    references, device: str, sizes: list[int], shape, tools: list[str], json_file: Path | None
) -> None:
    """Compare steps on the CPU, or kernels on a GPU, with the float64 reference."""
    if tools:
        if device != "cuda" or sizes:
            raise UserError("--sanitize goes with --device cuda and at most one --shape")
        from .verify_on_gpu import run_sanitize

        sys.exit(run_sanitize(references, tools, shape, json_file))
    if device == "cuda":
        from .verify_on_gpu import run_verify_on_device

        sys.exit(run_verify_on_device(references, sizes, shape, json_file))
    if json_file is not None:
        raise UserError("--json goes with --device cuda: a record is of a GPU")
    if sizes:
        raise UserError("--sizes goes with --device cuda; the CPU takes one --shape")
    from .dump import run_verify

    sys.exit(run_verify(references, shape, print_table))


@cli.command()
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
@sizes_option
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path),
    help="Record to add to, by default docs/results/<device>.json.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Also write the record's plots there, as SVG.",
)
@click.option(
    "--missing", is_flag=True, help="Time only rungs whose present kernel the record lacks."
)
@click.option("--counters", is_flag=True, help="As --missing, then profile with ncu.")
@click.option(
    "--counters-only", is_flag=True, help="Profile with ncu what the record has; nothing is timed."
)
def bench(
    references,
    sizes: list[int],
    json_file: Path | None,
    plot: Path | None,
    missing: bool,
    counters: bool,
    counters_only: bool,
) -> None:
    """Verify kernels on this GPU, then time them beside cuBLAS, torch, Triton and dlight.

    A ladder for CPUs is timed on this machine's, beside NumPy. The record is written after each
    shape, so that a run may be cut short.
    """
    if plot is not None:
        check_plots()
    on_cpu = [one for one in references if resolve(one).rung.target == "llvm"]
    if on_cpu and len(on_cpu) < len(references):
        raise UserError(f"{on_cpu[0]} is for a CPU: bench it in a run of its own")
    if on_cpu:
        if missing or counters or counters_only:
            raise UserError("--missing and --counters are for a GPU, and this ladder is for a CPU")
        from .bench import run_cpu_bench

        sys.exit(run_cpu_bench(references, sizes, json_file, plot, print_table))
    from .bench import run_bench

    which = "none" if counters_only else "missing" if missing or counters else "all"
    profiled = counters or counters_only
    sys.exit(run_bench(references, sizes, json_file, plot, profiled, which, print_table))


def check_plots() -> None:
    """Raise UserError where plots cannot be drawn, before anything is measured."""
    from ..results.plot_style import check_matplotlib

    check_matplotlib()


@cli.command()
@click.option(
    "--results",
    "files",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Records to publish, by default docs/results/*.json.",
)
@click.option(
    "--readme",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("README.md"),
    show_default=True,
    help="The page whose marked sections are filled in.",
)
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where the files differ.")
def publish(files: tuple[Path, ...], readme: Path, check: bool) -> None:
    """Write tables and plots from recorded results: README sections, a page per device."""
    from .publish import run_publish

    sys.exit(run_publish(files, readme, check))


@cli.command()
@click.argument("reference", metavar="FILE.py[:NAME]|LADDER:RUNG")
@click.option("--out", type=click.Path(path_type=Path), help="Write the dumps below this folder.")
@arch_option
@shape_option
def explore(reference: str, out: Path | None, arch: str | None, shape) -> None:
    """A schedule of your own, or a rung: its steps, their effects, and whether each is right.

    The function NAME (by default `schedule`) takes nothing and returns an s_tir.Schedule, or is a
    generator that takes a schedule and yields step names. show, steps, diff, passes, dump and
    verify take FILE.py:NAME as well. A script for the old te.create_schedule is run as it is, with
    --shape as its arguments: every tvm.lower is a step (docs/legacy.md). LADDER:RUNG@DEVICE is a
    rung with the tiles that tuning found.
    """
    from .dump import run_dump, run_verify

    context = click.get_current_context()
    problem = context.invoke(steps, reference=reference, primitives=False, arch=arch, shape=shape)
    status = run_verify([reference], shape, print_table)
    if problem:
        click.echo(f"{reference}: the last step gives no kernel: {problem}", err=True)
    if out is not None:
        status = run_dump([reference], out, False, False, False, arch, shape, print_table) or status
    sys.exit(status or (1 if problem else 0))


@cli.command()
@click.argument("script", metavar="OLD.py", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="NEW.py", help="Write there.")
@click.option("--each-lower", is_flag=True, help="A function per tvm.lower, not only for the last.")
@click.option("--force", is_flag=True, help="Replace NEW.py if it exists.")
@shape_option
def migrate(script: Path, out: Path | None, each_lower: bool, force: bool, shape) -> None:
    """An old te.create_schedule script as one for plain TVM: TE, then s_tir.Schedule calls.

    --shape is given to the script as its arguments. docs/migrating.md has the table of old calls.
    """
    from ..legacy.migrate import run_migrate

    text, notice = run_migrate(script, out, [str(one) for one in shape or ()], each_lower, force)
    click.echo(notice, err=True, nl=False)
    if text:
        print_code(text, "python")


@cli.command("report")
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("report.html"),
    show_default=True,
)
def report_(references, out: Path) -> None:
    """The explorer page as one offline HTML file, by default of all ladders."""
    from ..explorer.report import run_report

    sys.exit(run_report(references, out))


@cli.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8123, show_default=True)
def serve(port: int) -> None:
    """The explorer page live on 127.0.0.1, with numbers to change; --port 0 takes any port."""
    from ..explorer.serve import run_serve

    sys.exit(run_serve(port))


# --- entry points ---------------------------------------------------------------------------------


def run_on_ladder(name: str) -> None:
    """Run a command on one ladder; with no command, list it."""
    command, *rest = sys.argv[1:] or ["list"]
    main([command, *([] if command.startswith("-") else [name]), *rest])


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    run_command(cli, "schedules", arguments, "interrupted; nothing was left half-written")


def run_command(
    command: click.Command,
    name: str,
    arguments: Sequence[str] | None = None,
    interrupted: str = "interrupted",
    invoked_as: str | None = None,
) -> NoReturn:
    """Run a program's command; every expected error is one line on stderr and an exit code."""

    def end(text: str, code: int) -> NoReturn:
        click.echo(f"{name}: {text}", err=True)
        sys.exit(code)

    if sys.stdout is None:
        # Closed by whoever called: what would be printed is nobody's, what is written is wanted.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  until the end
    try:
        status = command.main(arguments, prog_name=invoked_as or name, standalone_mode=False)
    except UserError as error:
        end(str(error), error.exit_code)
    except click.ClickException as error:
        end(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        end(interrupted, 130)
    sys.exit(status if isinstance(status, int) else 0)
