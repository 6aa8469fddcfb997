"""L1, L2 and DRAM: capacities and latencies by pointer chase, rates by bytes in flight."""

from __future__ import annotations

from functools import partial

import numpy as np

from schedules.core.gpu import Gpu

from . import kernel_text
from .measure import Cubins, Measure, compiled, summary, table

CHASE = kernel_text("chase")


def chase_cubin(cached: str) -> dict[str, bytes]:
    return {"": compiled(CHASE.replace("<cached>", cached), {"LDG.E.64": 9})}


def ring(size: int, step: int, seed: int = 0) -> np.ndarray:
    """Byte offsets of a random pointer cycle with one word every `step` bytes."""
    count = size // step
    order = np.random.default_rng(seed).permutation(count)
    to = np.zeros((count, step // 8), np.uint64)
    to[order, 0] = np.roll(order, -1).astype(np.uint64) * np.uint64(step)
    return to.reshape(-1)


def chased(
    gpu: Gpu, cubin: bytes, size: int, step: int, steps: int, repetitions: int, carveout: int = -1
) -> list[float]:
    """Cycles per step of one lane's pointer chase through `size` bytes, after a warm-up."""
    words = ring(size, step)
    space = gpu.buffer(words.nbytes)
    words.reshape(-1, step // 8)[:, 0] += space
    gpu.write(space, words)
    out = gpu.buffer(64)
    function = gpu.function(cubin, "chase")
    function.attribute("PREFERRED_SHARED_MEMORY_CARVEOUT", carveout)
    samples = []
    for _ in range(repetitions):
        function.launch(1, 1, (out, space, np.int32(steps)))
        samples.append(int(gpu.read(out, (1,), np.uint64)[0]) / steps)
    gpu.free(space, out)
    return samples


L2_MB = (1, 4, 8, 16, 20, 24, 28, 32, 40, 48, 56, 64, 96, 256)


def _l2_latency() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict:
        entries = {}
        for size in L2_MB:
            steps = min(size << 20, 1 << 24) // 4096
            entries[f"{size} MB"] = chased(gpu, made[""], size << 20, 4096, steps, 3)
        return table(entries)

    return Measure(
        "latency.by_footprint",
        "cycles",
        "cycles a step of a pointer chase past L1, one lane, a word of every 4 KB in random order, "
        "after a part of it was run through; L2, then DRAM (with its translation of addresses)",
        partial(chase_cubin, ".cg"),
        run,
    )


def _dram_latency() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict:
        # The warm-up reads half of the 512 MB ring; the lines of the other half are cold.
        return summary(
            chased(gpu, made[""], 1 << 29, 1 << 16, 1 << 12, 1)
            + chased(gpu, made[""], 1 << 29, 1 << 15, 1 << 12, 1)
            + chased(gpu, made[""], 1 << 29, 1 << 14, 1 << 12, 1)
        )

    return Measure(
        "latency.ldg_dram",
        "cycles",
        "cycles a step of a pointer chase past L1 through 512 MB, one lane, a word of every 64, 32 "
        "and 16 KB in random order, at lines that no launch has read before",
        partial(chase_cubin, ".cg"),
        run,
    )


STREAM = kernel_text("stream")
_TYPES = {2: "unsigned short", 4: "unsigned", 8: "uint2", 16: "uint4"}


def stream_text(width: int, loads: int, store: bool = False) -> str:
    words = max(1, width // 4)
    names = [[f"v{n}_{w}" for w in range(words)] for n in range(loads)]
    listed = ", ".join(f"%{w}" for w in range(words))
    vector = {2: "u16 %0", 4: "u32 %0", 8: f"v2.u32 {{{listed}}}", 16: f"v4.u32 {{{listed}}}"}[
        width
    ]
    load, use = "", ""
    for n, those in enumerate(names):
        place = f'"l"(p + {n} * blockDim.x)'
        if store:
            kind, _, regs = vector.partition(" ")
            given = ", ".join('"r"(sum)' for _ in those)
            load += f'asm volatile("st.global.{kind} [%{words}], {regs};" '
            load += f':: {given}, {place} : "memory");\n'
        else:
            out = ", ".join(f'"={"h" if width == 2 else "r"}"({name})' for name in those)
            kind, _, regs = vector.partition(" ")
            load += f'asm volatile("ld.global.cg.{kind} {regs}, [%{words}];" '
            load += f': {out} : {place} : "memory");\n'
            use += "".join(f"sum ^= {name};" for name in those)
    flat = [name for those in names for name in those]
    registers = "" if store else f"unsigned {'short ' * (width == 2)}{', '.join(flat)};"
    text = STREAM.replace("<type>", _TYPES[width]).replace("<loads>", str(loads))
    return text.replace("<registers>", registers).replace("<load>", load).replace("<use>", use)


def stream_cubin(width: int, loads: int, store: bool = False) -> bytes:
    suffix = {2: ".U16", 4: "", 8: ".64", 16: ".128"}[width]
    opcode = f"STG.E{suffix}" if store else f"LDG.E{suffix}"
    return compiled(stream_text(width, loads, store), {opcode: loads})


def bytes_a_cycle(
    gpu: Gpu,
    cubin: bytes,
    width: int,
    loads: int,
    warps: int,
    blocks: int,
    total: int,
    rounds: int,
    repetitions: int,
    together: int = 1,
) -> list[float]:
    """Bytes per cycle and SM.

    `total` is the number of bytes of all blocks; `together` consecutive blocks read the same bytes.
    """
    # More than 32 warps are two blocks per SM.
    beside = 2 if warps > 32 else 1
    warps, blocks = warps // beside, blocks * beside
    threads = 32 * warps
    turn = threads * width * loads
    turns = max(1, total // blocks // turn)
    span = turns * turn
    space, out = gpu.buffer(max(span * blocks, 1 << 16)), gpu.buffer(1 << 20)
    function = gpu.function(cubin, "stream")
    numbers = np.int64(span), np.int32(turns), np.int32(rounds), np.int32(together)
    arguments = (out, space, *numbers)
    rates = []
    for repetition in range(repetitions + 1):
        # So much shared memory that no further block fits on the SM.
        function.launch(blocks, threads, arguments, 120 * 1024 // beside)
        times = gpu.read(out, (4 + 2 * blocks * warps,), np.uint32)[4:].reshape(blocks, warps, 2)
        if repetition:
            start, end = times[..., 0].astype(np.int64), times[..., 1].astype(np.int64)
            taken = (end.max(1) - start.min(1)) % (1 << 32)
            rates.append(beside * span * rounds / float(np.median(taken)))
    gpu.free(space, out)
    return rates


# With more than 32 bytes per thread, the compiler makes loads wait for each other.
_POINTS = ((4, 1), (8, 1), (16, 1), (4, 4), (8, 4), (16, 2))
_WARPS = (1, 2, 4, 8, 16, 32, 64)


def _flight(name: str, method: str, each: int, everyone: bool, rounds: int, store: bool) -> Measure:
    """Bytes per cycle, by warps, consecutive loads and bytes per load."""
    points = ((16, 2), (16, 1), (4, 4), (4, 1)) if everyone else _POINTS
    points = ((16, 4), (4, 4)) if store else points

    def cubins() -> dict[str, bytes]:
        return {f"{w}x{n}": stream_cubin(w, n, store) for w, n in points}

    def run(gpu: Gpu, made: Cubins) -> dict:
        entries = {}
        blocks = gpu.multiprocessors if everyone else 1
        for width, loads in points:
            for warps in _WARPS if not (everyone or store) else (4, 16, 32, 64):
                label = f"{warps} warps, {loads} of {width} B"
                entries[label] = bytes_a_cycle(
                    gpu,
                    made[f"{width}x{loads}"],
                    width,
                    loads,
                    warps,
                    blocks,
                    each * blocks,
                    rounds,
                    3,
                )
        best = max(entries, key=lambda label: np.median(entries[label]))
        return summary(entries[best]) | {"best": best} | table(entries)

    return Measure(name, "bytes a cycle and multiprocessor", method, cubins, run)


# Numbers of blocks that read the same bytes, like those of a row or column of a GEMM's tiles.
_TOGETHER = (1, 2, 4, 8, 16, 32, 64, 132)


def _shared() -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict:
        entries, blocks = {}, gpu.multiprocessors
        for together in _TOGETHER:
            for warps in (16, 32, 64):
                entries[f"{together} together, {warps} warps"] = bytes_a_cycle(
                    gpu, made[""], 16, 2, warps, blocks, blocks << 17, 40, 3, together
                )
        return table(entries)

    return Measure(
        "l2.read_shared",
        "bytes a cycle and multiprocessor",
        "as l2.read_all with two loads of 16 bytes a thread in a row, of 128 KB that so many "
        "blocks, one after the other in the grid, read together",
        lambda: {"": stream_cubin(16, 2)},
        run,
    )


def _hits(name: str, few: int | None, who: str) -> Measure:
    def run(gpu: Gpu, made: Cubins) -> dict:
        entries = {}
        for size in (8, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 96):
            blocks = few or gpu.multiprocessors
            rates = bytes_a_cycle(gpu, made[""], 4, 1, 1, blocks, size << 20, 3, 3)
            entries[f"{size} MB"] = [128 / rate for rate in rates]
        return table(entries)

    return Measure(
        name,
        "cycles",
        f"cycles of a load of 128 bytes by one warp of {who}, one after the other, past L1, three "
        "times through its part of a working set: how much of that L2 still holds",
        lambda: {"": stream_cubin(4, 1)},
        run,
    )


def measures() -> list[Measure]:
    flight = "loads past L1 by warps of one block (64: of two), loads in a row, bytes of each; "
    stores = "stores by warps of one block, stores in a row, bytes of each; "
    alone, all_ = "one multiprocessor alone, ", "every multiprocessor, "
    l2, dram = "64 KB (alone) or 128 KB of its own, 40 times over, in L2", "cold, from DRAM"
    return [
        _l2_latency(),
        _dram_latency(),
        _flight("l2.read_alone", flight + alone + l2, 1 << 16, False, 40, False),
        _flight("l2.read_all", flight + all_ + l2, 1 << 17, True, 40, False),
        _flight("l2.write_all", stores + all_ + l2, 1 << 17, True, 40, True),
        _flight("dram.read_alone", flight + alone + dram, 1 << 27, False, 1, False),
        _flight("dram.read_all", flight + all_ + dram, 1 << 23, True, 1, False),
        _shared(),
        _hits("l2.hits", None, "each multiprocessor"),
        _hits("l2.hits_few", 4, "four multiprocessors"),
    ]
