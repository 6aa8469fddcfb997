"""The ladder gemm/sgemm_tvm in the old language: the same kernels, rung by rung."""

from __future__ import annotations

import re

import pytest
from conftest import last_step

from schedules.core.catalog import ladder
from schedules.lowering.lower import lower
from te_compat import te
from te_compat.replay import replay

SHAPE = (256, 256, 64)


def product(shape):
    m, n, k = shape
    a, b = te.placeholder((k, m), name="A"), te.placeholder((k, n), name="B")
    r = te.reduce_axis((0, k), name="k")
    c = te.compute((m, n), lambda i, j: te.sum(a[r, i] * b[r, j], axis=r), name="C")
    return a, b, c, r


def axis(tag: str):
    return te.thread_axis(tag)


def naive(shape):
    a, b, c, _ = product(shape)
    s = te.create_schedule(c.op)
    i, j = c.op.axis
    s[c].bind(i, axis("blockIdx.x"))
    by, tx = s[c].split(j, factor=1024)
    s[c].bind(by, axis("blockIdx.y"))
    s[c].bind(tx, axis("threadIdx.x"))
    return s, [a, b, c]


def block_tile(shape, write=False):
    a, b, c, _ = product(shape)
    s = te.create_schedule(c.op)
    local = s.cache_write(c, "local") if write else None
    bx, tx = s[c].split(c.op.axis[0], factor=32)
    by, ty = s[c].split(c.op.axis[1], factor=32)
    s[c].reorder(bx, by, tx, ty)
    for loop, tag in ((bx, "blockIdx.x"), (by, "blockIdx.y"), (tx, "threadIdx.x")):
        s[c].bind(loop, axis(tag))
    s[c].bind(ty, axis("threadIdx.y"))
    if write:
        s[local].compute_at(s[c], ty)
    return s, [a, b, c]


def thread_tile(shape, vthreads=(1, 1), fetch=None, vector=1, read=False, double=False):
    a, b, c, k = product(shape)
    s = te.create_schedule(c.op)
    cc = s.cache_write(c, "local")
    shared, local = [], []
    for source in (a, b):
        shared.append(s.cache_read(source, "shared", [cc]))
        local.append(s.cache_read(shared[-1], "local", [cc]))
    tx_axis, ty_axis = axis("threadIdx.x"), axis("threadIdx.y")
    bx, xi = s[c].split(c.op.axis[0], factor=128)
    by, yi = s[c].split(c.op.axis[1], factor=128)
    s[c].reorder(bx, by, xi, yi)
    s[c].bind(bx, axis("blockIdx.x"))
    s[c].bind(by, axis("blockIdx.y"))
    vx, xi = s[c].split(xi, nparts=vthreads[0])
    tx, xi = s[c].split(xi, nparts=16)
    vy, yi = s[c].split(yi, nparts=vthreads[1])
    ty, yi = s[c].split(yi, nparts=16)
    s[c].reorder(vy, vx, ty, tx, xi, yi)
    s[c].bind(ty, ty_axis)
    s[c].bind(tx, tx_axis)
    if max(vthreads) > 1:
        s[c].bind(vy, te.thread_axis((0, vthreads[1]), "vthread", name="vy"))
        s[c].bind(vx, te.thread_axis((0, vthreads[0]), "vthread", name="vx"))
    s[cc].compute_at(s[c], tx)
    ko, ki = s[cc].split(k, factor=16)
    s[cc].reorder(ko, ki, *cc.op.axis)
    for copy, registers in zip(shared, local, strict=True):
        s[copy].compute_at(s[cc], ko)
        s[registers].compute_at(s[cc], ki)
        if fetch == "pieces":
            rows, columns = s[copy].op.axis
            fx, row = s[copy].split(rows, nparts=16)
            fy, column = s[copy].split(columns, nparts=16)
            s[copy].reorder(fx, fy, row, column)
            s[copy].bind(fx, tx_axis)
            s[copy].bind(fy, ty_axis)
        elif fetch == "words":
            fused = s[copy].fuse(*s[copy].op.axis)
            fused, lanes = s[copy].split(fused, factor=vector)
            fused, fx = s[copy].split(fused, factor=16)
            _, fy = s[copy].split(fused, factor=16)
            s[copy].bind(fy, ty_axis)
            s[copy].bind(fx, tx_axis)
            if vector > 1:
                s[copy].vectorize(lanes)
        if read:
            s[registers].vectorize(s[registers].op.axis[-1])
        if double:
            s[copy].double_buffer()
    return s, [a, b, c]


RUNGS = {
    "naive": lambda shape: naive(shape),
    "block_tile": lambda shape: block_tile(shape),
    "cache_write": lambda shape: block_tile(shape, write=True),
    "thread_tile": lambda shape: thread_tile(shape),
    "cooperative_fetch": lambda shape: thread_tile(shape, fetch="pieces"),
    "conflict_free_store": lambda shape: thread_tile(shape, fetch="words"),
    "vthread": lambda shape: thread_tile(shape, (8, 2), "words"),
    "vectorized_fetch": lambda shape: thread_tile(shape, (8, 2), "words", 4),
    "vectorized_read": lambda shape: thread_tile(shape, (2, 2), "words", 4, read=True),
    "double_buffer": lambda shape: thread_tile(shape, (2, 2), "words", 4, True, True),
}


def normalized(source: str) -> str:
    """CUDA with names numbered in the order they appear in, and common subexpressions unnamed.

    What CommonSubexprElim names it also writes out where it is used, so its lines say nothing.
    """
    lines = [line for line in source.splitlines() if not re.match(r"\s*int cse_v\d+ =", line)]
    names: dict[str, str] = {}

    def rename(match: re.Match) -> str:
        return names.setdefault(match[0], f"v{len(names)}")

    return re.sub(r"\b(?:ax|i|j|k|[ABC])\w*", rename, "\n".join(lines))


@pytest.mark.parametrize("name", RUNGS)
def test_the_kernel_is_the_ladders(name):
    rung = ladder("gemm/sgemm_tvm")[name]
    ours = lower(last_step(rung, SHAPE).mod, rung.build)
    s, args = RUNGS[name](SHAPE)
    old = lower(replay(s, args).mod)
    assert old.launches == ours.launches
    assert normalized(old.kernel_source) == normalized(ours.kernel_source)


def test_other_kernels_differ_after_normalizing():
    texts = {
        normalized(lower(replay(*RUNGS[name](SHAPE)).mod).kernel_source)
        for name in ("thread_tile", "cooperative_fetch", "vthread", "double_buffer")
    }
    assert len(texts) == 4
