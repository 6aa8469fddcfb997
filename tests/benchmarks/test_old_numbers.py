"""A migrated script is compared with the old one by numbers."""

from __future__ import annotations

import pytest

from benchmarks import old_numbers
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
