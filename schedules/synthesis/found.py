"""`find`: the schedule found for a computation, its source, and the table of its steps."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar

from tvm import tirx

from gpusim.columns import CUT, LEFT_OUT, Column, time_text
from gpusim.errors import UserError
from gpusim.timing.constants import chip_of, constants

from ..analyses.verification.verdict import MACHINE
from ..analyses.verification.verify import verify_rung
from ..core.files import write_text
from ..core.kernel import Kernel
from ..core.results import Result
from ..measure.timing import time_kernel
from ..sources.names import resolve_rung
from ..sources.schedule_source import ModuleRung, OwnRung, load
from .advice import advised
from .facts import OTHER
from .patch import Source
from .program import REFUSED, Draft, Program, first_line, source_of
from .recipes import group_stages, write
from .search import VERIFY_SECONDS, Chosen, Outcome, Search, Workers

MINUTES = 3.0
# Candidates that are verified before the naive kernel is written instead.
MOST_DEFECTS = 4
# A small shape has extents of at least SMALL, with the same remainder.
SMALL = 64


@dataclass(frozen=True)
class FoundStep:
    """A step of a found schedule: predicted microseconds, and the gain over the step before.

    `us` is None for a step that is not a kernel yet. `before` is what bounded the previous step.
    `verified` says whether the simulator found it correct, None if it was not run.
    """

    step: Annotated[str, Column("step")]
    us: Annotated[float | None, Column("predicted", lambda us: time_text(us) if us else "")]
    gain: Annotated[float | None, Column("gain", "+.0%")]
    before: Annotated[str, Column("was bound by", narrow=LEFT_OUT)]
    verified: Annotated[bool | None, Column("verified")]
    why: Annotated[str, Column("why", narrow=CUT)]


@dataclass(frozen=True)
class Found(Result):
    """A schedule found for a computation: the source of its file, and its steps.

    `naive_us` is the predicted time of the simplest correct kernel, or of the schedule that the
    search went on from, which has no `kinds`; `candidates` the number of
    schedules compiled and predicted. `defects` are moves whose result the simulator refused; no
    written schedule contains one. `shapes` are those at which the steps were verified.
    """

    kind: ClassVar[str] = "found"
    name: str
    chip: str
    kinds: tuple[str, ...]
    us: float
    naive_us: float
    bound: str
    candidates: int
    seconds: float
    source: str
    steps: tuple[FoundStep, ...]
    shapes: tuple[tuple[int, ...], ...]
    verdict: str
    defects: tuple[str, ...] = ()
    measured_us: float | None = None

    def parts(self) -> Sequence[FoundStep]:
        return self.steps

    def __repr__(self) -> str:
        kinds = ", ".join(dict.fromkeys(self.kinds))
        what, before = (f"{kinds}, ", "a thread per element") if kinds else ("", "as given")
        lines = [
            f"{self.name} on {self.chip}: {what}predicted {time_text(self.us)} "
            f"({before}: {time_text(self.naive_us)}), bound by {self.bound}",
            f"{self.candidates} schedules compiled and predicted in {self.seconds:.0f} s",
        ]
        if self.measured_us:
            lines.append(f"measured {time_text(self.measured_us)} on this machine's GPU")
        if OTHER in self.kinds:
            lines.append("a part of the computation is of no known kind: it got a bound kernel")
        return "\n".join([*lines, self.verdict, *self.defects])

    def write(self, path: str | Path) -> Path:
        """Write the generator to a file."""
        write_text(Path(path), self.source)
        return Path(path)


@dataclass(frozen=True)
class Origin:
    """Where a computation comes from: how a file imports it, and how to make it smaller."""

    name: str
    imports: str
    function: tirx.PrimFunc
    at: Callable[[Sequence[int]], tirx.PrimFunc] | None = None
    shape: tuple[int, ...] = ()


def find(
    origin: Origin,
    chip: str | None = None,
    arch: str | None = None,
    minutes: float = MINUTES,
    gpu: int = 0,
) -> Found:
    """Search a schedule for a computation; raises UserError if no kernel can be made of it."""
    begun = time.monotonic()
    on = constants(chip or chip_of(arch or "sm_90"))
    with Workers() as pool:
        search = Search(origin.function, on.name, on.architecture, pool, 60 * minutes)
        best = search.run()
        if not search.us(best) < math.inf:
            problems = {outcome.problem for outcome in search.known.values()} - {""}
            raise UserError(f"{origin.name}: no kernel can be made: {'; '.join(sorted(problems))}")
        ranked = [best, *(each for each in search.ranked() if each != best), search.naive]
        measured = None
        if gpu:
            ranked, measured = timed(origin, ranked[:gpu], on.architecture)
        wrongs: list[str] = []
        for numbers in [*ranked[:MOST_DEFECTS], search.naive]:
            program = write(origin.function, numbers)
            checked = assess_steps(origin, numbers, program, search)
            if checked.wrong:
                wrongs.append(checked.wrong)
                continue
            us, naive = search.us(numbers), search.us(search.naive)
            return Found(
                name=origin.name,
                chip=on.name,
                kinds=tuple(group.kind for group in group_stages(Draft(origin.function))),
                us=us,
                naive_us=naive,
                bound=search.known[repr(numbers)].bound,
                candidates=len(search.known),
                seconds=time.monotonic() - begun,
                source=file_text(origin, program, on.name, us, naive),
                steps=checked.steps,
                shapes=checked.shapes,
                verdict=checked.verdict,
                defects=(*search.defects, *wrongs),
                measured_us=measured,
            )
    raise UserError(f"{origin.name}: every schedule failed: {'; '.join(wrongs)}")


def go_on(source: Source, chip: str | None = None, minutes: float = MINUTES, gpu: int = 0) -> Found:
    """Add moves to a schedule in a file, at a step of it, as long as one gains.

    In each round `advised` tries every move; the first whose result the simulator finds correct is
    written into the text. Raises UserError if the step is no kernel that can be predicted.
    """
    begun, defects, tried, verdict = time.monotonic(), list[str](), 0, ""
    steps, outcomes, checks = [(source.step.name, source.step.why)], list[Outcome](), {}
    folder = Path(source.path).resolve().parent
    with tempfile.NamedTemporaryFile("w", dir=folder, prefix="found_", suffix=".py") as file:
        reference, text = f"{file.name}:{source.name}", source.until()
        write_in_place(file, text)
        while True:
            kernel = resolve_rung(reference, source.shape).kernel()
            left = 60 * minutes - (time.monotonic() - begun)
            found = advised(kernel, chip, reference, source.shape, max(left, 1.0))
            outcomes.append(Outcome(found.us or math.inf, found.bound.partition(":")[0]))
            tried += found.tried
            defects += [text for text in found.defects if text not in defects]
            for move in found.moves if left > 0 else ():
                write_in_place(file, move.text)
                checked = verify_rung(load(file.name, source.name, source.shape), places=[MACHINE])
                if checked:
                    break
                defects.append(f"defect of the move {move.move!r}: {checked}")
            else:
                write_in_place(file, text)
                break
            text, verdict = move.text, str(checked)
            steps.append((move.move, move.why))
            checks[move.move] = True
        measured = time_kernel(resolve_rung(reference, source.shape).kernel()).us if gpu else None
    us, naive = (each.us if each.us < math.inf else 0.0 for each in (outcomes[-1], outcomes[0]))
    return Found(
        name=f"{source.path}:{source.name}:{source.step.name}",
        chip=found.chip,
        kinds=(),
        us=us,
        naive_us=naive,
        bound=outcomes[-1].bound,
        candidates=tried,
        seconds=time.monotonic() - begun,
        source=text,
        steps=rows(steps, outcomes, checks),
        shapes=(),
        verdict=verdict,
        defects=tuple(defects),
        measured_us=measured,
    )


def write_in_place(file: Any, text: str) -> None:
    """Give an open file another text."""
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()


def rows(
    steps: Sequence[tuple[str, str]], outcomes: Sequence[Outcome], checked: Mapping[str, bool]
) -> tuple[FoundStep, ...]:
    """The table of steps; a step's gain is over the last step before it that is a kernel."""
    made, last = [], Outcome()
    for (name, why), outcome in zip(steps, outcomes, strict=True):
        kernel = outcome.us < math.inf
        gain = last.us / outcome.us - 1 if kernel and last.us < math.inf else None
        made.append(
            FoundStep(
                name, outcome.us if kernel else None, gain, last.bound, checked.get(name), why
            )
        )
        last = outcome if kernel else last
    return tuple(made)


# --- verification ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verified:
    """The table of steps, the shapes at which they were simulated, what the simulator says of the
    last one, and the first with a wrong result, as a defect of the move behind it; '' if none."""

    steps: tuple[FoundStep, ...]
    shapes: tuple[tuple[int, ...], ...]
    verdict: str
    wrong: str


def verified(program: Program, arch: str, step: str) -> tuple[bool, str]:
    """Whether the simulator finds a step correct, and what it says; runs in a worker process."""
    try:
        kernel = program.kernel(arch, step)
        if kernel.no_kernel:
            return True, ""
        verdict = verify_rung(kernel.rung, None, [MACHINE], lambda _shape: [kernel])
        return bool(verdict), str(verdict)
    except (UserError, *REFUSED) as error:
        return False, first_line(error)


def assess_steps(origin: Origin, numbers: Chosen, program: Program, search: Search) -> Verified:
    """Predict every step. Simulate every step at a small shape, if the computation has shapes, and
    the last one at the user's."""
    names = [name for name, _ in program.steps]
    checks, shapes = [(program, names[-1])], [origin.shape]
    small = small_function(origin)
    if small is None:
        checks += [(program, name) for name in names[:-1]]
    elif smaller := program_at(small[0], numbers, program):
        checks += [(smaller, name) for name in names]
        shapes.append(small[1])
    tasks: list[Callable[[], Any]] = [search.task(numbers, name) for name in names]
    tasks += [partial(verified, checked, search.arch, name) for checked, name in checks]
    answers = search.pool.run(tasks, time.monotonic() + VERIFY_SECONDS, None)
    late = None, "not simulated to the end in time"
    outcomes = [each or Outcome(problem="not predicted in time") for each in answers[: len(names)]]
    results = [each or late for each in answers[len(names) :]]
    states: dict[str, bool] = {}
    wrongs: dict[str, str] = {}
    for (_, name), (right, said) in zip(checks, results, strict=True):
        if right is not None and said:
            states[name] = states.get(name, True) and right
            if not right:
                wrongs.setdefault(name, f"defect of the move behind step {name!r}: {said}")
    return Verified(
        rows(program.steps, outcomes, states),
        tuple(shape for shape in shapes if shape),
        results[0][1],
        next((wrongs[name] for name in names if name in wrongs), ""),
    )


def small_function(origin: Origin) -> tuple[tirx.PrimFunc, tuple[int, ...]] | None:
    """The computation at small extents with the same remainders; None if its shape is fixed."""
    if origin.at is None or not origin.shape:
        return None
    shape = tuple(
        extent if extent <= 2 * SMALL else SMALL + extent % SMALL or SMALL
        for extent in origin.shape
    )
    if shape == origin.shape:
        return None
    try:
        return origin.at(shape), shape
    except UserError:
        return None


def program_at(function: tirx.PrimFunc, numbers: Chosen, program: Program) -> Program | None:
    """The program for another shape: the same if it applies, else written anew from the numbers;
    None if neither fits the shape."""
    same = replace(program, function=function)
    with suppress(UserError):
        same.kernel()
        return same
    with suppress(*REFUSED):
        return write(function, numbers)
    return None


def timed(origin: Origin, candidates: Sequence[Chosen], arch: str) -> tuple[list[Chosen], float]:
    """The candidates by measured time on this machine's GPU, and the time of the fastest."""
    times: list[tuple[float, Chosen]] = []
    for numbers in candidates:
        try:
            times.append((time_kernel(write(origin.function, numbers).kernel(arch)).us, numbers))
        except UserError:
            if numbers is candidates[-1] and not times:
                raise
    times.sort(key=lambda pair: pair[0])
    return [numbers for _, numbers in times], times[0][0]


# --- the file -------------------------------------------------------------------------------------


def file_text(origin: Origin, program: Program, chip: str, us: float, naive: float) -> str:
    """The file: the computation, the compile options, the generator."""
    options = program.options()
    build = f"\nbuild = {options!r}\n".replace("'", '"') if options else ""
    return (
        f'"""{origin.name}, found by `schedules find` for {chip}: predicted {time_text(us)}; '
        f'a thread per element: {time_text(naive)}."""\n\n'
        f"{program.header}{origin.imports}{build}\n\n"
        f"def schedule(sch):\n{source_of(program.lines)}"
    )


def origin_of(kernel: Kernel, file: str = "") -> Origin:
    """Where the computation of a kernel comes from; `file` is FILE.py:NAME if it is in one.

    The found file imports the computation from FILE.py. One that has no name there, or is in no
    file, is written out as TVMScript.
    """
    workload, rung = kernel.workload, kernel.rung
    function, shape = workload.prim_func(), tuple(workload.shape)
    fixed = hasattr(workload, "remake") and workload.remake is None
    at = None if fixed or not shape else partial(_function_at, workload)
    origin = partial(Origin, function=function, at=at, shape=shape)
    path, _, name = file.partition(":")
    stem = Path(path).stem
    if isinstance(rung, OwnRung):
        name = "workload"
    if not path or not stem.isidentifier() or not isinstance(rung, OwnRung | ModuleRung):
        return origin(kernel.short_name, script_of(function))
    if given := getattr(workload, "sizes", shape):
        text = (
            f"from {stem} import {name} as computation\n\n\n"
            f"def workload(*shape):\n    return computation(*(shape or {tuple(given)}))\n"
        )
    else:
        text = f"from {stem} import {name}{'' if name == 'workload' else ' as workload'}\n"
    return origin(f"{Path(path).name}:{name}", text)


def _function_at(workload: Any, shape: Sequence[int]) -> tirx.PrimFunc:
    return workload.with_shape(shape).prim_func()


def script_of(function: tirx.PrimFunc) -> str:
    """A computation without a file, as TVMScript."""
    text = function.with_attr("global_symbol", "workload").script()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return "from tvm.script import tirx as T\n\n\n" + "\n".join(lines).strip() + "\n"
