"""What an exploration gives, as data: each prints short, and turns into JSON and a DataFrame."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from markupsafe import Markup

from gpusim.errors import UserError, nearest

from ..analyses.effects import Effect, effects
from ..analyses.verification.verdict import COMPARED_WITH_NOTHING, MACHINE, SERIAL, Check
from ..core.data import column, plain, scalars, shown
from ..lowering.launch import Launch
from ..lowering.passes import PassEffect
from ..schemas import document
from ..schemas.verdicts import VerificationRecord
from ..views import html

if TYPE_CHECKING:
    import pandas

    from ..core.kernel import Kernel

Record = dict[str, Any]


class Result:
    """Data that turns into JSON and a DataFrame."""

    # What `--json` calls its documents.
    kind: ClassVar[str]

    def parts(self) -> Sequence[Any]:
        """The results that tables have a row for each of."""
        return [self]

    def records(self) -> list[Record]:
        """Everything as plain data."""
        return [plain(self)]

    def rows(self) -> list[Record]:
        """The rows of a table: a row's values are numbers and text."""
        return [scalars(one) for one in self.parts()]

    def to_json(self, indent: int | None = 2) -> str:
        """The document that the command's `--json` prints."""
        return json.dumps(document(self.kind, self.records()), indent=indent)

    def html(self) -> Markup:
        """As a notebook shows it: what it says in short, and its table."""
        title, *about = repr(self).splitlines()
        lines = html.code("\n".join(about), "text") if about else Markup("")
        return html.head(title) + lines + html.table(self.parts())

    def _repr_html_(self) -> str:
        return html.whole(self.html())

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a DataFrame; raises UserError where pandas is missing."""
        try:
            import pandas
        except ImportError:
            raise UserError("a DataFrame needs pandas: pip install pandas") from None
        return pandas.DataFrame(self.rows())


@dataclass(frozen=True)
class StepInfo:
    """A step: what changed since the one before (None for the first), how it is launched.

    `primitives` are the calls that lead to it, `problem` says why it is no kernel.
    """

    rung: str
    index: int = column("#")
    step: str = column("step")
    why: str = column("why", narrow="kernel")
    shape: tuple[int, ...]
    arch: str
    primitives: tuple[str, ...]
    no_effect: bool
    changed: Effect | None
    launches: tuple[Launch, ...]
    problem: str

    @shown("changes", after="step")
    def changes(self) -> str:
        """'tir, lowered, source': the levels that it changed; 'all' for the first step."""
        if self.changed is None:
            return "all"
        if self.changed.idle:
            return "nothing" if self.no_effect else "nothing in the kernel"
        return ", ".join(name for name, differs in asdict(self.changed).items() if differs)

    @shown("kernel", after="changes")
    def launch(self) -> str:
        """'grid 128x128, block 16x16, 16384 B shared', or why there is no kernel."""
        return "; ".join(launch.brief for launch in self.launches) or self.problem


@dataclass(frozen=True)
class Steps(Result, Sequence[StepInfo]):
    """The steps of a schedule, by number or by name."""

    kind: ClassVar[str] = "steps"
    steps: tuple[StepInfo, ...]

    @classmethod
    def of(cls, kernels: Sequence[Kernel]) -> Steps:
        """The steps of kernels, of which each follows the one before."""
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
                    problem=kernel.problem,
                )
                for kernel, change in zip(kernels, effects(kernels), strict=True)
            )
        )

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[StepInfo]:
        return iter(self.steps)

    def __getitem__(self, at: Any) -> Any:
        """A step by its place, a slice of them, or a step by its name."""
        if isinstance(at, str):
            known = {one.step: one for one in self.steps}
            if at not in known:
                raise nearest("step", at, known)
            return known[at]
        return self.steps[at]

    def __repr__(self) -> str:
        lines = [f"{one.index:3}  {one.step:24}  {one.launch or one.problem}" for one in self.steps]
        return "\n".join(lines)

    def html(self) -> Markup:
        return html.table(self.parts())

    def parts(self) -> Sequence[StepInfo]:
        return self.steps

    def records(self) -> list[Record]:
        return [plain(one) for one in self.steps]


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
    """A schedule's steps, and whether they are right; `problem` says why the last is no kernel."""

    reference: str
    steps: tuple[StepInfo, ...]
    verification: VerificationRecord
    problem: str


@dataclass(frozen=True)
class Verification(Result):
    """What ran, where, and whether it was right. True where everything that ran was.

    `not_run` says why no machine code ran, '' where it did; `compared` is whether anything says
    what the values should be; `steps` is how many ran.
    """

    kind: ClassVar[str] = "verifications"
    reference: str
    checks: tuple[Check, ...]
    not_run: str = ""
    compared: bool = True
    told: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return bool(self.checks) and all(check.ok for check in self.checks)

    def __bool__(self) -> bool:
        return self.ok

    @property
    def worst(self) -> float | None:
        """The largest error as a share of the tolerance; None where one is wrong or none ran."""
        return max((check.error for check in self.checks), default=None) if self.ok else None

    @property
    def problems(self) -> list[str]:
        """Each wrong check in a line."""
        return [
            f"{self.reference}:{one.step}, {one.inputs} inputs, {one.where}: {problem}"
            for one in self.checks
            for problem in one.problems
        ]

    def __repr__(self) -> str:
        ran = [one for one in self.checks if one.of]
        blocks, of = sum(one.blocks for one in ran), sum(one.of for one in ran)
        machine = f"{blocks} of {of} blocks as machine code" if ran else self.not_run
        where = f", {machine}" if machine else ""
        said = "right" if self.ok else "not run" if not self.checks else "WRONG"
        worst = f", worst error {self.worst:.2f} of tolerance" if self.worst is not None else ""
        alone = "" if self.compared else f"; {COMPARED_WITH_NOTHING}"
        lines = [f"{said}: {len(self.checks)} runs{where}{worst}{alone}", *self.problems]
        return "\n".join(lines)

    def html(self) -> Markup:
        rows = [
            {
                "step": one.step,
                "inputs": one.inputs,
                "as": {SERIAL: "loops", MACHINE: "machine code"}[one.where],
                "blocks": f"{one.blocks} of {one.of}" if one.of else "",
                "of tolerance": f"{one.error:.2f}" if one.error <= 1 else "",
                "": html.verdict(one.ok, "right" if one.ok else "; ".join(one.problems)),
            }
            for one in self.checks
        ]
        first = repr(self).splitlines()[0]
        said = html.verdict(self.ok if self.checks else None, first)
        return html.head(self.reference) + said + html.table(rows)

    def records(self) -> list[Record]:
        ran = [one for one in self.checks if one.of]
        return [
            {
                "reference": self.reference,
                "steps": len({one.step for one in self.checks}),
                "runs": len(self.checks),
                "machine": f"{len(ran)} of them" if ran else self.not_run,
                "worst": self.worst,
                "right": self.ok if self.checks else None,
                "failures": self.problems,
                "notes": [] if self.compared else [COMPARED_WITH_NOTHING],
                "error": "",
            }
        ]

    def rows(self) -> list[Record]:
        return [
            {**asdict(one), "ok": one.ok, "problems": "; ".join(one.problems)}
            for one in self.checks
        ]
