"""`schedules steps`: a row per step, what it changed, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from gpusim.columns import LEFT_OUT, Column
from gpusim.errors import UserError

from ..views.terminal import print_json, print_table
from .options import REFERENCE, takes

if TYPE_CHECKING:
    from ..analyses.effects import Effect
    from ..core.kernel import Kernel
    from ..core.ladder import Step, Tile
    from ..sources.names import Reference


@click.command("steps")
@click.argument("reference", type=REFERENCE, metavar="LADDER:RUNG")
@click.option("--primitives", is_flag=True, help="Print a row per primitive, with its effect.")
@takes("arch", "shape", json="steps")
def command(as_json: bool, primitives: bool, **asked) -> None:
    """Print a row per step: what it changed, and why."""
    kernels = walked(primitives=primitives, **asked)
    if as_json:
        from ..api.results import Steps

        print_json(Steps.kind, Steps.of(kernels).records())
    else:
        print_steps(kernels, primitives)


def walked(
    reference: str,
    arch: str | None,
    shape,
    primitives: bool = False,
    launch: Mapping[str, Any] | None = None,
) -> list[Kernel]:
    """The kernels of a rung's steps, or of its primitives."""
    from ..core.kernel import kernels_of
    from ..sources.names import resolve_rung, whole

    named = whole(resolve_rung(reference, shape, launch))
    target = named.rung.lowered_for(arch)
    parts = named.steps(arch)
    if primitives:
        tile = named.rung.tile_for(named.rung.at(named.shape), target.arch)
        parts = primitive_steps(named, parts, tile)
    if not parts:
        raise UserError(f"{reference} has no schedule primitives: its steps are compiler passes")
    return kernels_of(named.rung, shape, target.arch, parts)


def print_steps(kernels: Sequence[Kernel], primitives: bool = False) -> None:
    """Print the table."""
    from ..analyses.effects import effects
    from ..core.target import source_level

    level = source_level(kernels[0].target.kind)
    rows = []
    for kernel, change in zip(kernels, effects(kernels), strict=True):
        step = kernel.step
        note = kernel.launch or kernel.no_kernel
        if change is not None and change.idle:
            note = "" if step.passes else f"no effect on {level}"
        why = step.primitives[-1] if primitives else step.why
        rows.append((step.index, step.name, *effect_marks(change, kernel), note, why))
    last = "primitive" if primitives else "why"
    launch, kernel = Column("launch", narrow=LEFT_OUT), Column("kernel", narrow=LEFT_OUT)
    columns = ("#", "step", "tir", "lowered", level, launch, kernel, last)
    print_table(columns, rows, title=kernels[0].rung.path)


def effect_marks(change: Effect | None, kernel: Kernel) -> tuple[str, ...]:
    """The cells that show what a step changed: yes, no, or - if a level is missing."""
    have = (kernel.tir, kernel.lowered, kernel.source, kernel.launches)
    changed: tuple[bool | None, ...] = (None,) * len(have)
    if change is not None:
        changed = (change.tir, change.lowered, change.source, change.launch)
    return tuple(
        ("new" if level else "-") if differs is None else "yes" if differs else "no"
        for level, differs in zip(have, changed, strict=True)
    )


def primitive_steps(named: Reference, walked: list[Step], tile: Tile) -> list[Step]:
    """The primitives of a rung's steps, each named after its step."""
    from ..core.ladder import primitives

    lines = [line for step in walked for line in step.primitives]
    owner = [step.name for step in walked for _ in step.primitives]
    parts, upto = [], 0
    for part in primitives(named.rung, named.rung.at(named.shape), tile):
        upto += len(part.primitives)
        assert lines[upto - 1] == part.primitives[-1]
        parts.append(replace(part, name=f"{owner[upto - 1]}/{part.name}"))
    return parts
