"""The CPU check passes what is right and rejects what is wrong."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import tvm
import tvm_ffi
from exhaustive import REPRESENTATIVES, sampled_tuples
from tvm import s_tir, tirx

from schedules.analyses.verification.compare import compare
from schedules.analyses.verification.serial import check_serial, serial
from schedules.analyses.verification.verdict import SERIAL
from schedules.analyses.verification.verify import verify_rung
from schedules.core.ladder import Rung, ladder, ladders, steps
from schedules.lowering.lower import build_module, poisoned, run_library
from schedules.workloads import Gemm

RUNGS = [rung.path for one in ladders().values() for rung in one.rungs.values()]
RAN: dict = {}
WORKLOAD = Gemm(128, 256, 32, a_layout="km")


def find(path: str):
    name, _, rung = path.partition(":")
    return ladder(name)[rung]


def one_shape(rung: Rung) -> list[tuple[int, ...]]:
    """One with two tiles along K."""
    return [rung.one_shape()]


def other_shapes(rung: Rung) -> list[tuple[int, ...]]:
    return [shape for shape in rung.verify_shapes() if shape != rung.one_shape()]


@pytest.mark.parametrize(
    ("path", "shapes"),
    sampled_tuples(
        [pair for pair in product(RUNGS, [one_shape, other_shapes]) if pair[1](find(pair[0]))],
        [(path, one_shape) for path in REPRESENTATIVES],
    ),
    ids=lambda value: getattr(value, "__name__", value),
)
def test_every_step_of_every_rung_is_right(path, shapes):
    rung = find(path)
    results = verify_rung(rung, shapes(rung), [SERIAL], ran=RAN).checks
    assert [r for r in results if not r.ok] == []
    assert {r.shape for r in results} == set(shapes(rung))
    assert {r.step for r in results} == {s.label for s in steps(rung)}
    assert all(r.error <= 1 for r in results)


def right_module() -> tvm.ir.IRModule:
    rung = ladder("gemm/sgemm_tvm")["vectorized_read"]
    return steps(rung, WORKLOAD)[-1].mod


def rewritten(callback_type, callback) -> tvm.ir.IRModule:
    """The right module with some nodes replaced."""
    mod = right_module()
    func = tvm_ffi.structural_map(mod["main"], (callback_type, callback))
    assert not tvm_ffi.structural_equal(func, mod["main"])
    return tvm.IRModule({"main": func})


def messages(mod: tvm.ir.IRModule) -> list[str]:
    return [found.message for found in check_serial(serial(mod), WORKLOAD)]


def test_the_right_module_passes():
    assert messages(right_module()) == ["", ""]


def test_a_planted_wrong_element_is_caught():
    def spoil(store: tirx.BufferStore):
        if store.buffer.name != "C":
            return store
        i, j = store.indices
        extra = tirx.if_then_else(tirx.all(i == 5, j == 7), 0.01, 0.0)
        return tirx.BufferStore(store.buffer, store.value + extra, store.indices)

    for message in messages(rewritten(tirx.BufferStore, spoil)):
        assert message.startswith("1 of 32768 elements wrong, first at [5, 7]")


def test_a_nan_is_caught():
    def spoil(store: tirx.BufferStore):
        if store.buffer.name != "C":
            return store
        value = tirx.if_then_else(
            store.indices[1] == 9, tirx.const(float("nan"), "float32"), store.value
        )
        return tirx.BufferStore(store.buffer, value, store.indices)

    for message in messages(rewritten(tirx.BufferStore, spoil)):
        assert message.startswith("128 of 32768 elements wrong, first at [0, 9]: nan")


def test_an_unwritten_output_is_caught():
    def skip(realize: s_tir.SBlockRealize):
        if realize.block.name_hint != "C_local":
            return realize
        row = realize.iter_values[0]
        return s_tir.SBlockRealize(realize.iter_values, row < 100, realize.block)

    for message in messages(rewritten(s_tir.SBlockRealize, skip)):
        assert message.startswith(f"{28 * 256} of 32768 elements wrong, first at [100, 0]: nan")


@pytest.mark.parametrize("stage", ["A_shared", "B_shared_local"])
def test_a_removed_cache_stage_is_caught(stage):
    def drop(realize: s_tir.SBlockRealize):
        if realize.block.name_hint != stage:
            return realize
        return tirx.Evaluate(0)

    for message in messages(rewritten(s_tir.SBlockRealize, drop)):
        assert "elements wrong" in message


def test_a_lost_tile_of_k_is_caught():
    def shorten(loop: tirx.For):
        if loop.loop_var.name != "k_0":
            return loop
        return tirx.For(
            loop.loop_var,
            loop.min,
            loop.extent - 1,
            loop.kind,
            loop.body,
            loop.thread_binding,
            loop.annotations,
        )

    for message in messages(rewritten(tirx.For, shorten)):
        assert "of 32768 elements wrong" in message


def test_poison():
    assert np.isnan(poisoned((2, 2), "float16")).all()
    assert (poisoned((3,), "int32") == np.iinfo("int32").min).all()


def test_outputs_are_poisoned_before_a_run():
    workload = Gemm(4, 4, 4)
    func = workload.prim_func()
    nothing = tvm.IRModule({"main": func.with_body(tirx.Evaluate(0))})
    inputs = workload.inputs(np.random.default_rng(0))
    (result,) = run_library(build_module(nothing), inputs, workload.outputs())
    assert np.isnan(result).all()


@pytest.mark.parametrize(
    ("got", "message"),
    [
        ([1.0, 2.0], ""),
        ([1.0, 2.05], ""),
        ([1.0, 2.2], "1 of 2 elements wrong, first at [1]: 2.2"),
        ([np.nan, 2.0], "1 of 2 elements wrong, first at [0]: nan"),
        ([np.inf, -np.inf], "2 of 2 elements wrong"),
        ([1.0], "shape (1,), expected (2,)"),
    ],
)
def test_compare(got, message):
    _, text = compare(np.array(got, "float32"), np.array([1.0, 2.0]), np.array([0.1, 0.1]))
    assert text.startswith(message)
    assert bool(text) == bool(message)


def test_exact_comparison_rounds_the_reference_to_the_outputs_dtype():
    assert compare(np.array([2049], "float16"), np.array([2049.0]), 0)[1] == ""
    assert compare(np.array([1.0 + 2**-10], "float16"), np.array([1.0]), 0)[1]


def test_a_diagonal_that_a_cpu_would_not_show_is_caught(tmp_path):
    """Serial, the two loops of threadIdx.x run for every pair; on a GPU for equal values alone."""
    file = tmp_path / "diagonal.py"
    file.write_text(
        "from schedules.workloads import Gemm\n"
        "workload = Gemm(64, 64, 16)\n"
        "def schedule(sch):\n"
        "    i, j, k = sch.get_loops('C')\n"
        "    sch.bind(i, 'threadIdx.x')\n"
        "    yield 'bind'\n"
        "    copy = sch.cache_read('C', 0, 'local')\n"
        "    sch.compute_at(copy, i, preserve_unit_loops=True)\n"
        "    sch.bind(sch.get_loops(copy)[-2], 'threadIdx.x')\n"
        "    yield 'copy'\n"
    )
    from schedules.sources.schedule_source import load

    results = verify_rung(load(str(file)), places=[SERIAL]).checks
    assert all(r.ok for r in results if r.step == "01-bind")
    (wrong,) = (r for r in results if r.step == "02-copy")
    assert "block A_local binds two loops, i and ax0, to threadIdx.x" in wrong.problems[0]
