"""`schedules advise`: what bounds a kernel, and which moves should gain most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from gpusim.errors import UserError

from ..core.data import Table
from ..views.terminal import print_json, print_rows
from .options import REFERENCE, takes
from .predict import kernels_on

if TYPE_CHECKING:
    from ..api.measured import Advised, OtherTile
    from ..core.kernel import Kernel

# The tile fields that each kind of change scales, by which factor.
TILE_NUMBERS = {
    "barriers": {"block_k": 2},
    "prefetch": {"stages": 1.5, "block_k": 2, "unroll": 2},
    "async copy": {"stages": 1.5},
    "wide": {"vector": 2},
    "conflicts": {"vthreads_i": 2, "vthreads_j": 2, "vthreads": 2},
    "register tile": {"items": 2, "items_j": 2, "fragments_n": 2, "threads_j": 0.5, "rows": 2},
    "occupancy": {"block_k": 0.5, "block_j": 0.5, "warps_n": 0.5, "warps_j": 0.5},
    "grid": {"per_group": 0.5, "rows": 0.5, "lanes": 2, "warps_n": 0.5, "warps_j": 0.5},
    "coalescing": {"lanes": 2},
    "l2": {"panel": 2},
    "addresses": {"unroll": 2},
}
MOST_TILES = 3


@click.command("advise")
@click.argument("reference", type=REFERENCE, metavar="LADDER:RUNG[:STEP]")
@click.option(
    "--tiles/--no-tiles",
    default=True,
    help="Also compile and predict the schedule with tile sizes that make an advised change.",
)
@takes("chip", "arch", "compiler", "shape", "launch", json="advice")
def command(
    reference: str,
    chip: str | None,
    arch: str | None,
    tiles: bool,
    as_json: bool,
    shape,
    launch: dict[str, Any],
) -> None:
    """Predict what limits a kernel on a chip and what each change would gain, without a GPU.

    The model predicts a gain by changing one thing (no bank conflicts, wider accesses, another
    occupancy, ...) and predicting again. If a tile size makes an advised change, the schedule with
    that size is compiled and predicted too. FILE.py:NAME names a schedule in your own file,
    FILE.cu, FILE.ptx and FILE.cubin a kernel.
    """
    from ..api.measured import Advised
    from ..sources.names import resolve_rung

    named = resolve_rung(reference, shape, launch)
    (kernel,), on = kernels_on(reference, chip, arch, shape, launch)
    advised = Advised.of(kernel, on.name)
    if tiles and not named.step:
        advised = replace(advised, tiles=tuple(other_tiles(kernel, advised)))
    if as_json:
        print_json(advised.kind, [advised])
    else:
        print_advice(advised)
        band = advised.band
        click.echo(
            f"Times and gains are predictions; a measured time is expected to be {band.low:.2f} "
            f"to {band.high:.2f} times the prediction. 'up to' marks an upper bound: the model "
            "removes the whole cost."
        )


def other_tiles(kernel: Kernel, advised: Advised) -> Iterator[OtherTile]:
    """The kernel with tile sizes that make its first advised changes, without invalid ones."""
    from ..api.measured import OtherTile
    from ..core.kernel import last_kernel

    workload = kernel.workload
    tile = kernel.rung.tile_for(workload)
    numbers = {number.name for number in fields(tile)} if is_dataclass(tile) else set()
    tried = 0
    for move in advised.parts():
        for number, factor in TILE_NUMBERS.get(move.kind, {}).items():
            if number not in numbers or tried == MOST_TILES:
                continue
            numbers.remove(number)
            old = getattr(tile, number)
            other = replace(tile, **{number: max(1, int(old * factor))})
            rung = replace(kernel.rung, tile=other, tiles=None)
            try:
                done = last_kernel(rung, rung.at(workload.shape), kernel.target)
                if done.fingerprint == kernel.fingerprint:
                    continue
                us = done.predict(advised.chip).us
            except (UserError, ValueError):
                continue
            tried += 1
            yield OtherTile(move.kind, number, old, getattr(other, number), us, 1 - us / advised.us)


def print_advice(advised: Advised) -> None:
    head, bound, *_ = repr(advised).splitlines()
    click.echo(f"{head.replace(advised.name, advised.kernel)}\n{bound.strip()}")
    if moves := advised.parts():
        print_rows(Table.of(moves), "predicted gain of each change alone")
    else:
        click.echo("the model knows no change that gains more than 1%")
    if advised.tiles:
        print_rows(
            Table.of(advised.tiles), "schedules with other tile sizes, compiled and predicted"
        )
