"""The long commands, dump and verify, over many rungs in a few processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from ..errors import UserError
from ..process_pool import in_processes

PrintTable = Callable[..., None]


@dataclass(frozen=True)
class Task:
    """What one process does with one rung."""

    reference: str
    shape: tuple[int, ...] | None
    arch: str | None
    dumped: bool
    verified: bool


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
    worst: float = 0.0
    failures: list[str] = field(default_factory=list)
    error: str = ""


_verifier = None


def perform(task: Task) -> Outcome:
    """Dump and verify one rung, as the task says. UserErrors are part of the outcome."""
    from .cli import resolve

    outcome = Outcome(task.reference)
    try:
        found = resolve(task.reference, task.shape)
        rung = found.rung
        outcome.ladder = rung.ladder
        if task.dumped:
            _dump(task, rung, outcome)
        if task.verified:
            _verify(task, rung, outcome)
    except UserError as error:
        outcome.error = str(error)
    return outcome


def _dump(task: Task, rung, outcome: Outcome) -> None:
    from ..kernel import check_arch, false_claims, idle_steps
    from ..results.dumps import rung_dump

    arch = check_arch(task.arch, rung.target)
    outcome.files, outcome.section, views = rung_dump(rung, rung.at(task.shape), arch)
    outcome.steps = len(views)
    outcome.kernels = sum(view.source is not None for view in views)
    outcome.launch = views[-1].launch
    outcome.broken = views[-1].problem
    outcome.source_bytes = len(views[-1].source or "")
    outcome.idle = [step.name for step in idle_steps(views)]
    outcome.false_claims = [step.name for step in false_claims(views)]


def _verify(task: Task, rung, outcome: Outcome) -> None:
    from ..checks.serial import Verifier

    global _verifier
    _verifier = _verifier or Verifier()
    seen = set()
    for result in _verifier.verify(rung, [task.shape] if task.shape else None):
        outcome.runs += 1
        seen.add(result.step)
        if result.ok:
            outcome.worst = max(outcome.worst, result.error)
        else:
            shape = ",".join(map(str, result.shape))
            where = f"{result.rung}:{result.step}" + (f" at {shape}" if shape else "")
            outcome.failures.append(f"{where}, {result.inputs} inputs: {result.message}")
    outcome.steps = len(seen)


def tasks_for(
    references: Sequence[str], shape, arch: str | None, dumped: bool, verified: bool
) -> list[Task]:
    """A task per rung of the references; of the whole catalog where there are none."""
    from ..catalog import ladders
    from .cli import resolve

    tasks: dict[str, Task] = {}
    for reference in references or list(ladders()):
        if reference.partition(":")[0].endswith(".py"):
            paths = [reference]
        else:
            found = resolve(reference)
            if found.step:
                raise UserError(f"{reference} names a step; name a ladder or a rung")
            paths = [rung.path for rung in found.rungs]
        for path in paths:
            tasks[path] = Task(path, shape, arch, dumped, verified)
    return list(tasks.values())


def run(tasks: list[Task]) -> list[Outcome]:
    """All outcomes, in the order of the tasks. A file of the user's is run in this process."""
    if any(task.reference.partition(":")[0].endswith(".py") for task in tasks):
        return [perform(task) for task in tasks]
    return in_processes(perform, tasks)


def run_dump(
    references: Sequence[str],
    out: Path,
    check: bool,
    strict: bool,
    verified: bool,
    arch: str | None,
    shape,
    print_table: PrintTable,
) -> int:
    """`schedules dump`: returns the exit code."""
    outcomes = run(tasks_for(references, shape, arch, True, verified))
    columns = ["rung", "steps", "kernels", "bytes", "launch of the last step"]
    rows = [
        [one.reference, one.steps, one.kernels, one.source_bytes, one.launch] for one in outcomes
    ]
    if verified:
        columns += ["runs", "worst error", "right"]
        for row, one in zip(rows, outcomes, strict=True):
            row += verdict(one)
    print_table(columns, rows)
    status = report(outcomes)
    for one in outcomes:
        if one.broken:
            click.echo(f"{one.reference}: the last step is no kernel: {one.broken}", err=True)
            status = status or 1
        for name in one.idle:
            click.echo(
                f"{one.reference}:{name}: no effect on the kernel, and not declared",
                err=True,
            )
        for name in one.false_claims:
            click.echo(f"{one.reference}:{name}: declares no effect and has one", err=True)
        if strict and (one.idle or one.false_claims):
            status = status or 1
    if any(one.error for one in outcomes):
        return status
    return save(outcomes, out, check) or status


def save(outcomes: list[Outcome], out: Path, check: bool) -> int:
    """Write the outcomes' files, or compare with what is there; returns the exit code."""
    from ..results.dumps import differences, write

    different = 0
    for folder, files in folders(outcomes):
        if not check:
            write(files, folder, out)
            continue
        for text in differences(files, folder, out):
            different += 1
            click.echo(text, nl=False)
    if check and different:
        click.echo(
            f"{different} files differ from a fresh dump; `schedules dump` writes them", err=True
        )
        return 1
    return 0


def folders(outcomes: list[Outcome]) -> Iterator[tuple[str, dict[str, str]]]:
    """What a dump replaces as one: a whole ladder with its index page, or else single rungs."""
    from ..catalog import ladders
    from ..results.dumps import ladder_files

    by_ladder: dict[str, list[Outcome]] = {}
    for one in outcomes:
        by_ladder.setdefault(one.ladder, []).append(one)
    for name, members in by_ladder.items():
        ladder = ladders().get(name)
        if ladder and [rung.path for rung in ladder.rungs.values()] == [
            one.reference for one in members
        ]:
            files = {path: text for one in members for path, text in one.files.items()}
            yield name, ladder_files(ladder, files, [one.section for one in members])
            continue
        for one in members:
            yield next(iter(one.files)).rpartition("/")[0], one.files


def run_verify(references: Sequence[str], shape, print_table: PrintTable) -> int:
    """`schedules verify`: returns the exit code."""
    outcomes = run(tasks_for(references, shape, None, False, True))
    rows = [[one.reference, one.steps, *verdict(one)] for one in outcomes]
    print_table(("rung", "steps", "runs", "worst error", "right"), rows)
    return report(outcomes)


def verdict(one: Outcome) -> list:
    """Runs, worst error as a share of the tolerance, and whether all were right."""
    if one.error or not one.runs:
        return [one.runs, "-", "not run"]
    if one.failures:
        return [one.runs, "-", f"{len(one.failures)} WRONG"]
    return [one.runs, f"{one.worst:.2f} of tolerance", "yes"]


def report(outcomes: list[Outcome]) -> int:
    """Print errors and failures; exit code 2 for bad input, 1 for wrong results."""
    for one in outcomes:
        for failure in one.failures:
            click.echo(failure, err=True)
        if one.error:
            click.echo(f"schedules: {one.error}", err=True)
    if any(one.error for one in outcomes):
        return 2
    return 1 if any(one.failures for one in outcomes) else 0
