"""Run a rung's steps serially and its machine code on the simulator: checks for a verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from gpusim.errors import UserError
from gpusim.findings import MOST_STEPS

from ...core.kernel import Kernel
from ...core.ladder import Rung
from .errors import NoMachine, TooMuchWork
from .verdict import CUDA, MACHINE, SERIAL, Check

if TYPE_CHECKING:
    from .serial import Verifier


@dataclass(frozen=True)
class Verified:
    """The checks of a rung. `not_run` says why its machine code did not run, `brief` in a word.

    `problem` says why there is no kernel to run. `notes` name what was omitted. `inapplicable`: a
    rung of this kind never runs at these places.
    """

    checks: tuple[Check, ...]
    not_run: str = ""
    brief: str = ""
    problem: str = ""
    notes: tuple[str, ...] = ()
    inapplicable: bool = False


def verify_rung(
    rung: Rung,
    shapes: Sequence[Sequence[int]],
    places: Collection[str],
    kernel_at: Callable[[Sequence[int]], Kernel],
    *,
    on_cpu: bool = False,
    steps: Collection[str] | None = None,
    verifier: Verifier | None = None,
    most_steps: int = MOST_STEPS,
) -> Verified:
    """Run a rung's steps serially, and the machine code of one step, at each shape.

    Parameters
    ----------
    places
        SERIAL, MACHINE or both; for a kernel in a file MACHINE or CUDA.
    kernel_at
        The kernel at a shape whose machine code runs.
    on_cpu
        Whether the rung is for a CPU, whose machine code is not simulated.
    steps : optional
        Labels of the steps whose loops run, by default all.
    verifier : optional
        Runs the loops, each distinct step once; by default a new one.

    Raises
    ------
    UserError
        Where nothing ran: too much work, or an instruction that the simulator lacks.
    """
    checks: list[Check] = []
    notes: list[str] = []
    not_run = brief = problem = ""
    simulated = MACHINE in places and not on_cpu
    if not rung.has_tir:
        place = CUDA if CUDA in places else MACHINE
        if place not in places:
            raise UserError(f"{rung.path} is a kernel file: use --on machine or --on cuda")
        return file_checks(kernel_at(()), place, most_steps)
    for shape in shapes if SERIAL in places and rung.serial else ():
        try:
            checks += list(serial_checks(rung, [shape], steps, verifier))
        except TooMuchWork as error:
            if not simulated:
                raise
            notes.append(f"the loops did not run: {error}")
    for shape in shapes if simulated else ():
        kernel = kernel_at(shape)
        try:
            checks += machine_checks(kernel, most_steps)
        except NoMachine as reason:
            not_run, brief = str(reason), reason.brief
            problem = not_run if kernel.no_kernel else ""
        except UserError as error:
            if not checks:
                raise
            # What was found before is kept.
            not_run, brief = str(error), "refused"
            problem = not_run
    inapplicable = not (simulated or (SERIAL in places and checks))
    if inapplicable:
        not_run, brief = f"{rung.path} does not run {' and '.join(places)}", "inapplicable"
        if on_cpu and MACHINE in places:
            not_run, brief = f"{rung.path} is for a CPU, which is not simulated", "for a CPU"
    return Verified(tuple(checks), not_run, brief, problem, tuple(notes), inapplicable)


def file_checks(kernel: Kernel, place: str, most_steps: int) -> Verified:
    """The checks of a kernel in a file, in the simulator or on a GPU."""
    from .kernel_files import simulate, verify_file_kernel
    from .kernel_files_on_gpu import run_on_gpu

    run = run_on_gpu if place == CUDA else partial(simulate, most_steps=most_steps)
    checks, notes = verify_file_kernel(kernel, run)
    return Verified(tuple(checks), notes=tuple(notes))


def serial_checks(
    rung: Rung,
    shapes: Sequence[Sequence[int]] | None,
    steps: Collection[str] | None = None,
    verifier: Verifier | None = None,
) -> Iterator[Check]:
    """Every step, or those with these labels, one thread after the other."""
    from .serial import Verifier
    from .simulated import is_compared

    for result in (verifier or Verifier()).verify(rung, shapes, steps):
        problems = (result.message,) if result.message else ()
        yield Check(
            result.step,
            result.shape,
            result.inputs,
            SERIAL,
            result.error,
            problems,
            compared=is_compared(result.workload),
        )


def machine_checks(kernel: Kernel, most_steps: int = MOST_STEPS) -> Iterator[Check]:
    """A kernel's machine code, all threads of a block together; raises as `verify_on_machine`."""
    from .simulated import verify_on_machine

    for result in verify_on_machine(kernel, most_steps=most_steps):
        wrong = (result.difference.message,) if result.difference.message else ()
        problems = (*wrong, *result.findings)
        common = kernel.step.label, kernel.workload.shape, result.inputs, MACHINE
        total = sum(math.prod(shape) for shape, _ in kernel.workload.outputs())
        ran = result.blocks, result.of, result.elements > 0, result.elements, total
        yield Check(*common, result.difference.error, problems, *ran)
