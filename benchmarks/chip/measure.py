"""The interface of a microbenchmark: checked kernels, a run on the GPU, a value with its spread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpusim.errors import UserError
from gpusim.isa.sass import disassemble
from schedules.core.gpu import Gpu

from .skeleton import COMPILER, KERNEL, Measured, filled
from .words import Word

REPETITIONS = 7
Cubins = Mapping[str, bytes]


@dataclass(frozen=True)
class Measure:
    """One constant, or a table of constants.

    `cubins` makes the machine code and rejects unexpected code. `run` returns the record: `value`
    and `spread` (quartiles over repetitions), for a table both per entry.
    """

    name: str
    unit: str
    method: str
    cubins: Callable[[], dict[str, bytes]]
    run: Callable[[Gpu, Cubins], dict[str, Any]]


def rounded(value: float) -> float:
    return float(f"{value:.5g}")


def summary(samples: Sequence[float]) -> dict[str, Any]:
    """The median and quartiles of repetitions."""
    low, middle, high = np.percentile(samples, (25, 50, 75))
    return {"value": rounded(middle), "spread": [rounded(low), rounded(high)]}


def table(entries: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Label -> its summary."""
    return {"table": {label: summary(samples) for label, samples in entries.items()}}


def per_launch(
    gpu: Gpu, launch: Callable[[Any, int], None], launches: int, repetitions: int, warm: int = 1
) -> list[float]:
    """Microseconds of each of `launches` launches in a CUDA graph, one value per repetition after
    `warm` replays. `launch` takes a stream and the launch's number."""
    replay = gpu.graph(lambda stream: [launch(stream, number) for number in range(launches)])
    samples = [gpu.microseconds(replay) / launches for _ in range(warm + repetitions)]
    return samples[warm:]


# --- a body of chosen instructions ----------------------------------------------------------------


def lengths(
    body: Sequence[Word], places: int, setup: Sequence[Word] = (), tail: Sequence[Word] = ()
) -> dict[str, bytes]:
    """Loops over the repeated body: 'short' has `places` instructions, 'long' twice as many."""
    if places % len(body):
        raise ValueError(f"{places} is no multiple of {len(body)} instructions")
    times = places // len(body)
    return filled(
        {
            name: Measured(tuple(body) * (times * factor), tuple(setup), tuple(tail))
            for name, factor in (("short", 1), ("long", 2))
        }
    )


def run_filled(
    gpu: Gpu,
    cubin: bytes,
    warps: int,
    iterations: int,
    given: np.ndarray | None = None,
    shared: int = 0,
    blocks: int = 1,
) -> np.ndarray:
    """Clock at the start, at the end, and the result of each thread: uint32 (blocks, threads, 3).

    `given` has the words of each thread that setup finds in ADDRESS, ADDRESS + 1 and EXTRA.
    """
    threads = 32 * warps
    words = np.zeros((threads, 4), np.uint32)
    if given is not None:
        words[:, : given.shape[1]] = given[:threads]
    there = gpu.array(words)
    out = gpu.buffer(16 * threads * blocks)
    function = gpu.function(cubin, KERNEL)
    numbers = np.int32(iterations), np.int32(0)
    function.launch(blocks, threads, (out, there, *numbers), shared)
    values = gpu.read(out, (blocks, threads, 4), np.uint32)[..., :3]
    gpu.free(there, out)
    return values


def cycles(values: np.ndarray) -> int:
    """From the first warp's start to the last one's end."""
    start, end = values[0, :, 0], values[0, :, 1]
    since = (end - start.min()).astype(np.uint32)
    # The 32-bit clock may wrap in between.
    if (start - start[0]).astype(np.int32).min() < 0:
        first = start[(start - start[0]).astype(np.int32).argmin()]
        since = (end - first).astype(np.uint32)
    return int(since.max())


def per_place(
    gpu: Gpu,
    cubins: Cubins,
    warps: int,
    places: int,
    iterations: int = 40,
    given: np.ndarray | None = None,
    shared: int = 0,
    prefix: str = "",
) -> list[float]:
    """Cycles that one more instruction adds to the loop body, one value per repetition."""
    samples = []
    for repetition in range(REPETITIONS + 1):
        short, long = (
            cycles(run_filled(gpu, cubins[prefix + name], warps, iterations, given, shared))
            for name in ("short", "long")
        )
        if repetition:
            samples.append((long - short) / (places * iterations))
    return samples


# --- kernels in CUDA ------------------------------------------------------------------------------


def compiled(text: str, promised: Mapping[str, int]) -> bytes:
    """The cubin of a CUDA text that contains at least the given number of these opcodes.

    Opcodes are compared by prefix ('LDG.E.128'). Raises UserError if there are fewer.
    """
    cubin = COMPILER.compile(text).cubin
    code = [instruction for kernel in disassemble(cubin).values() for instruction in kernel]
    for opcode, count in promised.items():
        there = sum(instruction.opcode.startswith(opcode) for instruction in code)
        if there < count:
            raise UserError(f"the machine code has {there} {opcode}, not {count}")
    return cubin
