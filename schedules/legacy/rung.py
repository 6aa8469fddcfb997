"""An old script's schedule as a rung: each `tvm.lower` a step, each call on a stage a primitive."""

from __future__ import annotations

import ast
import contextlib
import io
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import tvm
from tvm import s_tir, tirx

from ..errors import UserError, nearest
from ..ladder import Step, Tile
from ..lowering.lower import reason
from ..userfile import Computation, FileRung, Whole
from ..workloads import Workload
from .calls import OldCall, OldCallError
from .program import Program
from .replay import Replayed, replay
from .runtime import History, Lowering


def is_old_script(file: Path) -> bool:
    """Whether a file calls the old TE's create_schedule."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        # Whoever runs the file says what is wrong with it.
        return False
    called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(getattr(one, "attr", getattr(one, "id", "")) == "create_schedule" for one in called)


@dataclass(frozen=True)
class LegacyRung(FileRung):
    """The history of one schedule of an old script."""

    history: History | None = None

    def _replayed(self) -> Iterator[tuple[Lowering, Replayed]]:
        assert self.history is not None
        for lowering in self.history.lowered:
            state = self.history.states[lowering.calls]
            yield lowering, replay(state, lowering.args, call=lowering.call)

    def walk(self, workload: Workload, tile: Tile) -> Iterator[Step]:
        names: set[str] = set()
        done = -1
        found = 0
        for lowering, replayed in self._replayed():
            if lowering.calls == done:
                # `tvm.build` of what `tvm.lower` has shown already.
                continue
            names_used = tensorized(replayed)
            calls = self.history.schedule.calls[max(done, 0) : lowering.calls]
            lines = tuple(text_of(call, names_used) for call in calls)
            found, done = found + 1, lowering.calls
            name = step_name(lowering.call, names)
            yield Step(found, name, why(lowering.call), replayed.mod, lines)

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        *_, (_, last) = self._replayed()
        return last.program.run(), last.program.origin

    def primitives(self, workload: Workload, tile: Tile) -> list[Step]:
        """The schedule after each call.

        A call that needs a later one before it can be replayed leaves the module as it was.
        """
        assert self.history is not None
        last = self.history.lowered[-1]
        *_, (_, whole) = self._replayed()
        names = tensorized(whole)
        mod = replay(self.history.states[0], last.args, call=last.call).mod
        found = []
        for at, call in enumerate(self.history.schedule.calls[: last.calls], 1):
            with contextlib.suppress(OldCallError):
                mod = replay(self.history.states[at], last.args, call=last.call).mod
            found.append(Step(at, call.method, "", mod, (text_of(call, names),)))
        return found


def tensorized(replayed: Replayed) -> dict[OldCall, list[str]]:
    """The names of the registered intrinsics that each call put in."""
    found: dict[OldCall, list[str]] = {}
    for primitive in replayed.program:
        if primitive.method == "tensorize":
            found.setdefault(primitive.cause, []).append(primitive.args[1])
    return found


def text_of(call: OldCall, intrinsics: dict[OldCall, list[str]]) -> str:
    """A call as the explorer shows it: the script's line, and the intrinsics it stands for."""
    marks = [f'sch.tensorize(..., tensor_intrin="{name}")' for name in intrinsics.get(call, ())]
    return "  # ".join([call.source or call.method, f"line {call.line}", *marks])


def step_name(call: OldCall, taken: set[str]) -> str:
    name, number = f"line_{call.line}", 2
    while name in taken:
        name, number = f"line_{call.line}_{number}", number + 1
    taken.add(name)
    return name


def why(call: OldCall) -> str:
    return call.source


def histories_of(
    file: Path, arguments: Sequence[str], on_call: Callable[[], None] | None = None
) -> list[History]:
    """Run an old script for its schedules alone; gives those it lowers.

    `on_call` is `runtime.Session`'s. A script may end itself by `sys.exit(0)`.

    Raises
    ------
    UserError
        The script is refused, is no Python, fails, or lowers nothing.
    """
    from .script import run_script

    found: list[History] = []
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            run_script(file, arguments, only_lower=True, on_call=on_call, histories=found)
    except UserError:
        raise
    except SyntaxError as error:
        where = f"{error.filename or file}:{error.lineno}"
        raise UserError(f"{where} is no Python: {error.msg}") from None
    except SystemExit as error:
        if error.code not in (None, 0):
            raise UserError(f"{file} ended with exit code {error.code}") from None
    except Exception as error:  # the file is anybody's code
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
        where = f"{file}:{frames[-1].lineno}" if frames else str(file)
        text = f"{where} does not run: {type(error).__name__}: {reason(error)}"
        raise UserError(text) from error
    lowered = [history for history in found if history.lowered]
    if not lowered:
        raise UserError(f"{file} lowers no schedule: call tvm.lower(s, args) or tvm.build")
    return lowered


def load(path: str, name: str, shape: Sequence[int] | None) -> LegacyRung:
    """The rung of an old script's schedule: the only one, or 'schedule', 'schedule_2', ...

    `shape` is given to the script as its arguments.

    Raises
    ------
    UserError
        The script fails, lowers nothing, or has several schedules and none is named.
    """
    file = Path(path)
    found = histories_of(file, [str(extent) for extent in shape or ()])
    known = {
        "schedule" if at == 1 else f"schedule_{at}": history for at, history in enumerate(found, 1)
    }
    if not name and len(found) > 1:
        lines = ", ".join(
            f"{path}:{one} (line {history.schedule.made_by.line})" for one, history in known.items()
        )
        raise UserError(f"{path} has {len(found)} schedules; name one: {lines}")
    name = name or "schedule"
    if name not in known:
        raise nearest(f"schedule of {path}", name, known)
    history = known[name]

    def script() -> None:
        """Stands for the script, whose docstring it has."""

    script.__doc__ = _docstring(file)
    return LegacyRung(
        ladder=file.stem,
        index=1,
        name=name,
        function=script,
        workload=Computation(_unscheduled(history), tuple(shape or ())),
        tile=Whole(),
        any_shape=True,
        target=_target(history),
        history=history,
    )


def _docstring(file: Path) -> str:
    return ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""


def _unscheduled(history: History) -> tirx.PrimFunc:
    """What the script computes, before any cache or factor.

    It does not write the arguments that the last lowering leaves unwritten, being inlined.
    """
    last = history.lowered[-1]
    scheduled = replay(history.states[last.calls], last.args, call=last.call)
    unwritten = [one for one in scheduled.program.arguments if one.unwritten]
    places = {one.at for one in unwritten}
    args = [arg for at, arg in enumerate(last.args) if at not in places]
    origin = replay(history.states[0], args, call=last.call).program.origin
    return Program(origin, arguments=unwritten).finished(origin)["main"]


def _target(history: History) -> str:
    kinds = [lowering.kind for lowering in history.lowered if lowering.kind]
    if kinds:
        return "llvm" if kinds[-1] in ("llvm", "c") else "cuda"
    bound = any(
        one.thread for stage in history.schedule.stages for one in stage.attributes.values()
    )
    return "cuda" if bound else "llvm"
