"""Constants of chips that were not measured here, from published figures.

A file of benchmarks/chip/published has a chip's figures, each with its source. A constant without a
published figure has the value measured on the base chip. `python -m benchmarks.chip --convert`
writes gpusim/timing/chips/published/CHIP.json from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpusim.timing.constants import BAND, Constants, TensorClock

FOLDER = Path(__file__).parent / "published"
# NVIDIA H100: 50 MiB.
_BASE_L2_MB = 52.4


def published_records() -> dict[str, dict[str, Any]]:
    """The published figures of each chip, with sources, by short name ('rtx-3090')."""
    return {
        file.stem: json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(FOLDER.glob("*.json"))
    }


def of_publication(name: str, record: Mapping[str, Any], base: Constants) -> Constants:
    """Constants from published figures over a measured chip's.

    Latencies are published as pointer chases, which the base chip has too: their difference is
    added. Writes to L2 are scaled as its reads; clocks under tensor-core load are the boost clock.
    """
    of = {key: entry["value"] for key, entry in record["constants"].items()}
    clock, count = float(of["clock"]), record["multiprocessors"]
    per_cycle = 1e3 / clock / count
    later = {"l2": of["l2_hit"], "dram": of["dram"]}
    later |= dict.fromkeys(("ldg", "ldg.64", "ldg.128"), of["l1_hit"])
    scale = of["l2_read"] / base.l2_read[1]
    return replace(
        base,
        name=name,
        device=record["device"],
        architecture=record["architecture"],
        measured=False,
        multiprocessors=count,
        clocks=dict.fromkeys(base.clocks, clock),
        tensor_clocks=dict.fromkeys(base.tensor_clocks, TensorClock(clock, clock, 0.0, 0.0, 0.0)),
        intervals={**base.intervals, **of["intervals"]},
        latencies={kind: cycles + later.get(kind, 0.0) for kind, cycles in base.latencies.items()},
        l2_misses=_misses(of, base),
        l2_alone=of["l2_alone"],
        # One rate: each address has one place in L2, without a copy in another half.
        l2_read={1: of["l2_read"]},
        l2_write=base.l2_write * scale,
        l2_write_half=base.l2_write_half * scale,
        l2_write_half_alone=base.l2_write_half_alone * scale,
        dram_read=of["dram_read"] * per_cycle,
        dram_write=of["dram_write"] * per_cycle,
        band=BAND,
    )


def _misses(of: Mapping[str, Any], base: Constants) -> dict[str, dict[float, float]]:
    """L2 miss fractions by megabytes: published, or the base chip's scaled by capacity."""
    if "l2_misses" in of:
        return {
            who: {float(size): part for size, part in table.items()}
            for who, table in of["l2_misses"].items()
        }
    # Without halves that cache the same lines, a few SMs use as much of L2 as all do.
    scale = of["l2_capacity"] / _BASE_L2_MB
    scaled = {size * scale: part for size, part in base.l2_misses["all"].items()}
    return {"all": scaled, "few": scaled}
