"""Results of explorations: a short text, JSON, HTML and a DataFrame for each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from markupsafe import Markup

from gpusim.errors import UserError, nearest

from ..analyses.effects import Effect, effects
from ..analyses.verification.verdict import (
    MACHINE,
    SERIAL,
    Check,
    Verdict,
    blocks_of,
    coverage,
    elements_of,
    verdict_of,
    verification_record,
    worst_error,
)
from ..core.data import column, data, plain, scalars, shown
from ..core.launch import Launch
from ..lowering.pass_effect import PassEffect
from ..schemas import document
from ..schemas.verdicts import VerificationRecord
from ..views import html

if TYPE_CHECKING:
    import pandas

    from ..core.kernel import Kernel

Record = dict[str, Any]


class Result:
    """A result that converts to JSON, HTML and a DataFrame."""

    # The name of its document in `--json` and `schedules schema`.
    kind: ClassVar[str]

    def parts(self) -> Sequence[Any]:
        """The results that tables show, one row each."""
        return [self]

    def records(self) -> list[Record]:
        """The whole result as plain dicts, lists, numbers and strings."""
        return [plain(self)]

    def rows(self) -> list[Record]:
        """The rows of the DataFrame; every value is a number or a string."""
        return [scalars(part) for part in self.parts()]

    def to_json(self, indent: int | None = 2) -> str:
        """The document that the command's `--json` prints."""
        return json.dumps(document(self.kind, self.records()), indent=indent)

    def html(self) -> Markup:
        """The short text and the table, for a notebook."""
        title, *about = repr(self).splitlines()
        lines = html.code("\n".join(about)) if about else Markup("")
        return html.head(title) + lines + html.table(self.parts())

    def _repr_html_(self) -> str:
        return html.whole(self.html())

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a DataFrame; raises UserError if pandas is not installed."""
        try:
            import pandas
        except ImportError:
            raise UserError("a DataFrame needs pandas: pip install pandas") from None
        return pandas.DataFrame(self.rows())


@data
class StepInfo:
    """A step: what it changed (None for the first step) and its launch configuration.

    `primitives` lists the schedule primitives it calls; `problem` says why it is not a kernel.
    """

    rung: str
    index: int = column("#")
    step: str = column("step")
    why: str = column("why")
    shape: tuple[int, ...]
    arch: str
    primitives: tuple[str, ...]
    no_effect: bool
    changed: Effect | None
    launches: tuple[Launch, ...]
    problem: str

    @shown("changes", after="step")
    def changes(self) -> str:
        """The levels that the step changed, as 'tir, lowered, source'; 'all' for the first step."""
        if self.changed is None:
            return "all"
        if self.changed.idle:
            return "nothing" if self.no_effect else "nothing in the kernel"
        return ", ".join(name for name, differs in asdict(self.changed).items() if differs)

    @shown("kernel", after="changes")
    def launch(self) -> str:
        """'grid 128x128, block 16x16, 16384 B shared', or why the step is not a kernel."""
        return "; ".join(launch.brief for launch in self.launches) or self.problem


@dataclass(frozen=True)
class Steps(Result, Sequence[StepInfo]):
    """The steps of a schedule; index them by position or by name."""

    kind: ClassVar[str] = "steps"
    steps: tuple[StepInfo, ...]

    @classmethod
    def of(cls, kernels: Sequence[Kernel]) -> Steps:
        """The steps of consecutive kernels of one schedule."""
        return cls(
            tuple(
                StepInfo(
                    rung=kernel.rung.path,
                    index=kernel.step.index,
                    step=kernel.step.name,
                    why=kernel.step.why,
                    shape=tuple(kernel.workload.shape),
                    arch=kernel.target.arch,
                    primitives=kernel.step.primitives,
                    no_effect=kernel.step.no_effect,
                    changed=change,
                    launches=kernel.launches,
                    problem=kernel.no_kernel,
                )
                for kernel, change in zip(kernels, effects(kernels), strict=True)
            )
        )

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[StepInfo]:
        return iter(self.steps)

    def __getitem__(self, key: Any) -> Any:
        """The step at a position, the steps of a slice, or the step with a name."""
        if isinstance(key, str):
            by_name = {step.step: step for step in self.steps}
            if key not in by_name:
                raise nearest("step", key, by_name)
            return by_name[key]
        return self.steps[key]

    def __repr__(self) -> str:
        return "\n".join(
            f"{step.index:3}  {step.step:24}  {step.launch or step.problem}" for step in self.steps
        )

    def html(self) -> Markup:
        return html.table(self.parts())

    def parts(self) -> Sequence[StepInfo]:
        return self.steps

    def records(self) -> list[Record]:
        return [plain(step) for step in self.steps]


@dataclass(frozen=True)
class Passes:
    """The lowering passes of a step, in order."""

    rung: str
    step: str
    shape: tuple[int, ...]
    arch: str
    passes: Sequence[PassEffect]


@dataclass(frozen=True)
class Explored:
    """The steps of a schedule and its verification.

    `problem` is the reason if the last step is not a kernel.
    """

    reference: str
    steps: tuple[StepInfo, ...]
    verification: VerificationRecord
    problem: str


@dataclass(frozen=True)
class Verification(Result):
    """The checks that ran and their verdict. True only if the verdict is "correct".

    `not_run` says why no SASS was simulated ('' if it was), `problem` why there is no kernel, and
    `told` what else was omitted.
    """

    kind: ClassVar[str] = "verifications"
    reference: str
    checks: tuple[Check, ...]
    not_run: str = ""
    problem: str = ""
    told: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.checks, self.problem)

    @property
    def ok(self) -> bool:
        return self.verdict is Verdict.CORRECT

    def __bool__(self) -> bool:
        return self.ok

    @property
    def worst(self) -> float | None:
        """The largest error as a fraction of the tolerance; None unless the verdict is correct."""
        return worst_error(self.checks) if self.ok else None

    @property
    def problems(self) -> list[str]:
        """One line per finding or wrong value."""
        return [
            f"{self.reference}:{check.step}, {check.inputs} inputs, {check.where}: {problem}"
            for check in self.checks
            for problem in check.problems
        ]

    def __repr__(self) -> str:
        blocks, elements = blocks_of(self.checks), elements_of(self.checks)
        machine = self.not_run
        if blocks[1]:
            machine = f"{blocks[0]} of {blocks[1]} blocks simulated"
        if blocks[0] < blocks[1] and elements[0]:
            machine += f", {elements[0]} of {elements[1]} elements compared"
        where = f", {machine}" if machine else ""
        worst = f", worst error {self.worst:.2f} of tolerance" if self.worst is not None else ""
        first = f"{self.verdict}: {len(self.checks)} runs{where}{worst}"
        return "\n".join([first, *self.problems, *self.told])

    def html(self) -> Markup:
        rows = [
            {
                "step": check.step,
                "inputs": check.inputs,
                "as": {SERIAL: "loops", MACHINE: "machine code"}[check.where],
                "blocks": f"{check.blocks} of {check.of}" if check.of else "",
                "of tolerance": f"{check.error:.2f}" if check.compared and check.error <= 1 else "",
                "": html.verdict(check.verdict.ok, "; ".join(check.problems) or str(check.verdict)),
            }
            for check in self.checks
        ]
        summary = html.verdict(self.verdict.ok, repr(self).splitlines()[0])
        return html.head(self.reference) + summary + html.table(rows)

    def records(self) -> list[Record]:
        return [
            verification_record(
                self.reference,
                self.checks,
                machine=coverage(self.checks) or self.not_run or "-",
                failures=self.problems,
                notes=self.told,
                error=self.problem or ("" if self.checks else self.not_run),
            )
        ]

    def rows(self) -> list[Record]:
        return [
            {**asdict(check), "ok": check.ok, "problems": "; ".join(check.problems)}
            for check in self.checks
        ]
