"""The figures that a ladder's source gives for its own kernels, in the unit of a record's table."""

from __future__ import annotations

from collections.abc import Iterator

from ..ladder import Figure, Rung
from .groups import Group
from .units import Unit

SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
# Figures in seconds that are not of a kernel on its own.
OTHER_TIMES = ("whole program", "serial loop on the host")


def source_rates(rung: Rung | None, unit: Unit) -> Iterator[tuple[Figure, float]]:
    """The source's figures of a kernel as speeds in `unit`, one per device and shape: its own
    number where it gives one, else from its time."""
    rates: dict[tuple, tuple[Figure, float]] = {}
    for figure in rung.figures if rung else ():
        if figure.value is None or figure.note.startswith(OTHER_TIMES):
            continue
        rate = rate_of(figure, rung, unit)
        key = (figure.device, figure.shape)
        if rate is not None and (key not in rates or figure.unit not in SECONDS):
            rates[key] = (figure, rate)
    yield from rates.values()


def rate_of(figure: Figure, rung: Rung, unit: Unit) -> float | None:
    """A figure in `unit`; None where it is neither that nor a time at a known shape."""
    name = figure.unit.replace("FLOPS", "FLOP/s")
    if name == unit.name:
        return figure.value
    if figure.unit not in SECONDS or figure.shape is None or not figure.value:
        return None
    workload = rung.workload.with_shape(figure.shape)
    return unit.rate(workload, figure.value * SECONDS[figure.unit])


def best_source(group: Group) -> tuple[Rung, Figure, float] | None:
    """The source's fastest kernel: at the group's main shape if it has one there."""
    names = {row["rung"] for rows in group.shapes.values() for row in rows}
    known = [
        (rung, figure, rate)
        for rung in group.rungs.values()
        if rung.name in names
        for figure, rate in source_rates(rung, group.unit)
    ]
    here = [entry for entry in known if entry[1].shape == group.main_shape]
    return max(here or known, key=lambda entry: entry[2], default=None)
