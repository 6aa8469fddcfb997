"""A rung's steps on the CPU and one step's machine code: what ran, and what was wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gpusim.findings import MOST_STEPS

from ...core.kernel import Kernel
from ...core.ladder import Rung
from ...sources.tir_workload import Uncompared
from .serial import Verifier, check_work
from .simulated import verify_on_machine

SERIAL, MACHINE = "serial", "machine"
COMPARED_WITH_NOTHING = "its values were compared with nothing"


@dataclass(frozen=True)
class Check:
    """A step on one shape with one kind of input, in one place: 'serial' or 'machine'.

    `error` is the worst difference as a share of the tolerance, infinite where `problems` says that
    values are wrong. `blocks` of the launches' `of` blocks ran, as machine code.
    """

    step: str
    shape: tuple[int, ...]
    inputs: str
    where: str
    error: float
    problems: tuple[str, ...] = ()
    blocks: int = 0
    of: int = 0

    @property
    def ok(self) -> bool:
        return not self.problems


def serial_checks(
    rung: Rung, shapes: Sequence[Sequence[int]] | None, verifier: Verifier
) -> Iterator[Check]:
    """Every step, one thread after the other."""
    for one in verifier.verify(rung, shapes):
        problems = (one.message,) if one.message else ()
        yield Check(one.step, one.shape, one.inputs, SERIAL, one.error, problems)


def machine_checks(kernel: Kernel, most_steps: int = MOST_STEPS) -> Iterator[Check]:
    """A kernel's machine code, all threads of a block together; raises as `verify_on_machine`."""
    check_work(kernel.rung, kernel.workload)
    for one in verify_on_machine(kernel, most_steps=most_steps):
        wrong = (one.difference.message,) if one.difference.message else ()
        problems = (*wrong, *one.findings)
        at = kernel.step.label, kernel.workload.shape, one.inputs, MACHINE
        yield Check(*at, one.difference.error, problems, one.blocks, one.of)


def is_compared(kernel: Kernel) -> bool:
    """Whether anything says what a kernel's values should be."""
    return not isinstance(kernel.workload, Uncompared)
