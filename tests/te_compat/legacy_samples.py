"""Computations and examples that tests of old scripts share."""

from __future__ import annotations

import textwrap

from conftest import ROOT

from te_compat import te, tvm
from te_compat.script import run_script

EXAMPLES = ROOT / "examples/legacy"

# Shapes that tiles divide, and shapes that they do not.
GEMM = ["128 128 32", "256 128 48", "130 70 20"]

SHAPES = {
    "gemm_native": ["32 1024 16", "7 1100 5"],
    "gemm_blocked": ["64 96 32", "33 65 17"],
    "gemm_thread_tile": GEMM,
    "gemm_warp_tile": GEMM,
    "gemm_vectorize": GEMM,
    "gemm_double_buffer": ["128 128 32", "256 128 48", "130 70 20"],
    "gemm_cpu": ["64 64 30", "50 32 7"],
    "rowsum_rfactor": ["40 100", "7 32"],
    "argmax_threads": ["7 100", "5 32"],
    "softmax_fused": ["12 100", "3 64"],
    "conv2d_group": ["9 20 8", "8 16 4"],
    "dense_dp4a": ["32 32 64", "48 32 96"],
    "hgemm_wmma": ["64 128 64", "64 64 32"],
    "masked_reductions": ["40 33", "33 100"],
}


def ran(tmp_path, text: str) -> None:
    """Run a script whose checks are its own."""
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(text))
    run_script(script, on_cpu=True)


def gemm(m=64, n=32, k=16):
    a, b = te.placeholder((m, k), name="A"), te.placeholder((k, n), name="B")
    r = te.reduce_axis((0, k), name="k")
    c = te.compute((m, n), lambda i, j: te.sum(a[i, r] * b[r, j], axis=r), name="C")
    return te.create_schedule(c.op), a, b, c, r


def tir(s, *args) -> str:
    return tvm.lower(s, list(args), simple_mode=True).script()


def run_on_cpu(s, args, *inputs):
    """Build for LLVM and run; gives the arrays of the arguments after the inputs."""
    found = [tvm.nd.empty(tuple(map(int, arg.shape)), arg.dtype) for arg in args[len(inputs) :]]
    tvm.build(s, args, "llvm")(*map(tvm.nd.array, inputs), *found)
    return [one.asnumpy() for one in found]


def windows(total=False):
    """Sums of three neighbours of B, which is twice A, or the sums of A's rows."""
    a, r = te.placeholder((32, 6), name="A"), te.reduce_axis((0, 6), name="k")
    b = te.compute((32,), lambda i: te.sum(a[i, r], axis=r) if total else a[i, 0] * 2.0, name="B")
    c = te.compute((30,), lambda i: b[i] + b[i + 1] + b[i + 2], name="C")
    return te.create_schedule(c.op), a, b, c


def at_a_tile(s, b, c):
    outer, _ = s[c].split(c.op.axis[0], factor=7)
    s[b].compute_at(s[c], outer)
    s[b].unroll(s[b].split(b.op.axis[0], factor=4)[1])
    return outer


def elementwise():
    a = te.placeholder((16, 8), name="A")
    b = te.compute((16, 8), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((16, 8), lambda i, j: b[i, j] * 2.0, name="C")
    return te.create_schedule(c.op), a, b, c


def fused(stage):
    return stage.fuse(*stage.op.axis)
