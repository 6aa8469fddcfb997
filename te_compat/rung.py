"""An old script's schedule as a rung: each `tvm.lower` is a step, each call on a stage a
primitive."""

from __future__ import annotations

import ast
import contextlib
import io
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
import tvm
from tvm import s_tir, tirx

from gpusim.errors import UserError, nearest
from schedules.core.errors import UnknownName
from schedules.core.ladder import Build, NoTile, Step, Tile
from schedules.lowering.lower import reason
from schedules.sources.computations import Computation
from schedules.sources.schedule_source import OwnRung
from schedules.workloads import Workload

from .build import extra_options
from .calls import OldCall, OldCallError
from .last_build import TooLong, limits
from .program import Program, unique
from .session import History, Replayed
from .symbolic import Sizes


def is_old_script(file: Path) -> bool:
    """Whether a file calls the old TE's create_schedule."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        # Running the file reports what is wrong with it.
        return False
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(getattr(f, "attr", getattr(f, "id", "")) == "create_schedule" for f in called)


@dataclass(frozen=True)
class LegacyRung(OwnRung):
    """The history of one schedule of an old script."""

    history: History = field(kw_only=True)

    def walk(self, workload: Workload, tile: Tile) -> Iterator[Step]:
        names: set[str] = set()
        number = done = 0
        for lowering in self.history.lowered:
            if number and lowering.calls == done:
                # `tvm.build` of a schedule that `tvm.lower` has already shown.
                continue
            replayed = self.history.replayed(lowering)
            intrinsics = tensorized(replayed)
            calls = self.history.schedule.log.calls[done : lowering.calls]
            lines = tuple(text_of(call, intrinsics) for call in calls)
            number, done = number + 1, lowering.calls
            name = unique(f"line_{lowering.call.line}", names, 2)
            yield Step(number, name, lowering.call.source, replayed.mod, lines)

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        program = self.history.replayed(self.history.lowered[-1]).program
        return program.run(), program.origin

    def primitives(self, workload: Workload, tile: Tile) -> list[Step]:
        """The schedule after each call.

        A call that needs a later one before it can be replayed leaves the module as it was.
        """
        last = self.history.lowered[-1]
        intrinsics = tensorized(self.history.replayed(last))
        mod = self.history.replayed(last, calls=0).mod
        steps = []
        for number, call in enumerate(self.history.schedule.log.calls[: last.calls], 1):
            with contextlib.suppress(OldCallError):
                mod = self.history.replayed(last, calls=number).mod
            steps.append(Step(number, call.method, "", mod, (text_of(call, intrinsics),)))
        return steps


def tensorized(replayed: Replayed) -> dict[OldCall, list[str]]:
    """The names of the registered intrinsics that each call inserted."""
    intrinsics: dict[OldCall, list[str]] = {}
    for primitive in replayed.program:
        if primitive.method == "tensorize":
            intrinsics.setdefault(primitive.cause, []).append(primitive.args[1])
    return intrinsics


def text_of(call: OldCall, intrinsics: dict[OldCall, list[str]]) -> str:
    """A call in the explorer's form: the script's line, and the intrinsics that it uses."""
    marks = [f'sch.tensorize(..., tensor_intrin="{name}")' for name in intrinsics.get(call, ())]
    return "  # ".join([call.source or call.method, f"line {call.line}", *marks])


def histories_of(file: Path, arguments: Sequence[str], **options) -> list[History]:
    """Run an old script for its schedules alone; gives those it lowers.

    `options` are `Session`'s. A script may end itself by `sys.exit(0)`.

    Raises
    ------
    UserError
        The script is refused, is no Python, fails, or lowers nothing.
    """
    from .script import missing_of_the_script, run_script

    histories: list[History] = []
    try:
        with contextlib.redirect_stdout(io.StringIO()), limits():
            run_script(file, arguments, only_lower=True, histories=histories, **options)
    except TooLong as error:
        if not any(history.lowered for history in histories):
            raise UserError(f"{file}: {error}") from None
        click.echo(f"{file}: {error}", err=True)
    except UserError:
        raise
    except SystemExit as error:
        if error.code not in (None, 0):
            raise UserError(f"{file} ended with exit code {error.code}") from None
    except Exception as error:  # User code may raise anything.
        if missing := missing_of_the_script(error, file):
            raise UserError(missing) from None
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
        where = f"{file}:{frames[-1].lineno}" if frames else str(file)
        text = f"{where} does not run: {type(error).__name__}: {reason(error)}"
        raise UserError(text) from error
    lowered = [history for history in histories if history.lowered]
    if not lowered:
        raise UserError(f"{file} lowers no schedule: call tvm.lower(s, args) or tvm.build")
    return lowered


def load_old_script(path: str, name: str, shape: Sequence[int] | None) -> LegacyRung | None:
    """`load` for an old script; None if the file is not one."""
    return load(path, name, shape) if is_old_script(Path(path)) else None


def load(path: str, name: str, shape: Sequence[int] | None) -> LegacyRung:
    """The rung of an old script's schedule: the only one, or 'schedule', 'schedule_2', ...

    `shape` is given to the script as its arguments, and to its symbolic extents in their order.

    Raises
    ------
    UserError
        The script fails, lowers nothing, or has several schedules and none is named.
    """
    file = Path(path)
    made = histories_of(file, list(map(str, shape or ())), sizes=Sizes(order=shape or ()))
    histories = {
        "schedule" if number == 1 else f"schedule_{number}": history
        for number, history in enumerate(made, 1)
    }
    if not name and len(histories) > 1:
        lines = ", ".join(
            f"{path}:{each} (line {history.schedule.made_by.line})"
            for each, history in histories.items()
        )
        raise UserError(f"{path} has {len(histories)} schedules; name one: {lines}")
    name = name or "schedule"
    if name not in histories:
        raise UnknownName(str(nearest(f"schedule of {path}", name, histories)))
    history = histories[name]
    last = history.replayed(history.lowered[-1])

    def script() -> None:
        """Placeholder for the script, with its docstring."""

    script.__doc__ = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return LegacyRung(
        ladder=file.stem,
        index=1,
        name=name,
        function=script,
        workload=Computation(unscheduled(history), tuple(shape or ())),
        tile=NoTile(),
        any_shape=True,
        target=target_kind(history),
        history=history,
        build=Build(storage_rewrite=not extra_options(last, target_kind(history))),
    )


def unscheduled(history: History) -> tirx.PrimFunc:
    """The script's computation, before any `cache_read`, `cache_write` or `rfactor`.

    It does not write the arguments that the last lowering leaves unwritten, being inlined.
    """
    last = history.lowered[-1]
    if history.replayed(last).program.states:
        # Steps of a scan are computed in order only once they are in one loop.
        return history.replayed(last, calls=0).mod["main"]
    unwritten = [arg for arg in history.replayed(last).program.arguments if arg.unwritten]
    places = {arg.at for arg in unwritten}
    kept = tuple(arg for number, arg in enumerate(last.args) if number not in places)
    origin = history.replayed(replace(last, args=kept), calls=0).program.origin
    return Program(origin, arguments=unwritten).finished(origin)["main"]


def target_kind(history: History) -> str:
    """The target of a schedule's last build, or what its bound threads need."""
    kinds = [lowering.kind for lowering in history.lowered if lowering.kind]
    if kinds:
        return "llvm" if kinds[-1] in ("llvm", "c") else "cuda"
    bound = any(
        attrs.thread for stage in history.schedule.stages for attrs in stage.attributes.values()
    )
    return "cuda" if bound else "llvm"
