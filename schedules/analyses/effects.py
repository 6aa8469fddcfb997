"""The effect of a step: which levels it changed since the previous step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.kernel import Kernel
    from ..core.ladder import Step


@dataclass(frozen=True)
class Effect:
    """Which levels a step changed; None for a level that either step does not have."""

    tir: bool
    lowered: bool | None
    source: bool | None
    launch: bool | None

    @property
    def idle(self) -> bool:
        """Whether both steps are kernels and are identical."""
        return self.source is False and not self.launch


def effects(kernels: Iterable[Kernel]) -> Iterator[Effect | None]:
    """The effect of each step; None for the first."""
    before: Kernel | None = None
    for kernel in kernels:
        yield None if before is None else effect(before, kernel)
        before = kernel


def effect(before: Kernel, after: Kernel) -> Effect:
    """The difference between two kernels."""

    def changed(old, new) -> bool | None:
        return None if old is None or new is None else old != new

    return Effect(
        tir=before.tir != after.tir,
        lowered=changed(before.lowered, after.lowered),
        source=changed(before.source, after.source),
        launch=changed(before.launches or None, after.launches or None),
    )


def idle_steps(kernels: list[Kernel]) -> list[Step]:
    """Steps without an effect on the kernel that do not declare so."""
    return [
        kernel.step
        for kernel, change in zip(kernels, effects(kernels), strict=True)
        if change is not None and change.idle and not kernel.step.no_effect
    ]


def false_claims(kernels: list[Kernel]) -> list[Step]:
    """Steps that declare NO_EFFECT but have an effect."""
    return [
        kernel.step
        for kernel, change in zip(kernels, effects(kernels), strict=True)
        if kernel.step.no_effect and not (change is not None and change.idle)
    ]
