"""Old schedules drawn at random, of several computations."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from te_compat import te
from te_compat.dataflow import REDUCTION


class Chooser:
    """Draws for one schedule."""

    def __init__(self, data) -> None:
        self.data = data

    def number(self, low: int, high: int) -> int:
        return self.data.draw(st.integers(low, high))

    def chance(self, of: int = 2) -> bool:
        """One in `of`."""
        return self.number(0, of - 1) == of - 1

    def one(self, items):
        return items[self.number(0, len(items) - 1)]

    def order(self, items) -> list:
        return self.data.draw(st.permutations(items))


def loops(pick: Chooser, stage, most: int = 4) -> None:
    """Random splits, fuses and reorders of a stage."""
    for _ in range(pick.number(0, most)):
        leaves = stage.leaf_iter_vars
        if not leaves:
            return
        what = pick.number(0, 4)
        if what <= 1:
            axis, size = pick.one(leaves), pick.number(1, 9)
            if what:
                stage.split(axis, factor=size)
            else:
                stage.split(axis, nparts=size)
        elif what == 2:
            pairs = [
                (a, b)
                for a, b in zip(leaves, leaves[1:], strict=False)
                if a.iter_type == b.iter_type
            ]
            if pairs:
                stage.fuse(*pick.one(pairs))
        elif what == 3:
            stage.reorder(*pick.order(leaves))
        elif len(leaves) > 1:
            stage.reorder(*pick.order(leaves)[:2])


def kinds(pick: Chooser, s, stage) -> None:
    """Perhaps unroll a loop, and vectorize the innermost."""
    leaves = [leaf for leaf in stage.leaf_iter_vars if not stage.of(leaf).thread]
    if leaves and pick.chance(4):
        stage.unroll(pick.one(leaves))
    users = [one for one in s.stages if one.attach_stage is stage]
    if leaves and leaves[-1].iter_type != REDUCTION and not users and pick.chance(3):
        stage.vectorize(leaves[-1])


def threads(pick: Chooser, stage) -> None:
    """Perhaps bind the outermost loops that are not reduced."""
    if not pick.chance(3):
        return
    tags = ["blockIdx.x", "threadIdx.y", "threadIdx.x", "vthread"][pick.number(0, 2) :]
    for axis, tag in zip(stage.leaf_iter_vars, tags, strict=False):
        if axis.iter_type == REDUCTION:
            return
        stage.bind(axis, te.thread_axis(tag))


def place(pick: Chooser, s, tensor, consumer) -> None:
    """Compute a stage somewhere inside its consumer, or leave it at the root."""
    leaves = s[consumer].leaf_iter_vars
    if leaves and not pick.chance(4):
        s[tensor].compute_at(s[consumer], pick.one(leaves))


def copied(pick: Chooser, s, source, reader) -> list:
    """None, one or two copies of a tensor, outermost first."""
    chain = []
    for scope in ("shared", "local")[: pick.number(0, 2)]:
        source = s.cache_read(source, scope, [reader])
        chain.append(source)
    return chain


def stencil(pick: Chooser):
    m, n = pick.number(3, 14), pick.number(3, 14)
    a = te.placeholder((m, n), name="A")
    pad = te.compute(
        (m + 2, n + 2),
        lambda i, j: te.if_then_else(te.all(i >= 1, i <= m, j >= 1, j <= n), a[i - 1, j - 1], 0.0),
        name="pad",
    )
    across = te.compute(
        (m + 2, n), lambda i, j: pad[i, j] + pad[i, j + 1] + pad[i, j + 2], name="across"
    )
    out = te.compute(
        (m, n), lambda i, j: across[i, j] + across[i + 1, j] + across[i + 2, j], name="out"
    )
    s = te.create_schedule(out.op)
    loops(pick, s[out])
    threads(pick, s[out])
    inlined = pick.chance(4)
    if inlined:
        s[across].compute_inline()
        consumer = out
    else:
        place(pick, s, across, out)
        loops(pick, s[across], 3)
        consumer = across
    if pick.chance(3):
        s[pad].compute_inline()
    else:
        place(pick, s, pad, consumer)
        loops(pick, s[pad], 3)
        kinds(pick, s, s[pad])
    if pick.chance(5):
        tail = s.cache_write(out, "local") if not s[out].actions else out
        if tail is not out:
            place(pick, s, tail, out)
    kinds(pick, s, s[out])

    def reference(x):
        p = np.pad(x, 1)
        h = p[:, :-2] + p[:, 1:-1] + p[:, 2:]
        result = h[:-2] + h[1:-1] + h[2:]
        return [h, result] if kept else [result]

    # An intermediate as an argument; an inlined one nothing writes.
    kept = not inlined and pick.chance(3)
    return s, [a, across, out] if kept else [a, out], reference


def cooperative(pick: Chooser):
    """A GEMM as GPUs want it: tiles, threads that fetch together, perhaps a reduction over them."""
    m, n, k = pick.number(5, 40), pick.number(5, 40), pick.number(3, 40)
    a, b = te.placeholder((m, k), name="A"), te.placeholder((k, n), name="B")
    r = te.reduce_axis((0, k), name="k")
    c = te.compute((m, n), lambda i, j: te.sum(a[i, r] * b[r, j], axis=r), name="C")
    s = te.create_schedule(c.op)
    extents = {"threadIdx.y": pick.one([2, 4, 8]), "threadIdx.x": pick.one([4, 8, 16])}
    tags = {tag: te.thread_axis(tag) for tag in extents}
    factored = None
    if pick.chance(4):
        _, inner = s[c].split(r, factor=extents["threadIdx.x"])
        factored = s.rfactor(c, inner)
    product = s.cache_write(c, "local") if factored is None else None
    reader = product if factored is None else factored
    copies = [copied(pick, s, source, reader) for source in (a, b)]
    i, j = c.op.axis if factored is None else s[c].op.axis
    rows, i = s[c].split(i, factor=extents["threadIdx.y"] * pick.number(1, 3))
    s[c].bind(rows, te.thread_axis("blockIdx.y"))
    ty, i = s[c].split(i, nparts=extents["threadIdx.y"])
    s[c].bind(ty, tags["threadIdx.y"])
    if factored is None:
        columns, j = s[c].split(j, factor=extents["threadIdx.x"] * pick.number(1, 3))
        s[c].bind(columns, te.thread_axis("blockIdx.x"))
        outer = [rows, columns]
        if pick.chance(3):
            virtual, j = s[c].split(j, nparts=2)
            s[c].bind(virtual, te.thread_axis((0, 2), "vthread", name="vx"))
            outer.append(virtual)
        tx, j = s[c].split(j, nparts=extents["threadIdx.x"])
        s[c].bind(tx, tags["threadIdx.x"])
        s[c].reorder(*outer, ty, tx, i, j)
        s[product].compute_at(s[c], tx)
    else:
        tx = s[c].op.reduce_axis[0]
        s[c].reorder(rows, ty, i, j, tx)
        s[c].bind(tx, tags["threadIdx.x"])
        s[factored].compute_at(s[c], tx)
        s[c].set_store_predicate(tags["threadIdx.x"].var.equal(0))
    over = s[reader].op.reduce_axis[0]
    ko, ki = s[reader].split(over, factor=pick.number(1, 9))
    spatial = [leaf for leaf in s[reader].leaf_iter_vars if leaf.iter_type != REDUCTION]
    s[reader].reorder(ko, ki, *spatial)
    for chain in copies:
        for copy in chain:
            shared = ".shared" in str(copy.op.name) and ".local" not in str(copy.op.name)
            s[copy].compute_at(s[reader], ko if shared else ki)
            if not shared:
                if pick.chance(3):
                    # Shared out among threads, as registers cannot be: each fills what it reads.
                    tag = pick.one(list(tags))
                    _, inner = s[copy].split(copy.op.axis[-1], factor=extents[tag])
                    s[copy].bind(inner, tags[tag])
                continue
            fused = s[copy].fuse(*s[copy].op.axis)
            if pick.chance(3):
                fused, lanes = s[copy].split(fused, factor=pick.one([2, 4]))
                s[copy].vectorize(lanes)
            for tag in pick.order(list(tags)):
                fused, inner = s[copy].split(fused, factor=extents[tag])
                s[copy].bind(inner, tags[tag])
            if pick.chance(4):
                s[copy].storage_align(copy.op.axis[0], 8, 3)
            if pick.chance(4):
                s[copy].double_buffer()
    if pick.chance(3):
        s[reader].unroll(ki)
    return s, [a, b, c], lambda x, y: [x @ y]


COMPUTATIONS = [stencil, cooperative]
