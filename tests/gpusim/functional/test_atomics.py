"""Atomic operations as ptxas compiles them, on the machine: their sums, what they find, races."""

from __future__ import annotations

import numpy as np

from gpusim.device import Device
from gpusim.findings import Findings
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

THREADS = 64
TYPES = {
    "int": np.int32,
    "unsigned": np.uint32,
    "unsigned long long": np.uint64,
    "long long": np.int64,
    "float": np.float32,
    "double": np.float64,
}
HEADERS = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"


class Kernels:
    """Kernels of one text; each is a C type of array elements, names of arrays, and a body."""

    def __init__(self, bodies: list[tuple[str, str, str]]) -> None:
        text = HEADERS
        for number, (kind, names, body) in enumerate(bodies):
            parameters = ", ".join(f"{kind}* {name}" for name in names)
            text += f'extern "C" __global__ void k{number}({parameters}) '
            text += f"{{ int i = threadIdx.x; {body} }}\n"
        compiled = Compiler(Target.parse("sm_90")).compile(text)
        self.cubin, self.code = read_cubin(compiled.cubin), disassemble(compiled.cubin)

    def launch(self, number: int, arrays: dict[str, np.ndarray]) -> tuple[Device, Findings]:
        """Run a kernel with one block."""
        name = f"k{number}"
        device = Device(arrays)
        program = Program.of(name, self.code[name])
        image = self.cubin.kernel(name)
        ran = device.launch(Call(image, program, (1, 1, 1), (THREADS, 1, 1), 0, list(arrays)))
        return device, ran.findings


# What a place holds after an operation.
AFTER = {
    "Add": lambda held, value: held + value,
    "Sub": lambda held, value: held - value,
    "Min": min,
    "Max": max,
    "And": lambda held, value: held & value,
    "Or": lambda held, value: held | value,
    "Xor": lambda held, value: held ^ value,
    "Exch": lambda held, value: value,
    "Inc": lambda held, value: 0 if held >= value else held + 1,
    "Dec": lambda held, value: value if held == 0 or held > value else held - 1,
}


def one_by_one(name: str, places: np.ndarray, at: np.ndarray, values: np.ndarray) -> np.ndarray:
    """What each thread finds; `places` is changed."""
    found = []
    for place, value in zip(at, values, strict=True):
        found.append(places[place])
        places[place] = AFTER[name](places[place], value)
    return np.array(found, places.dtype)


WORDS = ("Add", "Sub", "Min", "Max", "And", "Or", "Xor", "Exch")
OPERATIONS = [
    *(("int", name) for name in WORDS),
    *(("unsigned", name) for name in (*WORDS, "Inc", "Dec")),
    *(("unsigned long long", name) for name in WORDS if name != "Sub"),
    *(("long long", name) for name in ("Min", "Max", "And", "Or", "Xor")),
    ("float", "Add"),
    ("float", "Exch"),
    ("double", "Add"),
]


def body_of(kind: str, name: str) -> str:
    """In global memory, with and without what is found there, and in shared memory."""
    return (
        f"c[i] = atomic{name}(a + i / 5, b[i]); atomic{name}(d + i / 5, b[i]); "
        f"__shared__ {kind} s[{THREADS}]; s[i] = g[i]; __syncthreads(); "
        f"e[i] = atomic{name}(s + i / 5, b[i]); __syncthreads(); f[i] = s[i];"
    )


def test_threads_that_meet_go_one_by_one():
    bodies = [(kind, "abcdefg", body_of(kind, name)) for kind, name in OPERATIONS]
    runs = Kernels(bodies)
    for number, (kind, name) in enumerate(OPERATIONS):
        draw = np.random.default_rng(8)
        dtype = TYPES[kind]
        values = draw.integers(0, 40, THREADS).astype(dtype)
        if np.dtype(dtype).kind != "u":
            values -= 20
        start = draw.integers(0, 40, THREADS).astype(dtype)
        arrays = {letter: np.zeros(THREADS, dtype) for letter in "abcdefg"}
        arrays |= {"a": start, "b": values, "d": start, "g": start}
        device, findings = runs.launch(number, arrays)
        places = start.copy()
        with np.errstate(over="ignore"):
            found = one_by_one(name, places, np.arange(THREADS) // 5, values)
        assert not findings.cases
        for array in "adf":
            assert device.array(array).tolist() == places.tolist(), (kind, name, array)
        # A loop of compare-and-swap takes threads in an order of its own; numbers are whole.
        loops = any("CAST" in one.opcode for one in runs.code[f"k{number}"])
        for array in "c" if loops else "ce":
            assert device.array(array).tolist() == found.tolist(), (kind, name, array)


def test_compare_and_swap():
    kinds = ("int", "unsigned long long")
    body = "c[i] = atomicCAS(a + i, b[i], (unsigned long long)(i + 1000));"
    runs = Kernels([(kind, "abc", body) for kind in kinds])
    for number, kind in enumerate(kinds):
        start = np.arange(THREADS, dtype=TYPES[kind])
        expected = np.where(start % 3 == 0, start, start + 1).astype(start.dtype)
        arrays = {"a": start, "b": expected, "c": np.zeros_like(start)}
        device, _ = runs.launch(number, arrays)
        swapped = np.where(expected == start, start + 1000, start)
        assert device.array("a").tolist() == swapped.tolist()
        assert device.array("c").tolist() == start.tolist()


def test_vectors_of_floats():
    draw = np.random.default_rng(3)
    body = (
        "if (i < 60) { float4 v = ((float4*)b)[i]; atomicAdd((float4*)a + i % 8, v); "
        "float2 f = atomicAdd((float2*)c + i, make_float2(v.x, v.w)); d[i] = f.x + f.y; }"
    )
    runs = Kernels(
        [("float", "abcd", body), ("float", "ab", "atomicAdd((float4*)(a + i), *(float4*)b);")]
    )
    values = draw.integers(-9, 10, (THREADS, 4)).astype(np.float32)
    start = draw.integers(-9, 10, 2 * THREADS).astype(np.float32)
    arrays = {"a": np.zeros((8, 4), np.float32), "b": values, "c": start}
    device, findings = runs.launch(0, arrays | {"d": np.zeros(THREADS, np.float32)})
    assert not findings.wrong
    expected = np.zeros((8, 4), np.float32)
    np.add.at(expected, np.arange(60) % 8, values[:60])
    assert (device.array("a") == expected).all()
    pairs = start.reshape(THREADS, 2).copy()
    assert (device.array("d")[:60] == pairs[:60].sum(axis=1)).all()
    pairs[:60] += values[:60, ::3]
    assert (device.array("c").reshape(THREADS, 2) == pairs).all()
    _, findings = runs.launch(1, {"a": start, "b": values})
    assert set(findings.names()) == {"misaligned"}
