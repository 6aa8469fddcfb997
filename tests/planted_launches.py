"""Launches of small CUDA kernels for the model of time, on a chip of four multiprocessors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import Instruction, disassemble
from gpusim.launch import Call, Program
from gpusim.timing.constants import Constants, constants
from gpusim.timing.prediction import Recording, record_launch
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

CHIP = replace(
    constants("h200"),
    multiprocessors=4,
    clocks=dict.fromkeys(("idle", "ffma", "hmma", "hmma seldom", "dram"), 1000.0),
    cold={1: 0.0},
    l2_spread=0.0,
    dram_spread=0.0,
)
# What launches read until they come back to the same arrays, in bytes: L2 holds all, and nothing.
WARM, COLD = 1 << 20, 1 << 30
HEAD = 'extern "C" __global__ void __launch_bounds__(1024)'


def without_clock(code: Sequence[Instruction]) -> list[Instruction]:
    """What reads the clock has zero instead: the machine has no clock."""
    return [
        one._replace(opcode="MOV", operands=f"{one.operands.split(',')[0]}, RZ")
        if one.opcode == "CS2R.32"
        else one
        for one in code
    ]


def recorded(
    body: str,
    *,
    grid: int = 1,
    block: int = 32,
    chip: Constants = CHIP,
    words: int = 1 << 16,
    set_bytes: float = WARM,
    fitting: int = 0,
    data: np.ndarray | None = None,
) -> Recording:
    """A kernel with arrays `a`, of `data` if it decides what is accessed, and `b` of floats; as
    many blocks fit as threads, or `fitting`."""
    text = f"{HEAD} k(const float* __restrict__ a, float* __restrict__ b) {{ {body} }}"
    cubin = Compiler(Target.parse("sm_90")).compile(text).cubin
    program = Program.of("k", disassemble(cubin)["k"])
    call = Call(read_cubin(cubin).kernel("k"), program, (grid, 1, 1), (block, 1, 1), 0, ("a", "b"))
    arrays = {name: np.broadcast_to(np.zeros((), np.float32), (words,)) for name in "ab"}
    fits = fitting or (2048 // block if block > 256 else 8)
    inputs = None if data is None else lambda: {"a": data, "b": np.zeros(words, np.float32)}
    return record_launch(arrays, call, chip, fits, set_bytes, inputs)
