"""Grading of a learner's schedule: verified, counted and predicted without a GPU."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gpusim.counting.costs import GLOBAL, SHARED, InstructionCount, instructions
from gpusim.errors import UserError

from ..analyses.resources import instruction_class
from ..analyses.verification.verify import machine_checks
from ..core.kernel import Kernel, last_kernel
from ..core.ladder import Rung
from ..processes.worker import note
from ..sources.computations import ScheduleSource, kept_rules
from ..sources.input_values import Own
from ..sources.python_files import run_file
from ..sources.schedule_files import named
from ..sources.schedule_source import as_rung
from .exercise import SCHEDULE, Check, Exercise, find, number

WARP = 32


@dataclass(frozen=True)
class Figure:
    """A figure: its description, and the function that computes it."""

    text: str
    of: Callable[[Kernel], float]


def _memory(kernel: Kernel, scope: str, opcodes: str = "") -> list[InstructionCount]:
    counted = instructions(kernel.instruction_counts)
    wanted = opcodes.split()
    return [
        instruction
        for instruction in counted
        if instruction.scope == scope and (not wanted or instruction.opcode in wanted)
    ]


def _sum(scope: str, what: str, opcodes: str = "") -> Callable[[Kernel], float]:
    def total(kernel: Kernel) -> float:
        counts = [
            getattr(instruction.cost, what) for instruction in _memory(kernel, scope, opcodes)
        ]
        if None in counts:
            raise UserError(f"the cost of {kernel.name} in {scope} memory is unknown")
        return sum(counts)

    return total


def _most(name: str) -> Callable[[Kernel], float]:
    return lambda kernel: max(getattr(use, name) for use in kernel.resources)


def _code(name: str) -> Callable[[Kernel], float]:
    """Counts the instructions of a class in the SASS of all launches."""

    def count(kernel: Kernel) -> float:
        return sum(
            instruction_class(instruction) == name
            for code in kernel.sass.values()
            for instruction in code
        )

    return count


def _prologue_loads(kernel: Kernel) -> float:
    """Loads of global memory in the code outside the busiest loop."""

    def loads(mix: Mapping[str, int]) -> int:
        return sum(count for name, count in mix.items() if name.startswith("LDG"))

    return sum(loads(use.mix) - loads(use.loop) for use in kernel.resources)


# A check names one of these.
FIGURES = {
    "launches": Figure("kernels launched", lambda kernel: len(kernel.launches)),
    "threads": Figure(
        "threads per block", lambda kernel: min(launch.threads for launch in kernel.launches)
    ),
    "idle_lanes": Figure(
        "lanes of a block's last warp without a thread",
        lambda kernel: sum(-launch.threads % WARP for launch in kernel.launches),
    ),
    "blocks": Figure(
        "blocks of the largest launch",
        lambda kernel: max(math.prod(launch.grid) for launch in kernel.launches),
    ),
    "sectors": Figure("sectors of global memory", _sum(GLOBAL, "taken")),
    "requests": Figure("requests to global memory", _sum(GLOBAL, "requests")),
    "wavefronts": Figure("wavefronts of shared memory", _sum(SHARED, "taken")),
    "conflicts": Figure("bank conflicts", _sum(SHARED, "conflicts")),
    "shared_store_conflicts": Figure("bank conflicts of stores", _sum(SHARED, "conflicts", "STS")),
    "registers": Figure("registers per thread", _most("registers")),
    "spill_bytes": Figure(
        "bytes spilled per thread",
        lambda kernel: sum(use.spill_stores + use.spill_loads for use in kernel.resources),
    ),
    "shared_bytes": Figure(
        "bytes of shared memory per block",
        lambda kernel: max(use.static_shared + use.dynamic_shared for use in kernel.resources),
    ),
    "occupancy": Figure(
        "% of an SM's warps resident",
        lambda kernel: 100 * min(use.occupancy.share for use in kernel.resources),
    ),
    "tensor_products": Figure("tensor core instructions in the code", _code("HMMA")),
    "prologue_loads": Figure("loads of global memory before the loop", _prologue_loads),
    "shuffles": Figure("shuffles in the code", _code("SHFL")),
    "predicted_us": Figure("us predicted on an H200", lambda kernel: kernel.predict().us),
}


# --- Grading --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """A check and its value, None if an earlier check failed and it was not counted.

    `otherwise` says what to do if the check failed; '' if there is no advice."""

    figure: str
    text: str
    bound: str
    value: float | None
    passed: bool
    otherwise: str

    @classmethod
    def of(cls, check: Check, value: float | None) -> Checked:
        passed = value is not None and check.passes(value)
        missed = value is not None and not passed
        text = FIGURES[check.figure].text
        told = check.otherwise if missed else ""
        return cls(check.figure, text, check.bound, value, passed, told)

    def __str__(self) -> str:
        value = "" if self.value is None else f"{number(self.value)} "
        return f"{value}{self.text} ({self.bound})"


@dataclass(frozen=True)
class Grade:
    """The grade of a schedule.

    `wrong` lists errors in the values and findings; if there are any, nothing is counted and
    `worst` is None. Otherwise `worst` is the largest error as a fraction of the tolerance. Checks
    are made in order; the first one that fails is the last one that is counted.
    """

    exercise: str
    passed: bool
    wrong: tuple[str, ...]
    worst: float | None
    checks: tuple[Checked, ...]

    def record(self) -> dict[str, Any]:
        """The record as JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class ExerciseRecord:
    """An exercise and the learner's progress.

    `see` names a rung that uses the same technique. `hints` are those given so far; `solution` is
    null until the learner asks for it. `file` and `grade` are set if a file was written or graded.
    """

    number: int
    name: str
    title: str
    statement: str
    see: str
    done: bool
    tries: int
    hints: list[str]
    hints_left: int
    solution: str | None
    file: str
    grade: Grade | None


@dataclass(frozen=True)
class Submission:
    """The task of one worker process: an exercise's name and the learner's file."""

    exercise: str
    file: str


def grade_file(submission: Submission) -> dict[str, Any]:
    """The grade of a file as a record, for a worker process; raises UserError without a
    schedule."""
    exercise = find(submission.exercise)
    return grade(exercise, schedule_of(submission.file), submission.file).record()


def schedule_of(file: str) -> Callable[..., Any]:
    """The generator `schedule` of a file; raises UserError if there is none."""
    function = named(file, vars(run_file(Path(file), kept_rules)), SCHEDULE)
    if not inspect.isgeneratorfunction(function):
        raise UserError(
            f"{file}:{SCHEDULE} must be a generator that takes the schedule and yields step names"
        )
    return function


def grade(exercise: Exercise, schedule: Callable[..., Any], where: str) -> Grade:
    """Verify a schedule, then count its costs. The exercise defines the computation, not the
    file."""
    note("lowering the schedule")
    try:
        small = kernel_of(exercise, schedule, where, exercise.run)
        if small.no_kernel:
            return _wrong(exercise, small.no_kernel)
        note("simulating its SASS")
        ran = list(machine_checks(small))
        wrong = dict.fromkeys(problem for result in ran for problem in result.problems)
        if wrong:
            return _wrong(exercise, *wrong)
        whole = kernel_of(exercise, schedule, where, exercise.sizes)
        if whole.no_kernel:
            return _wrong(exercise, whole.no_kernel)
    except UserError as error:
        # TVM appends the whole module to its message.
        return _wrong(exercise, str(error).partition("\nThe IR with diagnostic is:")[0])
    checked: list[Checked] = []
    for check in exercise.checks:
        going = all(check_done.passed for check_done in checked)
        note(f"counting {FIGURES[check.figure].text}")
        checked.append(Checked.of(check, FIGURES[check.figure].of(whole) if going else None))
    worst = max(result.error for result in ran)
    return Grade(
        exercise.name, all(check_done.passed for check_done in checked), (), worst, tuple(checked)
    )


def kernel_of(
    exercise: Exercise, schedule: Callable[..., Any], where: str, sizes: tuple[int, ...]
) -> Kernel:
    """The finished kernel at the given sizes; raises UserError if TVM rejects a primitive."""
    about = ScheduleSource(
        where=f"{where}:{SCHEDULE}",
        ladder=exercise.name,
        name=SCHEDULE,
        computation=exercise.workload,
        own=Own(),
        shape=sizes,
        kind=None,
    )
    rung: Rung = as_rung(schedule, about)
    return last_kernel(rung, rung.at(sizes), rung.lowered_for(None))


def _wrong(exercise: Exercise, *problems: str) -> Grade:
    return Grade(exercise.name, False, tuple(problems), None, ())
