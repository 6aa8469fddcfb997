"""What dump and verify do with each rung, in a few processes, and what is said of the outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import click

from gpusim.errors import UserError

from ..processes.pool import in_processes
from ..sources.names import is_file, is_kernel_file, named_paths, resolve_whole
from ..views.terminal import print_table
from .isolated import apart
from .options import FileLimits

SERIAL, MACHINE = "serial", "machine"


@dataclass(frozen=True)
class Asked:
    """What one process does with one rung."""

    reference: str
    shape: tuple[int, ...] | None
    arch: str | None
    dumped: bool
    # Where to verify it: SERIAL, MACHINE.
    verified: tuple[str, ...]
    # What the command line says of a kernel file's launch.
    launch: Mapping[str, Any] = field(default_factory=dict)
    most_steps: int = FileLimits.steps
    # One shape per rung instead of all that it is verified at.
    one_shape: bool = False

    def shapes(self, rung) -> list[Sequence[int]]:
        """The shapes to verify a rung at; the one that stands for all has two tiles along K."""
        shapes = [self.shape] if self.shape else rung.verify_shapes()
        return shapes[:2][-1:] if self.one_shape else shapes


@dataclass
class Outcome:
    """What became of a rung; plain data, since it crosses a process boundary."""

    reference: str
    ladder: str = ""
    steps: int = 0
    kernels: int = 0
    launch: str = ""
    source_bytes: int = 0
    files: dict[str, str] = field(default_factory=dict)
    section: str = ""
    idle: list[str] = field(default_factory=list)
    false_claims: list[str] = field(default_factory=list)
    broken: str = ""
    runs: int = 0
    machine: str = "-"
    worst: float = 0.0
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    error: str = ""

    @property
    def lost(self) -> bool:
        """Whether its process gave no answer."""
        return bool(self.failures) and not self.runs

    def record(self) -> dict[str, Any]:
        """What came of its verification, for JSON."""
        names = ("reference", "steps", "runs", "machine", "failures", "notes", "error")
        ran = bool(self.runs) and not self.error
        return {
            **{name: getattr(self, name) for name in names},
            "worst": self.worst if ran and not self.failures else None,
            "right": False if self.failures else True if ran else None,
        }

    def dump_record(self) -> dict[str, Any]:
        """What was dumped of it, for JSON."""
        names = ("reference", "steps", "kernels", "launch", "idle", "false_claims", "error")
        return {
            **{name: getattr(self, name) for name in names},
            "bytes": self.source_bytes,
            "files": sorted(self.files),
            "problem": self.broken,
        }


def outcomes_of(
    references: Sequence[str],
    shape,
    arch: str | None = None,
    limits: FileLimits = FileLimits(),
    *,
    dumped: bool = False,
    verified: Sequence[str] = (),
    launch: Mapping[str, Any] | None = None,
    one_shape: bool = False,
) -> list[Outcome]:
    """The outcome of each rung of the references, in order; of the whole catalog without any.

    A file of the user's has a process of its own.
    """
    paths = named_paths(references)
    how = (shape, arch, dumped, tuple(verified), launch or {}, limits.steps, one_shape)
    asked = [Asked(path, *how) for path in paths]
    outcomes = iter(in_processes(perform, [one for one in asked if not is_file(one.reference)]))
    return [
        perform_apart(one, limits) if is_file(one.reference) else next(outcomes) for one in asked
    ]


def perform_apart(asked: Asked, limits: FileLimits) -> Outcome:
    """`perform` in a process of its own, whose end is part of the outcome."""
    outcome, problem = apart(perform, asked, asked.reference, limits)
    return outcome or Outcome(asked.reference, failures=[problem])


def perform(asked: Asked) -> Outcome:
    """Dump and verify one rung, as asked. UserErrors are part of the outcome."""
    outcome = Outcome(asked.reference)
    try:
        if is_kernel_file(asked.reference) and asked.verified and not asked.dumped:
            _verify_kernel_file(asked, outcome)
            return outcome
        rung = resolve_whole(asked.reference, asked.shape).rung
        outcome.ladder = rung.ladder
        if asked.dumped:
            _dump(asked, rung, outcome)
        if SERIAL in asked.verified:
            _verify(asked, rung, outcome)
        if MACHINE in asked.verified:
            _verify_on_machine(asked, rung, outcome)
    except UserError as error:
        outcome.error = str(error)
    return outcome


def _dump(asked: Asked, rung, outcome: Outcome) -> None:
    from ..analyses.effects import false_claims, idle_steps
    from ..core.kernel import kernels_of
    from ..views.dumps import index_section, rung_files

    kernels = kernels_of(rung, asked.shape, asked.arch)
    outcome.files, outcome.section = rung_files(kernels), index_section(rung, kernels)
    outcome.steps = len(kernels)
    outcome.kernels = sum(kernel.source is not None for kernel in kernels)
    outcome.launch = kernels[-1].launch
    outcome.broken = kernels[-1].problem
    outcome.source_bytes = len(kernels[-1].source or "")
    outcome.idle = [step.name for step in idle_steps(kernels)]
    outcome.false_claims = [step.name for step in false_claims(kernels)]


@cache
def _verifier():
    """One a process: rungs share steps, and each distinct one is run once."""
    from ..analyses.verification.serial import Verifier

    return Verifier()


def _verify(asked: Asked, rung, outcome: Outcome) -> None:
    """Every step, one thread after the other."""
    from ..analyses.verification.verdict import serial_checks

    verified = set()
    for check in serial_checks(rung, asked.shapes(rung), _verifier()):
        outcome.runs += 1
        verified.add(check.step)
        if check.ok:
            outcome.worst = max(outcome.worst, check.error)
        else:
            shape = ",".join(map(str, check.shape))
            where = f"{rung.path}:{check.step}" + (f" at {shape}" if shape else "")
            outcome.failures.append(f"{where}, {check.inputs} inputs: {check.problems[0]}")
    outcome.steps = len(verified)


def _verify_on_machine(asked: Asked, rung, outcome: Outcome) -> None:
    """The last step, as machine code. Where no compiler is installed the table says so, unless
    this is all that was asked for."""
    from ..analyses.verification.simulated import NoMachine
    from ..analyses.verification.verdict import COMPARED_WITH_NOTHING, is_compared, machine_checks
    from ..core.kernel import last_kernel

    if (target := rung.lowered_for(asked.arch)).on_cpu:
        return
    runs = blocks = of = 0
    try:
        for shape in asked.shapes(rung):
            kernel = last_kernel(rung, rung.at(shape), target)
            if not is_compared(kernel):
                outcome.notes = [f"{asked.reference}: {COMPARED_WITH_NOTHING}"]
            for check in machine_checks(kernel, asked.most_steps):
                runs, blocks, of = runs + 1, blocks + check.blocks, of + check.of
                where = f"{kernel.name}, {check.inputs} inputs, as machine code"
                outcome.failures += [f"{where}: {problem}" for problem in check.problems]
                if check.error <= 1:
                    outcome.worst = max(outcome.worst, check.error)
    except NoMachine as reason:
        if asked.verified == (MACHINE,):
            raise
        outcome.machine = f"not run: {reason.brief}"
        return
    outcome.steps = outcome.steps or 1
    outcome.runs += runs
    outcome.machine = f"{runs} of them, {blocks if blocks < of else 'all'} of {of} blocks"


def _verify_kernel_file(asked: Asked, outcome: Outcome) -> None:
    from ..analyses.verification.kernel_files import run_file_kernel
    from ..analyses.verification.verdict import COMPARED_WITH_NOTHING
    from ..sources.kernel_files import KernelFile

    if asked.shape:
        raise UserError(f"{asked.reference} is a kernel: its shapes stand with its arguments")
    if MACHINE not in asked.verified:
        raise UserError(f"{asked.reference} is a kernel: it runs --on machine")
    run = run_file_kernel(KernelFile(asked.reference, asked.launch), asked.most_steps)
    outcome.runs, outcome.worst = 1, run.worst
    outcome.machine = (
        f"1 of them, {run.blocks if run.blocks < run.of else 'all'} of {run.of} blocks"
    )
    outcome.failures = [f"{asked.reference}: {text}" for text in run.wrong]
    if not run.compared:
        outcome.notes.append(f"{asked.reference}: {COMPARED_WITH_NOTHING}")


def verdict(outcome: Outcome) -> list:
    """Runs, what ran as machine code, worst error as a share of the tolerance, and whether all
    were right."""
    if outcome.error or not outcome.runs:
        return [outcome.runs, outcome.machine, "-", "not run"]
    if outcome.failures:
        return [outcome.runs, outcome.machine, "-", f"{len(outcome.failures)} WRONG"]
    return [outcome.runs, outcome.machine, f"{outcome.worst:.2f} of tolerance", "yes"]


def print_verdicts(outcomes: Sequence[Outcome]) -> None:
    """A row a rung: what ran, and whether it was right."""
    rows = [[rung.reference, rung.steps, *verdict(rung)] for rung in outcomes]
    print_table(("rung", "steps", "runs", "machine code", "worst error", "right"), rows)


def print_failures(outcomes: list[Outcome]) -> int:
    """Print errors and failures; exit code 2 for bad input, 1 for wrong results."""
    for outcome in outcomes:
        for line in (*outcome.failures, *outcome.notes):
            click.echo(line, err=True)
        if outcome.error:
            click.echo(f"schedules: {outcome.error}", err=True)
    if any(outcome.error for outcome in outcomes):
        return 2
    return 1 if any(outcome.failures for outcome in outcomes) else 0
