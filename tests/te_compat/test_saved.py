"""Schedules as JSON and pickled: what is loaded lowers to the same."""

from __future__ import annotations

import pickle

import pytest
from legacy_samples import at_a_tile, windows

from te_compat import te, tvm


@pytest.mark.parametrize(
    "through",
    [
        lambda s: pickle.loads(pickle.dumps(s)),
        lambda s: tvm.ir.load_json(tvm.ir.save_json(s)),
    ],
    ids=["pickle", "json"],
)
def test_a_loaded_schedule_is_the_same(through):
    s, a, b, c = windows()
    at_a_tile(s, b, c)
    s.cache_read(a, "local", [b])
    loaded = through(s)
    assert isinstance(loaded, te.schedule.Schedule)
    inputs = [stage.op for stage in loaded.stages if stage.name == "A"]
    args = [op.output(0) for op in (*inputs, *loaded.outputs)]
    assert tvm.ir.structural_equal(tvm.lower(loaded, args), tvm.lower(s, [a, c]))
    # It goes on from where it was.
    out = loaded.outputs[0]
    loaded[out].unroll(loaded[out].leaf_iter_vars[-1])
    assert "T.unroll" in str(tvm.lower(loaded, args).script())


def test_other_json_is_tvms():
    value = tvm.ir.load_json(tvm.ir.save_json(tvm.tir.const(3, "int32")))
    assert int(value) == 3
