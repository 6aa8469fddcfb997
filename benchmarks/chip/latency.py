"""Latencies: how long after its issue an instruction's result can be used."""

from __future__ import annotations

from functools import partial

import numpy as np

from schedules.core.gpu import Gpu

from .measure import (
    Cubins,
    Measure,
    lengths,
    per_place,
    run_filled,
    summary,
    table,
)
from .skeleton import ADDRESS, DESCRIPTOR, EXTRA
from .words import Word, word

# --- variable latencies ---------------------------------------------------------------------------

_WAITED = (
    "cycles of a link of a chain of instructions of one warp, each of which waits for the barrier "
    "that the one before it sets when its result is there; bodies of 32 and 64 links in a loop"
)
_SHARED, _SHARED_BASE = 32 * 1024, 2048


def waited(opcode: str, *registers: int) -> Word:
    return word(opcode, *registers, stall=2, write=0, wait=1)


def shared_addresses(step: int = 4) -> np.ndarray:
    lanes = np.arange(1024, dtype=np.uint32)
    made = np.zeros((1024, 3), np.uint32)
    made[:, 0] = _SHARED_BASE + lanes % 32 * step
    made[:, 2] = 1
    return made


def global_addresses(address: int, step: int = 4) -> np.ndarray:
    places = address + np.arange(1024, dtype=np.uint64) % 32 * step
    made = np.zeros((1024, 3), np.uint32)
    made[:, 0], made[:, 1], made[:, 2] = places & 0xFFFFFFFF, places >> 32, 1
    return made


def _scoreboards() -> dict[str, tuple[list[Word], str, int]]:
    """Name -> body, state space of its addresses ('' if none), bytes per lane."""
    a, g = ADDRESS, (ADDRESS, DESCRIPTOR)
    return {
        "mufu": ([waited("MUFU.EX2", 28, 40)], "", 0),
        "f2i": ([waited("F2I.TRUNC.NTZ", 28, 40)], "", 0),
        "f2f": ([waited("F2F.F32.F64", 28, 40)], "", 0),
        "popc": ([waited("POPC", 28, 40)], "", 0),
        "s2r": ([waited("S2R", 28)], "", 0),
        "redux": ([waited("REDUX.SUM", 34, 40)], "", 0),
        "shfl": ([waited("SHFL.BFLY", 28, 40)], "", 0),
        "lds": ([waited("LDS", 28, a)], "shared", 4),
        "lds_64": ([waited("LDS.64", 28, a)], "shared", 8),
        "lds_128": ([waited("LDS.128", 28, a)], "shared", 16),
        "ldsm_x1": ([waited("LDSM.16.M88", 28, a)], "shared", 16),
        "ldsm_x2": ([waited("LDSM.16.M88.2", 28, a)], "shared", 16),
        "ldsm_x4": ([waited("LDSM.16.M88.4", 28, a)], "shared", 16),
        "atoms": ([waited("ATOMS.ADD", 28, a, EXTRA)], "shared", 4),
        "ldg_l1": ([waited("LDG.E", 28, *g)], "global", 4),
        "ldg_64_l1": ([waited("LDG.E.64", 28, *g)], "global", 8),
        "ldg_128_l1": ([waited("LDG.E.128", 28, *g)], "global", 16),
        "ldc_hit": ([waited("LDC", 28, 255)], "", 0),
    }


def _waited(name: str, body: list[Word], kind: str, step: int) -> Measure:
    places = 32 * len(body)

    def run(gpu: Gpu, made: Cubins) -> dict:
        given, space = None, None
        if kind == "shared":
            given = shared_addresses(step)
        elif kind:
            space = gpu.buffer(1 << 16)
            given = global_addresses(int(space), step)
        shared = _SHARED if kind == "shared" else 0
        taken = per_place(gpu, made, 1, places, given=given, shared=shared)
        if space is not None:
            gpu.free(space)
        return summary([cycles * len(body) for cycles in taken])

    cubins = partial(lengths, body, places)
    return Measure(f"latency.{name}", "cycles", _WAITED, cubins, run)


def _l2_by_address() -> Measure:
    body = [waited("LDG.E.64.STRONG.GPU", 28, ADDRESS, DESCRIPTOR)]

    def run(gpu: Gpu, made: Cubins) -> dict:
        space = gpu.buffer(1 << 24)
        rng = np.random.default_rng(1)
        latencies = []
        for line in rng.integers(0, (1 << 24) // 4096, 96):
            given = global_addresses(int(space) + int(line) * 4096, 0)
            run_filled(gpu, made["short"], 1, 2, given)
            values = [run_filled(gpu, made[name], 1, 4, given)[0, :, :2] for name in made]
            times = [int((clocks[:, 1] - clocks[:, 0]).max()) for clocks in values]
            latencies.append((times[1] - times[0]) / (32 * 4))
        gpu.free(space)
        return summary(latencies) | {
            "table": {
                f"{part} %": {"value": float(np.percentile(latencies, part)), "spread": []}
                for part in (0, 5, 25, 50, 75, 95, 100)
            }
        }

    return Measure(
        "latency.l2_by_address",
        "cycles",
        "latency of a load that passes L1, of one sector, from one multiprocessor, at 96 random "
        "addresses of 16 MB: percentiles; near and far parts of L2",
        partial(lengths, body, 32),
        run,
    )


BARRIER_WARPS = (1, 2, 4, 8, 16, 32)


def _barrier() -> Measure:
    body = [word("BAR.SYNC.DEFER_BLOCKING", stall=6)]

    def run(gpu: Gpu, made: Cubins) -> dict:
        return table({str(warps): per_place(gpu, made, warps, 32) for warps in BARRIER_WARPS})

    return Measure(
        "latency.barrier",
        "cycles",
        "cycles of one BAR.SYNC in a row of them, so that all warps arrive together, stall count "
        "6, by warps of the block; bodies of 32 and 64 in a loop",
        partial(lengths, body, 32),
        run,
    )


def measures() -> list[Measure]:
    return [
        *(_waited(name, *body) for name, body in _scoreboards().items()),
        _l2_by_address(),
        _barrier(),
    ]
