"""Arguments inside other stages, and stages of several outputs."""

from __future__ import annotations

import numpy as np
import pytest
import tvm_ffi
from exhaustive import every
from legacy_samples import at_a_tile, windows

from schedules.analyses.verification.serial import run_library, serial
from schedules.lowering.lower import build_module
from te_compat import te, tvm
from te_compat.session import replay


@pytest.mark.parametrize(
    "place", every(["compute_at", "tile", "parallel", "reduction", "group", "inline"], 3)
)
def test_an_argument_may_be_computed_inside_its_reader(place):
    s, a, b, c = windows(total=place == "reduction")
    if place in ("compute_at", "inline"):
        # B is made again for each window that it is in.
        s[b].compute_at(s[c], c.op.axis[0])
    elif place == "group":
        s.create_group(outputs=b, inputs=a).compute_at(s[c], c.op.axis[0])
    else:
        outer = at_a_tile(s, b, c)
        if place == "parallel":
            s[c].parallel(outer)
    if place == "inline":
        s[b].compute_inline()
    found = replay(s, [a, b, c])
    assert [str(one.name) for one in found.mod["main"].params] == ["A", "B", "C"]
    again = found.program.run().mod
    assert tvm_ffi.structural_equal(again, found.mod)
    values = np.random.default_rng(0).integers(-4, 5, (32, 6)).astype("float32")
    right = values.sum(1) if place == "reduction" else 2 * values[:, 0]
    made = tvm.nd.array(np.full(32, -1, "float32"))
    got = tvm.nd.empty((30,))
    tvm.build(s, [a, b, c], "llvm")(tvm.nd.array(values), made, got)
    np.testing.assert_array_equal(got.numpy(), right[:-2] + right[1:-1] + right[2:])
    # As with the old TE, nothing writes what is inlined.
    np.testing.assert_array_equal(made.numpy(), np.full(32, -1) if place == "inline" else right)


def pair():
    """A stage of two outputs and one that reads both."""
    a, d = te.placeholder((30, 21), name="A"), te.placeholder((30, 21), name="D")
    outs = te.compute((30, 21), lambda i, j: (a[i, j] + 2.0, d[i, j] * 3.0), name="B")
    c = te.compute((30, 21), lambda i, j: outs[0][i, j] - outs[1][i, j], name="C")
    return a, d, *outs, c


@pytest.mark.parametrize(
    "place",
    every(
        ["root", "cache_write", "row", "element", "inline", "argument", "threads", "one output"], 3
    ),
)
def test_a_stage_of_two_outputs_is_scheduled_as_one(place):
    a, d, x, y, c = pair()
    at_root = place in ("root", "cache_write")
    s = te.create_schedule(x.op if at_root else c.op)
    args = [a, d, x, y] if at_root else [a, d, c]
    if at_root:
        outer, inner = s[x].split(x.op.axis[0], factor=8)
        s[y].reorder(outer, y.op.axis[1], inner)
        if place == "cache_write":
            copies = s.cache_write([x, y], "local")
            s[copies[1]].compute_at(s[x], x.op.axis[0])
        else:
            s[x].vectorize(inner)
    elif place == "inline":
        s[y].compute_inline()
    elif place == "one output":
        # Of the copies one is read.
        c = te.compute((30, 21), lambda i, j: y[i, j] + 0.0, name="C")
        s, args = te.create_schedule(c.op), [a, d, c]
        s[s.cache_write([x, y], "local")[0]].compute_at(s[x], x.op.axis[0])
        s[x].compute_at(s[c], c.op.axis[0])
    elif place == "threads":
        block, thread = s[c].split(s[c].fuse(*c.op.axis), factor=64)
        s[c].bind(block, te.thread_axis("blockIdx.x"))
        s[c].bind(thread, te.thread_axis("threadIdx.x"))
        s[x].compute_at(s[c], thread)
        # What the stage reads is computed in the loops that its outputs share.
        s[s.cache_read(a, "local", [x])].compute_at(s[x], x.op.axis[0])
    else:
        outer, inner = s[c].split(c.op.axis[0], factor=7)
        s[x].compute_at(s[c], inner if place == "element" else outer)
        s[x].unroll(s[x].split(y.op.axis[1], factor=4)[1])
        if place == "argument":
            args = [a, d, y, c]
    values = np.random.default_rng(0).integers(-4, 5, (2, 30, 21)).astype("float32")
    first, second = values[0] + 2, values[1] * 3
    wanted = {x: first, y: second, c: second if place == "one output" else first - second}
    found = replay(s, args)
    library = build_module(serial(found.mod))
    got = run_library(library, list(values), [((30, 21), "float32")] * (len(args) - 2))
    for arg, one in zip(args[2:], got, strict=True):
        np.testing.assert_array_equal(one, wanted[arg])
    if place in ("row", "element", "argument", "threads"):
        loops = [found.program.run().get_loops(f"B_v{at}") for at in range(2)]
        assert len(loops[0]) == len(loops[1])
        assert [one.method for one in found.program].count("merge") == 1
