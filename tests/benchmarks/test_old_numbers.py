"""A migrated script is compared with the old one by numbers, a failed check with float64."""

from __future__ import annotations

import pytest

from benchmarks import old_corpus, old_numbers, old_rounding
from te_compat.migrate import migrated

SCHEDULED = """
import tvm
from tvm import te

A = te.placeholder((32, 16), name="A")
k = te.reduce_axis((0, 16), name="k")
B = te.compute((32,), lambda i: te.sum(A[i, k] * 3.0, axis=k), name="B")
s = te.create_schedule(B.op)
block, thread = s[B].split(B.op.axis[0], factor=8)
s[B].bind(block, te.thread_axis("blockIdx.x"))
s[B].bind(thread, te.thread_axis("threadIdx.x"))
tvm.build(s, [A, B], "cuda")
"""
# The text that is written, and what a fault changes in it.
FAULTS = {
    "another constant": ("T.float32(3.0)", "T.float32(3.0000002)"),
    "a shorter sum": ("te.reduce_axis((0, 16)", "te.reduce_axis((0, 15)"),
}


@pytest.fixture
def written(tmp_path):
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text(SCHEDULED)
    text, chosen = migrated(old)
    return new, text, chosen


def test_what_migrate_writes_has_equal_numbers(written):
    new, text, chosen = written
    new.write_text(text)
    assert old_numbers.compared(new, chosen) == (old_numbers.EQUAL, "")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_new_script_is_found(fault, written):
    new, text, chosen = written
    right, wrong = FAULTS[fault]
    if right not in text:
        right, wrong = (one.removeprefix("T.float32(").removesuffix(")") for one in FAULTS[fault])
    assert right in text
    new.write_text(text.replace(right, wrong))
    assert old_numbers.compared(new, chosen)[0] == old_numbers.DIFFER


CHECKED = """
import numpy as np
import tvm
from tvm import te

A = te.placeholder((16, 64), name="A")
k = te.reduce_axis((0, 64), name="k")
B = te.compute((16,), lambda i: te.sum(te.exp(A[i, k]), axis=k), name="B")
s = te.create_schedule(B.op)
a = np.random.default_rng(0).random((16, 64), "float32")
b = tvm.nd.empty((16,))
with tvm.transform.PassContext(config={{"tir.add_lower_pass": [{passes}]}}):
    tvm.build(s, [A, B], "llvm")(tvm.nd.array(a), b)
np.testing.assert_allclose(b.numpy(), np.exp(a).sum(1){reference}, rtol=1e-9)
"""
# A pass of the script's own, after which its kernel computes something else.
PASS = """(0, tvm.tir.transform.prim_func_pass(
    lambda func, mod, ctx: func.with_body(
        tvm.tir.stmt_functor.ir_transform(
            func.body,
            None,
            lambda one: tvm.tir.BufferStore(one.buffer, one.value * 1.0001, one.indices),
            ["tir.BufferStore"],
        )
    ),
    opt_level=0,
))"""
CHECKS = {
    "rounding": (("", ""), old_corpus.ROUNDING),
    "a wrong reference": (("", " * np.float32(1.0001)"), old_corpus.WRONG),
    "a wrong kernel": ((PASS, ""), old_corpus.WRONG),
}


@pytest.mark.parametrize("case", CHECKS)
def test_a_check_that_fails_is_rounding_only_if_float64_says_so(case, tmp_path):
    (passes, reference), wanted = CHECKS[case]
    script = tmp_path / "checks.py"
    script.write_text(CHECKED.format(passes=passes, reference=reference))
    found = old_corpus.outcome(script, tmp_path, 300)
    assert found.kind == wanted, found
    assert (old_rounding.ROUNDING in found.reason) == (wanted == old_corpus.ROUNDING)
