"""The steps of a schedule and their lowering passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from markupsafe import Markup

from gpusim.columns import Column
from gpusim.errors import nearest

from ..analyses.effects import Effect, effects
from ..analyses.verification.verdict import Verification
from ..core.data import plain
from ..core.launch import Launch
from ..core.results import Record, Result
from ..lowering.pass_effect import PassEffect
from ..views import html

if TYPE_CHECKING:
    from ..core.kernel import Kernel


@dataclass(frozen=True)
class StepInfo:
    """A step: what it changed (None for the first step) and its launch configuration.

    `primitives` lists the schedule primitives it calls; `problem` says why it is not a kernel.
    """

    rung: str
    index: Annotated[int, Column("#")]
    step: Annotated[str, Column("step")]
    why: Annotated[str, Column("why")]
    shape: tuple[int, ...]
    arch: str
    primitives: tuple[str, ...]
    no_effect: bool
    changed: Effect | None
    launches: tuple[Launch, ...]
    problem: str

    @property
    def changes(self) -> Annotated[str, Column("changes", after="step")]:
        """The levels that the step changed, as 'tir, lowered, source'; 'all' for the first step."""
        if self.changed is None:
            return "all"
        if self.changed.idle:
            return "nothing" if self.no_effect else "nothing in the kernel"
        return ", ".join(name for name, differs in asdict(self.changed).items() if differs)

    @property
    def launch(self) -> Annotated[str, Column("kernel", after="changes")]:
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
    verification: Verification
    problem: str
