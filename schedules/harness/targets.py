"""Targets a schedule is lowered for, with the limits a kernel has to keep."""

from __future__ import annotations

from dataclasses import dataclass

import tvm

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
ARCHS = tuple(CUDA_DYNAMIC_SHARED_KB)
DEFAULT_ARCH = "sm_90"

# Level of source text -> the TVM target kind that emits it.
SOURCE_KINDS = {"cuda": "cuda", "opencl": "opencl", "metal": "metal", "wgsl": "webgpu"}


@dataclass(frozen=True)
class Limits:
    """What one block may use; bytes and threads."""

    threads: int
    static_shared: int
    dynamic_shared: int


def limits(kind: str, arch: str = DEFAULT_ARCH) -> Limits:
    """Limits of a target kind; the arch matters for CUDA alone."""
    if kind == "cuda":
        dynamic = CUDA_DYNAMIC_SHARED_KB[check_arch(arch)] * 1024
        return Limits(1024, STATIC_SHARED_BYTES, dynamic)
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
        raise nearest("arch", arch, ARCHS)
    return arch
