"""Calls with no counterpart are refused where they stand."""

from __future__ import annotations

import re

import pytest
from legacy_samples import elementwise, fused

from te_compat import te, tvm
from te_compat.calls import OldCallError


def row_sum(**options):
    a = te.placeholder((4, 8), name="A")
    r = te.reduce_axis((0, 8), name="k")
    return te.compute((4,), lambda i: te.sum(a[i, r], axis=r, **options), name="B")


CALLS = {
    "gradient": (lambda s, a, b, c: te.gradient(c, a), "relax.transform.Gradient"),
    "hybrid": (lambda s, a, b, c: te.hybrid, "TVMScript"),
    "auto_scheduler": (lambda s, a, b, c: tvm.auto_scheduler, "meta_schedule"),
    "unknown": (lambda s, a, b, c: te.no_such_thing, "no te.no_such_thing"),
    "init": (lambda s, a, b, c: row_sum(init=tvm.tir.const(1.0, "float32")), "init="),
    "nested": (
        lambda s, a, b, c: nested(a),
        "reduction inside an expression",
    ),
    "rolling_buffer": (lambda s, a, b, c: s[b].rolling_buffer(), "sch.rolling_buffer"),
    "transform_layout": (
        lambda s, a, b, c: [
            s[b].split(b.op.axis[0], 2),
            s[b].transform_layout(lambda i, j: [j, i]),
        ],
        "split, fused or reordered: call transform_layout before",
    ),
    "no_layout": (lambda s, a, b, c: s[b].transform_layout(lambda i: [i]), "of 2 indices"),
    "predication": (
        lambda s, a, b, c: s[c].split(c.op.axis[0], factor=3, disable_predication=True),
        "bounds checks",
    ),
    "both": (lambda s, a, b, c: s[c].split(c.op.axis[0], 2, 3), "either factor or nparts"),
    "zero": (lambda s, a, b, c: s[c].split(c.op.axis[0], factor=0), "at least 1"),
    "twice": (
        lambda s, a, b, c: [s[c].split(c.op.axis[0], factor=2) for _ in "ab"],
        "split or fused already",
    ),
    "foreign": (lambda s, a, b, c: s[c].split(b.op.axis[0], factor=2), "not an axis of C"),
    "reorder": (lambda s, a, b, c: s[c].reorder(c.op.axis[0], c.op.axis[0]), "twice"),
    "neighbours": (
        lambda s, a, b, c: s[c].fuse(s[c].split(c.op.axis[0], factor=2)[0], c.op.axis[1]),
        "not neighbours",
    ),
    "bind": (lambda s, a, b, c: s[c].bind(*c.op.axis), "no thread axis"),
    "pragma": (
        lambda s, a, b, c: (s[c].pragma(c.op.axis[0], "no_such", 1), tvm.lower(s, [a, c])),
        "auto_unroll",
    ),
    "output": (
        lambda s, a, b, c: (s[c].compute_inline(), tvm.lower(s, [a, c])),
        "output of the schedule",
    ),
    "gone": (
        lambda s, a, b, c: (fused(s[c]), s[b].compute_at(s[c], c.op.axis[0])),
        "not an axis of C now",
    ),
    "reader": (lambda s, a, b, c: s.cache_read(a, "shared", [c]), "C does not read A"),
    "rfactor": (lambda s, a, b, c: s.rfactor(c, c.op.axis[0]), "no reduction"),
    "stage": (lambda s, a, b, c: s[row_sum()], "not a stage of this schedule"),
    "intrinsic": (lambda s, a, b, c: s[c].tensorize(c.op.axis[0], None), "decl_tensor_intrin"),
    "vectorize": (lambda s, a, b, c: s[c].vectorize(1), "1 is not an axis of C"),
    "parallel": (lambda s, a, b, c: s[c].parallel("i"), "i is not an axis of C"),
    "thread": (
        lambda s, a, b, c: s[c].bind(c.op.axis[0], te.thread_axis("threadIdx.q")),
        "no thread axis threadIdx.q",
    ),
    "pipeline": (
        lambda s, a, b, c: (
            s[c].bind(c.op.axis[0], te.thread_axis("pipeline")),
            tvm.lower(s, [a, c]),
        ),
        "no FPGA target",
    ),
    "target": (lambda s, a, b, c: tvm.build(s, [a, c], "bogus"), 'Target kind "bogus"'),
    "number": (
        lambda s, a, b, c: s[c].bind(0, te.thread_axis("threadIdx.x")),
        "0 is not an axis of C",
    ),
    "place": (lambda s, a, b, c: s[b].compute_at(s[c], 1), "1 is not an axis of C"),
    "parent": (lambda s, a, b, c: s[c].split(factor=2), "missing 1 required positional argument"),
    "again": (lambda s, a, b, c: tvm.lower(s, [a, c, c]), "among the arguments twice"),
    "no list": (lambda s, a, b, c: tvm.lower(s, 3), "'int' object is not iterable"),
    "argument": (lambda s, a, b, c: tvm.build(s, [a]), "output C is not among the arguments"),
    "input": (lambda s, a, b, c: tvm.lower(s, [c]), "input A is not among the arguments"),
    "no schedule": (lambda s, a, b, c: tvm.lower(c, [a, c]), "no schedule"),
}


def nested(a):
    r = te.reduce_axis((0, 8), name="k")
    return te.compute((16,), lambda i: te.sum(a[i, r], axis=r) + 1.0, name="N")


@pytest.mark.parametrize("name", CALLS)
def test_a_call_without_counterpart_is_refused_where_it_stands(name):
    call, reason = CALLS[name]
    with pytest.raises(OldCallError, match=re.escape(reason)) as refused:
        call(*elementwise())
    assert str(refused.value).startswith(f"{__file__}:")
