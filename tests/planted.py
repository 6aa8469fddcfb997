"""Small CUDA kernels with one fault each, and the same kernels without it.

A text holds both: `CLEAN(...)` stays in the clean twin alone, `FAULT(...)` in the faulty one. A
comment `/*at*/` marks the line of the instruction that a finding is to name, `/*other*/` that of
the second one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import numpy as np

from gpusim.device import Device
from gpusim.findings import Finding, Findings
from gpusim.isa.cubin import KernelImage, read_cubin
from gpusim.isa.sass import Instruction, disassemble
from gpusim.launch import Call, Options, Program, TensorMap
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

ELEMENTS = 1024
FIRST = (0, 0, 0)
# The faulty twin first: its lines are those of the clean one.
_TWINS = "#define FAULT(...) {}\n#define CLEAN(...) {}\n"
_KERNEL = 'extern "C" __global__ void k({}float* out, const float* in, const int* n)'
_MAP = "const __grid_constant__ CUtensorMap map, "

# What texts with mbarriers and loads by TMA have before them.
MBARRIER = """
__device__ __forceinline__ unsigned place(const void* pointer) {
  return (unsigned)__cvta_generic_to_shared(pointer);
}
__device__ __forceinline__ void init(void* barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(place(barrier)), "r"(count));
}
__device__ __forceinline__ void fence() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void arrive(void* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(place(barrier)) : "memory");
}
__device__ __forceinline__ void expect(void* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :: "r"(place(barrier)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void load(void* to, const CUtensorMap& map, int row, void* barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%3, %4}], [%2];" :: "r"(place(to)), "l"(&map), "r"(place(barrier)), "r"(0),
      "r"(row) : "memory");
}
__device__ __forceinline__ void wait(void* barrier, int parity) {
  asm volatile(
      "{\\n.reg .pred p;\\nWAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\\n"
      "@p bra DONE;\\nbra WAIT;\\nDONE:\\n}" :: "r"(place(barrier)), "r"(parity) : "memory");
}
"""


def thread(x: int, y: int = 0, z: int = 0, block: tuple[int, int, int] = FIRST) -> tuple:
    """A thread as a finding names it."""
    return block, (x, y, z)


@dataclass(frozen=True)
class Planted:
    """A kernel `k(float* out, const float* in, const int* n)` of 1024 elements each; n[i] is i.

    `body` is what stands between its braces, `before` what stands before it; a text with a kernel
    of its own is `text`. A kernel with `maps` has `const __grid_constant__ CUtensorMap map` first.
    """

    name: str
    kind: str
    body: str = ""
    memory: str = ""
    byte: int | None = None
    threads: tuple[tuple, ...] | None = None
    block: tuple[int, int, int] = (128, 1, 1)
    grid: tuple[int, int, int] = (1, 1, 1)
    dynamic_shared: int = 0
    text: str = ""
    before: str = ""
    # What marks the line of the second instruction; `end` is that of the kernel's last brace.
    other: str = "other"
    # Names of the kernels, in the order they are launched.
    kernels: Sequence[str] = ("k",)
    also: frozenset[str] = field(default_factory=frozenset)
    # What the faulty twin leaves out of its machine code, all that begins so: ptxas puts in what a
    # text lacks of wgmma's fences and waits.
    leave_out: str = ""
    # A cooperative launch: blocks may meet at a barrier of the grid.
    cooperative: bool = False
    # Given to the last kernel before the arrays.
    maps: Sequence[TensorMap] = ()
    # No strong access of the text is a vector; no strong load is wider than 32 bits.
    scalar: bool = False
    whole: bool = False

    def source(self, *, faulty: bool) -> str:
        shown = ("__VA_ARGS__", "") if faulty else ("", "__VA_ARGS__")
        kernel = _KERNEL.format(_MAP if self.maps else "")
        text = self.text or f"{kernel} {{\n{self.body}\n}} /*end*/\n"
        return _TWINS.format(*shown) + self.before + text

    def twins(self) -> str:
        """Both twins as one text, since compilers take longest to start: `k` and `clean_k`."""
        texts = {"faulty": self.source(faulty=True), "clean": self.source(faulty=False)}
        for name in self.kernels:
            texts["clean"] = re.sub(rf"\b{name}(?=\()", f"clean_{name}", texts["clean"])
        # In a namespace of the text an include does nothing any more.
        twins = "".join(re.findall(r"^#include .*\n", texts["clean"], re.MULTILINE))
        for name, text in texts.items():
            twins += f"namespace {name} {{\n#line 1\n{text}\n}}\n#undef FAULT\n#undef CLEAN\n"
        return twins

    def line(self, mark: str) -> int | None:
        """The CUDA line that bears a mark, None where none does."""
        lines = self.source(faulty=True).split("\n")
        marked = [at for at, line in enumerate(lines, 1) if f"/*{mark}*/" in line]
        assert len(marked) <= 1, f"{self.name}: {len(marked)} lines are marked {mark}"
        return marked[0] if marked else None


@cache
def _compiler() -> Compiler:
    return Compiler(Target.parse("sm_90"))


@lru_cache(maxsize=1)
def _read(text: str) -> tuple[Mapping[str, KernelImage], dict[str, list[Instruction]]]:
    """The kernels of a text and their instructions: one reading for both twins."""
    cubin = _compiler().cubin(text)
    return read_cubin(cubin).kernels, disassemble(cubin)


def findings(planted: Planted, *, faulty: bool, steps: int = 1_000_000) -> tuple[Findings, Program]:
    """What the machine finds in a twin, all kernels together, and the last kernel's program."""
    images, sass = _read(planted.twins())
    rng = np.random.default_rng(0)
    arrays = {
        "out": np.full(ELEMENTS, np.nan, np.float32),
        "in": rng.uniform(1, 2, ELEMENTS).astype(np.float32),
        "n": np.arange(ELEMENTS, dtype=np.int32),
    }
    workspace = {"workspace": np.zeros(2, np.uint32)} if planted.cooperative else {}
    device = Device(
        arrays | workspace,
        {"out"},
        Options(count=False, most_steps=steps, scalar=planted.scalar, whole=planted.whole),
    )
    every = Findings()
    for name in planted.kernels:
        name = name if faulty else f"clean_{name}"
        program = Program.of(name, sass[name])
        if faulty and planted.leave_out:
            gone = (
                c.at for c in program.codes if c.instruction.opcode.startswith(planted.leave_out)
            )
            device.options = replace(device.options, leave_out=frozenset(gone))
        arguments = [*planted.maps, *arrays][: len(images[name].parameters)]
        shape = planted.grid, planted.block, planted.dynamic_shared
        cluster = images[name].cluster or (1, 1, 1)
        cooperative = "workspace" if planted.cooperative else ""
        call = Call(images[name], program, *shape, arguments, cluster, cooperative)
        ran = device.launch(call)
        every.extend(ran.findings)
    return every, program


def lines(finding: Finding, program: Program) -> tuple[int | None, int | None]:
    """CUDA lines of a finding's two instructions."""

    def line(at: int | None) -> int | None:
        return None if at is None else program.codes[at].instruction.line

    return line(finding.at), line(finding.other)


def check(planted: Planted) -> None:
    """The clean twin has no findings, the faulty one has this kind at the marked lines."""
    clean, program = findings(planted, faulty=False)
    assert not clean.wrong, [(one.kind.name, lines(one, program), one) for one in clean.wrong]
    found, program = findings(planted, faulty=True)
    assert found.names(), "nothing was found"
    marked = planted.line("at"), planted.line(planted.other)
    meant = [
        one
        for one in found.wrong
        if one.kind.name == planted.kind and lines(one, program) == marked
    ]
    shown = [(one.kind.name, lines(one, program), one) for one in found.wrong]
    assert meant, f"{planted.kind} at {marked} is not among {shown}"
    if planted.memory:
        assert [one.memory for one in meant] == [planted.memory] * len(meant)
    if planted.byte is not None:
        assert planted.byte in [one.byte for one in meant], meant
    if planted.threads is not None:
        assert planted.threads in [one.threads for one in meant], meant
    assert set(found.names()) <= {planted.kind} | planted.also, shown
