"""`schedules steps`: a row per step, what it changed, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..views.terminal import print_result
from .options import REFERENCE, takes

if TYPE_CHECKING:
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
    print_steps(kernels, as_json)


def walked(reference: str, *, primitives: bool = False, **asked: Any) -> list[Kernel]:
    """The kernels of a rung's steps, or of its primitives."""
    from ..core.kernel import kernels_of
    from ..sources.names import resolve_rung, whole

    named = whole(resolve_rung(reference, **asked))
    target = named.rung.lowered_for(named.arch)
    parts = named.steps()
    if primitives:
        tile = named.rung.tile_for(named.rung.at(named.shape), target.arch)
        parts = primitive_steps(named, parts, tile)
    if not parts:
        raise UserError(f"{reference} has no schedule primitives: its steps are compiler passes")
    return kernels_of(named.rung, named.shape, target.arch, parts)


def print_steps(kernels: Sequence[Kernel], as_json: bool = False) -> None:
    """Print the table, or the document."""
    from ..api.results import Steps

    print_result(Steps.of(kernels), as_json, kernels[0].rung.path, text=False)


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
