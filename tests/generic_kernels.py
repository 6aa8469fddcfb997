"""Kernels of no ladder (files/generic.cu), compiled and run on the machine."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from conftest import FILES

from gpusim.device import Device, Ran
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options, Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

ELEMENTS = 16384
SOURCE = (FILES / "generic.cu").read_text()
# Name -> blocks, threads.
LAUNCHES = {
    name: (int(blocks), int(threads))
    for name, blocks, threads in re.findall(
        r"^KERNEL\((\w+)\) \{  // (\d+) (\d+)$", SOURCE, re.MULTILINE
    )
}


@cache
def _cubin() -> bytes:
    return Compiler(Target.parse("sm_90")).cubin(SOURCE)


def program(name: str) -> Program:
    return Program.of(name, disassemble(_cubin())[name])


def run(name: str, options: Options | None = None, code: Program | None = None) -> Ran:
    """Launch a kernel on random inputs; n[i] is i mod 4096."""
    blocks, threads = LAUNCHES[name]
    rng = np.random.default_rng(0)
    device = Device(
        {
            "c": np.zeros(ELEMENTS, np.float32),
            "a": rng.uniform(-1, 1, ELEMENTS).astype(np.float32),
            "b": rng.uniform(-1, 1, ELEMENTS).astype(np.float32),
            "n": np.arange(ELEMENTS, dtype=np.int32) % 4096,
        },
        options=options,
    )
    image = read_cubin(_cubin()).kernels[name]
    scalar = np.float32(0.5).tobytes()
    grid, block = (blocks, 1, 1), (threads, 1, 1)
    arguments = ["c", "a", "b", "n", scalar]
    return device.launch(Call(image, code or program(name), grid, block, 0, arguments))
