"""Costs of stores beyond their pipe: partial sectors in L2, and a fence after them."""

from __future__ import annotations

from typing import Any

from schedules.core.gpu import Gpu

from .bandwidth import bytes_a_cycle, stream_text
from .measure import Cubins, Measure, compiled, table

_HALF = "one half"
# Where lanes store 4 bytes each: consecutively, or four lanes in the first half of each of eight
# sectors, without or with a second store to the other halves.
_PLACES = {
    "whole": ("threadIdx.x", "p += step;"),
    _HALF: ("threadIdx.x / 4 * 8 + threadIdx.x % 4", "p += 2 * step;"),
    "both halves, one after the other": (
        "threadIdx.x / 4 * 8 + threadIdx.x % 4",
        "p += i % 2 ? 2 * step - 4 : 4;",
    ),
}


def _halves() -> Measure:
    def cubins() -> dict[str, bytes]:
        made = {}
        for label, (place, step) in _PLACES.items():
            text = stream_text(4, 1, store=True)
            text = text.replace("mine + threadIdx.x", f"mine + {place}")
            if label == _HALF:
                # Half as many iterations cover the same range.
                text = text.replace("i < turns", "i < turns / 2")
            made[label] = compiled(text.replace("p += step;", step), {"STG.E": 1})
        return made

    def run(gpu: Gpu, made: Cubins) -> dict[str, Any]:
        entries, blocks = {}, gpu.multiprocessors
        for label, cubin in made.items():
            for warps in (4, 8, 12, 16, 32):
                rates = bytes_a_cycle(gpu, cubin, 4, 1, warps, blocks, blocks << 17, 40, 3)
                entries[f"{label}, {warps} warps"] = [
                    rate / 2 if label == _HALF else rate for rate in rates
                ]
        return table(entries)

    return Measure(
        "l2.write_half",
        "bytes a cycle and multiprocessor",
        "as l2.write_all with one store of 4 bytes a lane: of whole sectors, of the first half of "
        "each, and of both halves by one store after the other; bytes that are stored",
        cubins,
        run,
    )


def measures() -> list[Measure]:
    return [_halves()]
