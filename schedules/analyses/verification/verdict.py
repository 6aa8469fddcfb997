"""The verdict on a kernel: which checks ran, what they compared, what they found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

SERIAL, MACHINE, CUDA = "serial", "machine", "cuda"


class Verdict(StrEnum):
    """The result of a verification, in the words that all output uses."""

    CORRECT = "correct"
    UNCOMPARED = "no findings, values not compared"
    WRONG = "wrong"
    NOT_RUN = "not run"

    @property
    def exit_code(self) -> int:
        """1 for a wrong kernel, 2 if the verification did not run."""
        return {Verdict.WRONG: 1, Verdict.NOT_RUN: 2}.get(self, 0)

    @property
    def ok(self) -> bool | None:
        """True for a correct kernel, False for a wrong one, None if unknown."""
        return {Verdict.CORRECT: True, Verdict.WRONG: False}.get(self)


@dataclass(frozen=True)
class Check:
    """A step on one shape with one kind of input, in one place: 'serial', 'machine' or 'cuda'.

    `error` is the largest difference as a fraction of the tolerance, infinite where `problems` says
    that values are wrong. `compared` is False where no reference exists for any value that ran. Of
    simulated machine code, `blocks` of the launches' `of` blocks ran, and `elements` of the
    outputs' `of_elements` elements were compared.
    """

    step: str
    shape: tuple[int, ...]
    inputs: str
    where: str
    error: float
    problems: tuple[str, ...] = ()
    blocks: int = 0
    of: int = 0
    compared: bool = True
    elements: int = 0
    of_elements: int = 0

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def verdict(self) -> Verdict:
        return verdict_of((self,))


def verdict_of(checks: Collection[Check], error: str = "") -> Verdict:
    """The verdict that checks amount to; `error` says why others could not run."""
    if not all(check.ok for check in checks):
        return Verdict.WRONG
    if error or not checks:
        return Verdict.NOT_RUN
    return Verdict.CORRECT if all(check.compared for check in checks) else Verdict.UNCOMPARED


def worst_error(checks: Collection[Check]) -> float | None:
    """The largest error as a fraction of the tolerance; None unless all values are correct."""
    if verdict_of(checks) is not Verdict.CORRECT:
        return None
    return max(check.error for check in checks)


def blocks_of(checks: Collection[Check]) -> tuple[int, int]:
    """Simulated blocks, and launched blocks."""
    return sum(check.blocks for check in checks), sum(check.of for check in checks)


def elements_of(checks: Collection[Check]) -> tuple[int, int]:
    """Compared elements of the outputs of simulated kernels, and all elements."""
    return sum(check.elements for check in checks), sum(check.of_elements for check in checks)


def coverage(checks: Collection[Check]) -> str:
    """A text about what was simulated: '2 of them, all of 8 blocks'; '' if nothing was.

    If blocks were sampled, it includes how many elements were compared.
    """
    ran = [check for check in checks if check.where == MACHINE]
    if not ran:
        return ""
    blocks, of = blocks_of(ran)
    if blocks == of:
        return f"{len(ran)} of them, all of {of} blocks"
    elements, all_elements = elements_of(ran)
    compared = f", {elements} of {all_elements} elements compared"
    return f"{len(ran)} of them, {blocks} of {of} blocks{compared if elements else ''}"


def verification_record(
    reference: str,
    checks: Collection[Check],
    *,
    machine: str,
    failures: Sequence[str],
    notes: Sequence[str],
    error: str,
) -> dict[str, Any]:
    """A verification for JSON: what `--json` and the API's records have."""
    verdict = verdict_of(checks, error)
    return {
        "reference": reference,
        "steps": len({check.step for check in checks}),
        "runs": len(checks),
        "machine": machine,
        "blocks": list(blocks_of(checks)),
        "elements": list(elements_of(checks)),
        "worst": worst_error(checks) if verdict is Verdict.CORRECT else None,
        "right": verdict.ok,
        "verdict": str(verdict),
        "failures": list(failures),
        "notes": list(notes),
        "error": error,
    }
