"""Targets a schedule is lowered for, with the limits a kernel has to keep."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import tvm
from tvm.target import codegen

from ..errors import nearest

# Static `__shared__` arrays are capped at 48 KB on every CUDA chip; dynamic shared memory reaches
# the opt-in maximum (CUDA C++ Programming Guide, technical specifications per compute capability).
STATIC_SHARED_BYTES = 48 * 1024
CUDA_DYNAMIC_SHARED_KB = {
    "sm_70": 96,
    "sm_75": 64,
    "sm_80": 163,
    "sm_86": 99,
    "sm_87": 163,
    "sm_89": 99,
    "sm_90": 227,
    "sm_100": 227,
    "sm_120": 99,
}
# 512 KB of local memory a thread (the same table) are less by what CUDA keeps: on an H200 a kernel
# with 523,264 B launches, one with 512 B more does not.
CUDA_LOCAL_BYTES = 511 * 1024
ARCHS = tuple(CUDA_DYNAMIC_SHARED_KB)
DEFAULT_ARCH = "sm_90"

# Instructions of one chip alone, which the compilers take for sm_90a only.
_SM_90A = re.compile(r"\b(?:wgmma|setmaxnreg)\.")

# The CPU that assembly is shown for: a fixed one (AVX2 and FMA), so that it reads the same on every
# machine. 'native' stands for the CPU a program runs on.
CPU_TRIPLE = "x86_64-linux-gnu"
DEFAULT_MCPU = "x86-64-v3"
NATIVE = "native"
CPUINFO = Path("/proc/cpuinfo")

# What CPUINFO lists where a level of the x86-64 psABI holds, beyond the level below.
X86_LEVELS = {
    "x86-64-v2": {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"},
    "x86-64-v3": {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"},
    "x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}

# Level of source text -> the TVM target kind that emits it, or what it is compiled from.
SOURCE_KINDS = {
    "cuda": "cuda",
    "ptx": "cuda",
    "sass": "cuda",
    "opencl": "opencl",
    "metal": "metal",
    "wgsl": "webgpu",
    "asm": "llvm",
    "llvm": "llvm",
}


@dataclass(frozen=True)
class Limits:
    """What one block, and of local memory one thread, may use; bytes and threads."""

    threads: int
    static_shared: int
    dynamic_shared: int
    # None where it is not known.
    local: int | None = None


def limits(kind: str, arch: str = DEFAULT_ARCH) -> Limits:
    """Limits of a target kind; the arch matters for CUDA alone."""
    if kind == "cuda":
        dynamic = CUDA_DYNAMIC_SHARED_KB[check_arch(arch)] * 1024
        return Limits(1024, STATIC_SHARED_BYTES, dynamic, CUDA_LOCAL_BYTES)
    attrs = tvm.target.Target(kind).attrs
    shared = int(attrs["max_shared_memory_per_block"])
    return Limits(int(attrs["max_num_threads"]), shared, shared)


def target(kind: str, arch: str = DEFAULT_ARCH) -> tvm.target.Target:
    """The TVM target; an arch is always given, since plain 'cuda' means sm_50 without a GPU."""
    if kind == "cuda":
        return tvm.target.Target({"kind": "cuda", "arch": check_arch(arch)}, host="llvm")
    return tvm.target.Target(kind, host="llvm")


def check_arch(arch: str) -> str:
    """`arch`, or an error that lists the known ones."""
    if arch not in CUDA_DYNAMIC_SHARED_KB:
        raise nearest("arch", arch, ARCHS, listed=True)
    return arch


def code_arch(arch: str, source: str) -> str:
    """What to compile a CUDA text for on `arch`: sm_90a where it has instructions of that alone."""
    return "sm_90a" if arch == "sm_90" and _SM_90A.search(source) else arch


def check_mcpu(mcpu: str) -> str:
    """`mcpu`, or an error where LLVM knows no such CPU."""
    triple = codegen.llvm_get_system_triple() if mcpu == NATIVE else CPU_TRIPLE
    known = codegen.llvm_get_cpu_archlist(tvm.target.Target({"kind": "llvm", "mtriple": triple}))
    if mcpu != NATIVE and mcpu not in known:
        raise nearest("mcpu", mcpu, [*map(str, known), NATIVE])
    return mcpu


def cpu_target(mcpu: str = DEFAULT_MCPU) -> tvm.target.Target:
    """The LLVM target of a CPU by LLVM's name for it, or of this machine's for 'native'."""
    check_mcpu(mcpu)
    triple = codegen.llvm_get_system_triple() if mcpu == NATIVE else CPU_TRIPLE
    name = native_mcpu() if mcpu == NATIVE else mcpu
    cpu = {"kind": "llvm", "mtriple": triple, "mcpu": name}
    return tvm.target.Target(cpu, host=cpu)


def native_mcpu() -> str:
    """LLVM's name for this machine's CPU, or on x86-64 Linux the highest level it fulfils.

    LLVM goes by family and model alone, and a virtual machine may hide what a model has, AVX-512
    above all; the flags say what may really be used.
    """
    if not codegen.llvm_get_system_triple().startswith("x86_64") or not CPUINFO.exists():
        return str(codegen.llvm_get_system_cpu())
    lines = CPUINFO.read_text(encoding="utf-8").splitlines()
    flags = next((set(line.split()) for line in lines if line.startswith("flags")), set())
    best = "x86-64"
    for level, needed in X86_LEVELS.items():
        if not needed <= flags:
            break
        best = level
    return best
