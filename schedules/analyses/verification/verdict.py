"""The verdict on a kernel: which checks ran, what they compared, what they found."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar

from gpusim.columns import LEFT_OUT, Column, Entry, Hidden
from gpusim.errors import UserError

from ...core.results import Record, Result

if TYPE_CHECKING:
    from markupsafe import Markup

SERIAL, MACHINE, CUDA = "serial", "machine", "cuda"


class TooMuchWork(UserError):
    """More operations than one CPU thread runs in a few seconds."""


class NoMachine(UserError):
    """The kernel cannot be simulated: no compiler, or code for another chip. `brief` is for a
    table."""

    def __init__(self, text: str, brief: str) -> None:
        super().__init__(text)
        self.brief = brief


class Conclusion(StrEnum):
    """The result of a verification, in the words that all output uses."""

    CORRECT = "correct"
    SAMPLED = "correct in what was run"
    UNCOMPARED = "no findings, values not compared"
    WRONG = "wrong"
    NOT_RUN = "not run"

    @property
    def exit_code(self) -> int:
        """1 for a wrong kernel, 2 if the verification did not run."""
        return {Conclusion.WRONG: 1, Conclusion.NOT_RUN: 2}.get(self, 0)

    @property
    def ok(self) -> bool | None:
        """True for a correct kernel, False for a wrong one, None if unknown, as after a sampled
        run."""
        return {Conclusion.CORRECT: True, Conclusion.WRONG: False}.get(self)


@dataclass(frozen=True)
class Check:
    """A step on one shape with one kind of input, in one place: 'serial', 'machine' or 'cuda'.

    `error` is the largest difference as a fraction of the tolerance, infinite where `problems` says
    that values are wrong; `relative_error`, known on a GPU, the norm of the difference over the
    norm of the reference. `compared` is False where no reference exists for any value that ran. Of
    simulated machine code, `blocks` of the launches' `of` blocks ran, and `elements` of the
    outputs' `of_elements` elements were compared. A kernel in a file has no `step`.
    """

    step: Annotated[str, Column("step")] = ""
    shape: tuple[int, ...] = ()
    inputs: Annotated[str, Column("inputs")] = ""
    where: str = ""
    error: float = 0.0
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    blocks: int = 0
    of: int = 0
    compared: bool = True
    elements: int = 0
    of_elements: int = 0
    relative_error: float | None = None

    ran_as = Column("as", of=lambda it: "loops" if it.where == SERIAL else "machine code")
    ran = Column("blocks", of=lambda it: f"{it.blocks} of {it.of}" if it.of else "")
    of_tolerance = Column(
        "of tolerance", of=lambda it: f"{it.error:.2f}" if it.compared and it.error <= 1 else ""
    )
    told = Column(
        "verdict",
        of=lambda it: it.message or str(it.verdict),
        worse=lambda it: not it.ok,
    )

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def message(self) -> str:
        """What is wrong; '' if nothing is."""
        return "; ".join(self.problems)

    @property
    def verdict(self) -> Conclusion:
        return verdict_of((self,))

    def named(self, path: str) -> str:
        """'LADDER:RUNG:STEP at SHAPE, random inputs, simulated SASS'."""
        name = ":".join(filter(None, (path, self.step)))
        at = f" at {','.join(map(str, self.shape))}" if self.shape else ""
        machine = ", simulated SASS" if self.where == MACHINE else ""
        return f"{name}{at}, {self.inputs} inputs{machine}"


def verdict_of(checks: Collection[Check], error: str = "") -> Conclusion:
    """The verdict that checks amount to; `error` says why others could not run."""
    if not all(check.ok for check in checks):
        return Conclusion.WRONG
    if error or not checks:
        return Conclusion.NOT_RUN
    if not all(check.compared for check in checks):
        return Conclusion.UNCOMPARED
    return (
        Conclusion.SAMPLED
        if any(check.blocks < check.of for check in checks)
        else Conclusion.CORRECT
    )


_SIMULATED = Column("simulated SASS", lambda text: "" if text == "-" else text, narrow=LEFT_OUT)
_WORST = Column("worst error", lambda worst: "-" if worst is None else f"{worst:.2f} of tolerance")
_RELATIVE = Column("relative error", lambda error: "" if error is None else f"{error:.1e}")


@dataclass(frozen=True)
class Verdict(Result):
    """What was verified of a rung or a kernel file, and the verdict.

    True only if the verdict is "correct". `verdict` is "correct", "correct in what was run" if
    blocks were sampled, "no findings, values not compared", "wrong" or "not run"; `right` is true
    for correct and false for wrong. `error` is the
    reason if a run was not possible, `notes` name what was omitted. `worst` is the largest error as
    a fraction of the tolerance, null unless what ran is correct; `relative_error` the largest
    norm of the difference over that of the reference, known on a GPU. `machine` describes what ran
    as simulated SASS. `blocks` counts the simulated and the launched blocks, `elements` those
    compared and those of the outputs, each summed over these runs. `compiled_by` is the compiler
    of the machine code, `compiler` the release of ptxas, if one was chosen.
    """

    kind: ClassVar[str] = "verifications"
    reference: Annotated[str, Column("rung")]
    checks: Hidden[tuple[Check, ...]] = ()
    # Why no SASS was simulated; and the same in a word.
    not_run: Hidden[str] = ""
    brief: Hidden[str] = ""
    # Why there is no kernel.
    problem: Hidden[str] = ""
    notes: tuple[str, ...] = ()
    # Whether a rung of this kind never runs at the places asked for.
    inapplicable: Hidden[bool] = False
    # The release of ptxas, if one was chosen.
    compiler: Annotated[str, Column("compiler")] = ""
    # The compiler of the machine code that ran, '' if none did.
    compiled_by: str = ""

    def _gpu_shapes(self) -> str:
        """The shapes that ran on a GPU, of those of `shapes`."""
        shapes = {check.shape: None for check in self.checks if check.where == CUDA}
        return " ".join(",".join(map(str, shape)) for shape in shapes)

    gpu_shapes = Column("shape", of=_gpu_shapes)

    steps = Entry(int, lambda it: len({check.step for check in it.checks}), Column("steps"))
    runs = Entry(int, lambda it: len(it.checks), Column("runs"))
    shapes = Entry(
        list[tuple[int, ...]], lambda it: list(dict.fromkeys(check.shape for check in it.checks))
    )

    def _machine(self) -> str:
        """'2 of them, all of 8 blocks'; if blocks were sampled, with the elements compared."""
        ran = sum(check.where == MACHINE for check in self.checks)
        if not ran:
            return f"not run: {self.brief or self.not_run}" if self.not_run else "-"
        (blocks, of), (elements, of_elements) = self.blocks, self.elements
        if blocks == of:
            return f"{ran} of them, all of {of} blocks"
        compared = f", {elements} of {of_elements} elements compared"
        return f"{ran} of them, {blocks} of {of} blocks{compared if elements else ''}"

    machine = Entry(str, _machine, _SIMULATED)

    blocks = Entry(
        list[int], lambda it: [sum(c.blocks for c in it.checks), sum(c.of for c in it.checks)]
    )
    elements = Entry(
        list[int],
        lambda it: [sum(c.elements for c in it.checks), sum(c.of_elements for c in it.checks)],
    )
    worst = Entry(
        float | None,
        lambda it: max(check.error for check in it.checks) if it._compared else None,
        _WORST,
    )

    def _relative_error(self) -> float | None:
        errors = [check.relative_error for check in self.checks]
        return max(errors) if self._compared and None not in errors else None

    relative_error = Entry(float | None, _relative_error, _RELATIVE)

    @property
    def _compared(self) -> bool:
        """Whether all values of what ran are right."""
        return self.verdict in (Conclusion.CORRECT, Conclusion.SAMPLED)

    right = Entry(bool | None, lambda it: it.verdict.ok)
    verdict = Entry(Conclusion, lambda it: verdict_of(it.checks, it.error))

    def _conclusion(self) -> str:
        """The verdict; of a sampled run, 'correct in what was run (16 of 4096 blocks)'."""
        sampled = next((check for check in self.checks if check.blocks < check.of), None)
        if sampled is None or self.verdict in (Conclusion.WRONG, Conclusion.NOT_RUN):
            return str(self.verdict)
        what = Conclusion.CORRECT if self.verdict is Conclusion.SAMPLED else self.verdict
        return f"{what} in what was run ({sampled.blocks} of {sampled.of} blocks)"

    conclusion = Entry(str, _conclusion)

    def _counted(self) -> str:
        """The conclusion, with the number of failures: '2 wrong'."""
        many = f"{len(self.failures)} " if self.verdict is Conclusion.WRONG else ""
        return f"{many}{self.conclusion}"

    counted = Column("verdict", of=_counted)

    # One line per finding or wrong value.
    failures = Entry(
        list[str],
        lambda it: [
            f"{check.named(it.reference)}: {text}" for check in it.checks for text in check.problems
        ],
    )

    error = Entry(str, lambda it: it.problem or ("" if it.checks else it.not_run))

    @property
    def ok(self) -> bool:
        return self.verdict is Conclusion.CORRECT

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        (blocks, of), (elements, of_elements) = self.blocks, self.elements
        machine = self.not_run
        if of:
            machine = f"{blocks} of {of} blocks simulated"
        if blocks < of and elements:
            machine += f", {elements} of {of_elements} elements compared"
        where = f", {machine}" if machine else ""
        worst = "" if self.worst is None else f", worst error {self.worst:.2f} of tolerance"
        first = f"{self.conclusion}: {self.runs} runs{where}{worst}"
        return "\n".join([first, *self.failures, *self.notes])

    def html(self) -> Markup:
        from ...views import html

        summary = html.verdict(self.right, repr(self).splitlines()[0])
        return html.head(self.reference) + summary + html.table(self.checks)

    def rows(self) -> list[Record]:
        return [
            asdict(check)
            | {name: "; ".join(getattr(check, name)) for name in ("problems", "notes")}
            | {"ok": check.ok}
            for check in self.checks
        ]
