"""Computations as TE statements."""

from __future__ import annotations

import runpy

import pytest
import tvm_ffi
from migrate_samples import as_chosen

from te_compat.migrate import written
from te_compat.modules import te
from te_compat.replay import replay
from te_compat.schedule_text import AxisNames


@pytest.mark.parametrize("inlined", [False, True])
def test_an_argument_inside_another_stage_and_two_outputs_are_written(inlined, tmp_path):
    a = te.placeholder((30, 4), name="A")
    x, y = te.compute((30, 4), lambda i, j: (a[i, j] + 2.0, a[i, j] * 3.0), name="B")
    c = te.compute((30, 4), lambda i, j: x[i, j] - y[i, j], name="C")
    s = te.create_schedule(c.op)
    if inlined:
        s[x].compute_inline()
    else:
        s[x].compute_at(s[c], c.op.axis[0])
        s[x].unroll(s[y].op.axis[1])
    args = [a, y, c, x]
    found = replay(s, args)
    text = written([as_chosen(s, args, found)], AxisNames(), "x")
    file = tmp_path / "new.py"
    file.write_text(text)
    names = runpy.run_path(str(file), run_name="migrated")
    assert tvm_ffi.structural_equal(names["schedule"]().mod, found.mod)
    assert "so that nothing writes it" in text if inlined else "sch.merge(" in text


def test_a_stage_named_like_the_functions_is_renamed(tmp_path):
    """te.compute's own default name is `compute`."""
    a = te.placeholder((8,), name="te")
    b = te.compute((8,), lambda i: a[i] + 1.0)
    c = te.compute((8,), lambda lambda_: b[lambda_] * 2.0, name="schedule")
    s = te.create_schedule(c.op)
    s[b].compute_at(s[c], c.op.axis[0])
    text = written([as_chosen(s, [a, c], replay(s, [a, c]))], AxisNames(), "x")
    assert 'compute_1 = sch.get_sblock("compute")' in text
