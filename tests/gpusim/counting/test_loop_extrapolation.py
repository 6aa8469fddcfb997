"""Passes of loops that are multiplied cost what they cost when every one is run."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from accesses import count_every_iteration, needs_compiler
from exhaustive import every, sampled

from benchmarks.unseen import ASIDE, COUNTED, GENERIC, kernel, names
from gpusim.counting.loop_extrapolation import LoopExtrapolation
from gpusim.exact_counts import Counted, count
from gpusim.findings import BeyondLimit
from gpusim.functional import interpreter as interpreter_module
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Module, Options, Program
from gpusim.state.execution import Skip
from schedules.compile.compiler import Compiler
from schedules.core.kernel import last_kernel
from schedules.core.target import Target
from schedules.sources.names import resolve

pytestmark = needs_compiler
ARCH = Target.parse("sm_90")


@dataclass(frozen=True)
class Loop:
    """A kernel's body, and how many repetitions of passes are multiplied at least."""

    body: str
    repeats: int = 0


LOOPS = {
    # Whose passes repeat.
    "a row a pass": Loop("LOOP(i, 0, n) x += in[i * 256 + t];", 190),
    "a word a pass": Loop("LOOP(i, 0, n) x += in[i + t];", 15),
    "backwards": Loop("for (int i = n; i > 0; i--) x += in[i * 64 + t];", 7),
    "two buffers": Loop(
        "LOOP(i, 0, n) { x += s[i % 2 * 512 + t]; s[(~i & 1) * 512 + t] = x; }", 95
    ),
    "three buffers": Loop("LOOP(i, 0, n) x += s[i % 3 * 512 + t * 2];", 55),
    "seven buffers": Loop("LOOP(i, 0, n) x += s[i % 7 * 256 + t * 2];", 20),
    "swizzled": Loop("LOOP(i, 0, n) x += s[(i & 7) * 64 + (t ^ (i & 7) << 2)];", 20),
    "every eighth": Loop("LOOP(i, 0, n) if ((i & 7) == 3) x += in[i * 64 + t];", 20),
    "some lanes": Loop("LOOP(i, 0, n) if (t < 40) x += in[i * 64 + t];", 190),
    "the last one not": Loop("LOOP(i, 0, n) { x += in[i * 64 + t]; if (i + 1 < n) s[t] = x; }", 40),
    "a change": Loop("LOOP(i, 0, n) { if (i < 100) x += s[t]; else x += s[t * 2]; }", 180),
    "a shifted sum": Loop("LOOP(i, 0, n) x += in[(i * 4 + 2 >> 2) * 32 + t];", 190),
    "the rest of a sum": Loop("LOOP(i, 0, n) x += in[(i * 32 + 5) % 96 + t];", 50),
    "nested": Loop("LOOP(i, 0, n) LOOP(j, 0, 50) x += in[i * 4096 + j * 64 + t];", 190),
    "barriers": Loop("LOOP(i, 0, n) { s[t] = x; MEET; x += s[t ^ 1]; MEET; }", 190),
    "halves of warps": Loop("LOOP(i, 0, n) if (t & 16) x += in[i * 64 + t]; else x += s[t];", 190),
    "two loops": Loop(
        "if (t < 32) LOOP(i, 0, n) x += in[i * 64 + t]; else LOOP(j, 0, n) x += s[t];", 150
    ),
    "twice as often": Loop(
        "if (t < 32) LOOP(i, 0, n) { x += in[i * 64 + t]; MEET_HALF; }"
        "else LOOP(j, 0, n) { LOOP(k, 0, 2) x += s[t + k * 32]; MEET_HALF; }",
        95,
    ),
    "a pointer": Loop("const float* p = in + t; LOOP(i, 0, n) { x += *p; p += 96; }", 190),
    "over 4 GiB": Loop("const float* p = in + t; LOOP(i, 0, n) { x += *p; p += 1 << 26; }", 100),
    "clamped": Loop("LOOP(i, 0, n) x += in[min(i, 120) * 64 + t];", 180),
    "chosen": Loop("LOOP(i, 0, n) x += in[(i < 130 ? i : 130 - i) * 64 + t];", 180),
    # Whose passes do not, or not for long.
    "triangular": Loop("LOOP(i, 0, t) x += in[i * 64 + t];"),
    "lanes apart": Loop("LOOP(i, 0, n) x += in[i * t];"),
    "lanes that meet": Loop("LOOP(i, 0, n) x += in[t & 1 ? (n - i) * 8 + t : t];"),
    "up to a square": Loop("LOOP(i, 0, n) if (i * i < 20000) x += in[i * 64 + t];"),
    "squares": Loop("LOOP(i, 0, n) x += in[i * i + t];"),
    "doubled": Loop("int a = 1; LOOP(i, 0, n) { x += in[a + t]; a += a; }"),
    "congruential": Loop("int a = t; LOOP(i, 0, n) { a = a * 5 + 3; x += in[a & 0xffff]; }"),
    "fed back": Loop("int a = t; LOOP(i, 0, n) { a ^= a >> 1 ^ i; x += in[a & 0xff]; }"),
    "counted bits": Loop("LOOP(i, 0, n) x += in[__popc(i) * 8 + t];"),
    "by the stack": Loop(
        "int a[40]; for (int i = 0; i < 40; i++) a[i * 7 % n] = i * n;"
        "LOOP(i, 0, n) { x += in[a[i % 40] + t]; a[i * 3 % 40] += i; }"
    ),
    "a growing inner one": Loop("LOOP(i, 0, 40) LOOP(j, 0, i) x += in[i * 64 + j * 640 + t];"),
}
HEADER = """
#define LOOP(i, from, to) _Pragma("unroll 1") for (int i = (from); i < (to); i++)
#define MEET __syncthreads()
#define MEET_HALF asm volatile("bar.sync 1, 64;" ::: "memory")
"""
THREADS, PASSES = 64, 200
FRAME = """
extern "C" __global__ void k%d(float* out, const float* in, int n) {
    __shared__ float s[4096];
    int t = threadIdx.x;
    float x = 0;
    %s
    out[t] = x + s[t];
}
"""
ARRAYS = {name: np.broadcast_to(np.float32(0), (1 << 20,)) for name in ("out", "in")}


@cache
def cubin() -> bytes:
    bodies = (FRAME % (number, loop.body) for number, loop in enumerate(LOOPS.values()))
    return Compiler(ARCH).cubin(HEADER + "".join(bodies))


def call_of(name: str) -> Call:
    number = list(LOOPS).index(name)
    program = Program.of(f"k{number}", disassemble(cubin())[f"k{number}"])
    image = read_cubin(cubin()).kernels[f"k{number}"]
    arguments = ["out", "in", np.int32(PASSES).tobytes()]
    return Call(image, program, (1, 1, 1), (THREADS, 1, 1), 0, arguments)


@pytest.fixture
def machines(monkeypatch) -> list[list[Skip]]:
    """What each interpreter that looks for passes that repeat has left out."""
    seen = []

    class Watched(LoopExtrapolation):
        def __init__(self, machine, *given) -> None:
            super().__init__(machine, *given)
            seen.append(machine.skips)

    monkeypatch.setattr(interpreter_module, "LoopExtrapolation", Watched)
    return seen


def same(one: Counted, other: Counted) -> bool:
    tables = ("issued", "shared", "globally")
    alike = all((getattr(one.counts, t) == getattr(other.counts, t)).all() for t in tables)
    return alike and one.counts.reach == other.counts.reach


@pytest.mark.parametrize("name", LOOPS)
def test_loops(name, machines):
    call = call_of(name)
    counted = count(ARRAYS, call)
    assert same(counted, count_every_iteration(ARRAYS, call))
    extrapolated, executed = machines
    assert sum(skip.times for skip in extrapolated) >= LOOPS[name].repeats
    assert not executed


class Random:
    """Loops whose words take any way: sums, products, bits, choices, in addresses and guards."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)

    def number(self) -> str:
        few = (1, 2, 3, 7, 8, 31, 32, 64, 100, 255, 1024, 65536, 2**31, 2**32 - 16)
        return f"{self.draw.choice([*few, self.draw.getrandbits(32)])}u"

    def word(self, depth: int) -> str:
        if not depth:
            return self.draw.choice(["a", "b", "t", "i", "m", self.number()])
        x, y, n = self.word(depth - 1), self.word(depth - 1), self.draw.randrange(1, 9)
        forms = (
            f"{x} + {y}", f"{x} + {y}", f"{x} - {y}", f"{x} * {self.number()}", f"{x} * t",
            f"{x} & {self.number()}", f"{x} | {self.number()}", f"{x} ^ {self.number()}",
            f"{x} >> {n}", f"{x} << {n}", f"(int)({x}) >> {n}", f"{x} % {n + 1}u",
            f"{x} / {n + 1}u", f"min({x}, {y})", f"{x} < {y} ? {self.word(depth - 1)} : {x}",
            f"(unsigned)((unsigned long long)({x}) * {self.number()} >> {n + 28})",
        )  # fmt: skip
        return f"({self.draw.choice(forms)})"

    def statement(self, depth: int = 2) -> str:
        w, v = self.word, self.draw.choice("ab")
        forms = [
            f"{v} += {w(0)};", f"{v} += {w(0)};", f"{v} = {w(1)};", f"x += in[{w(2)} & 0xfffff];",
            f"s[{w(1)} & 2047] = x;", f"x += s[{w(1)} & 2047];", f"p += {w(0)}; x += *p;",
        ]  # fmt: skip
        if depth:
            inner = self.statement(depth - 1)
            forms += [
                f"if ({w(1)} < {w(1)}) {{ {inner} }}",
                f"if (({w(0)} & 3) == 1) {{ {inner} }}",
                f"LOOP(j, 0, (i & 7) + 3) {{ x += in[j * 32 + {v}]; {inner} }}",
            ]
        return self.draw.choice(forms)

    def kernel(self, number: int) -> str:
        draw = self.draw
        start = draw.choice(["0", "t", "-20", self.number()])
        step, end = draw.choice([1, 1, 1, 2, 3]), draw.choice(["", " + (t & 1)", " + (t & 32)"])
        body = " ".join(self.statement() for _ in range(draw.randrange(2, 6)))
        return (
            f'extern "C" __global__ void k{number}(float* out, const float* in, unsigned n) {{'
            f"__shared__ float s[2048]; unsigned t = threadIdx.x, a = {draw.choice('0t')},"
            f" b = {self.number()}, m = n / 5; const float* p = in + t; float x = 0;\n"
            f'_Pragma("unroll 1") for (unsigned i = {start}, e = i + n{end};'
            f" (int)(i - e) < 0; i += {step}) {{ {body} }}\n"
            "out[t] = x + s[t] + a + b; }\n"
        )


@pytest.mark.parametrize("seed", every(range(4), 4))
def test_random_loops(seed, machines):
    made = Random(seed)
    compiled = Compiler(ARCH).cubin(HEADER + "".join(made.kernel(n) for n in range(10)))
    images, code = read_cubin(compiled).kernels, disassemble(compiled)
    for name, image in images.items():
        arguments = ["out", "in", np.uint32(60 + 13 * seed).tobytes()]
        program = Program.of(name, code[name])
        call = Call(image, program, (1, 1, 1), (THREADS, 1, 1), 0, arguments)
        assert same(count(ARRAYS, call), count_every_iteration(ARRAYS, call)), name
    assert sum(map(bool, machines)) >= 3


# Nested loops, two and three buffers, cp.async, warps of tensor cores and of copies.
RUNGS = {
    "gemm/sgemm_tvm:thread_tile": (128, 256, 256),
    "gemm/sgemm_tvm:software_pipeline": (128, 256, 512),
    "gemm/sgemm_tvm:cp_async": (256, 128, 768),
    "gemm/sgemm_cuda:double_buffer": (128, 128, 512),
    "gemm/sgemm_geforce:rolled_rows": (128, 256, 960),
    "gemm/hgemm:wgmma_tma": (128, 256, 4096),
    "gemm/hgemm:persistent": (128, 256, 4096),
    "gemm/hgemm:pingpong": (2048, 2048, 4096),
    "gemv/fast_gemv:thread_per_row": (64, 1024),
}
BY_DEFAULT = {"gemm/hgemm:persistent"}


def check_module(module: Module) -> None:
    arrays = module.arrays()
    for call in module.calls:
        assert same(count(arrays, call), count_every_iteration(arrays, call))


@pytest.mark.parametrize("path", sampled(RUNGS, BY_DEFAULT))
def test_rungs(path, machines):
    rung = resolve(path).rung
    check_module(last_kernel(rung, rung.at(RUNGS[path]), ARCH).module)
    assert any(machines)


@pytest.mark.parametrize("name", every(names(GENERIC, ASIDE), 12))
def test_schedules_in_no_ladder(name):
    check_module(kernel(name, COUNTED).module)


def test_a_loop_without_end_is_beyond_the_limit():
    text = 'extern "C" __global__ void k(float* out) { while (1) atomicAdd(out, 1.0f); }'
    compiled = Compiler(ARCH).cubin(text)
    program = Program.of("k", disassemble(compiled)["k"])
    call = Call(read_cubin(compiled).kernels["k"], program, (1, 1, 1), (32, 1, 1), 0, ["out"])
    with pytest.raises(BeyondLimit, match=f"more than {Options().most_steps:,} steps"):
        count({"out": ARRAYS["out"]}, call)
