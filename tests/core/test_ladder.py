"""Rungs, steps and walks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
import tvm_ffi
from tvm import s_tir

from gpusim.errors import UserError
from schedules.core.catalog import ladder
from schedules.core.errors import RungError, ShapeError
from schedules.core.ladder import Ladder, Tile
from schedules.core.steps import NO_EFFECT, primitives, steps, walk_trace
from schedules.workloads import Gemm


@dataclass(frozen=True)
class Square(Tile):
    size: int = 8
    stages: int = 1

    def block(self):
        return (self.size, self.size, 1)

    def least(self):
        return (self.size, self.size, self.stages)


def make(function, tile=Square(), **options):
    ladder = Ladder("test/one", "a test", Gemm(16, 16, 4))
    ladder.rung(tile, **options)(function)
    return next(iter(ladder.rungs.values()))


def split_and_bind(sch, tile):
    """A rung.

    More of it.
    """
    i, j, _ = sch.get_loops("C")
    outer, inner = sch.split(i, [None, tile.size])
    yield "split", "why one splits"
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")
    yield "bind"


def test_a_step_holds_its_module_reason_and_primitives():
    first, second = steps(make(split_and_bind))
    assert (first.index, first.name, first.why, first.label) == (
        1,
        "split",
        "why one splits",
        "01-split",
    )
    assert [line.partition("(")[0].rpartition(".")[2] for line in first.primitives] == [
        "get_sblock",
        "get_loops",
        "split",
    ]
    assert all("bind" in line for line in second.primitives)
    assert len(second.primitives) == 2
    assert "thread_binding" not in first.mod.script()
    assert "thread_binding" in second.mod.script()


def test_a_tile_of_ones_own_changes_the_schedule():
    rung = make(split_and_bind)
    assert "in range(4)" not in steps(rung)[0].mod.script()
    assert "T.grid(4, 4, 16, 4)" in steps(rung, tile=Square(4))[0].mod.script()


def test_rung_texts_and_places():
    rung = make(split_and_bind)
    assert rung.path == "test/one:split_and_bind"
    assert rung.folder == "test/one/01-split_and_bind"
    assert rung.summary == "A rung."


def test_a_refused_primitive_names_the_line_and_shows_the_ir():
    def rung(sch, tile):
        i, _, k = sch.get_loops("C")
        yield "look"
        sch.bind(i, "threadIdx.x")
        sch.reorder(k, k)  # the line
        yield "never"

    with pytest.raises(RungError) as error:
        steps(make(rung))
    text = str(error.value)
    assert f"{__file__}:" in text
    assert "sch.reorder(k, k)  # the line" in text
    assert "ScheduleError" in text
    assert "with T.sblock" in text


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([], "yields no step"),
        (["a", "a"], "yields the step 'a' twice"),
        ([("a", "b", "c", "d")], "a step is a name"),
        ([7], "a step is a name"),
        (["../up"], "use letters, digits"),
    ],
)
def test_malformed_steps(marks, message):
    def rung(sch, tile):
        yield from marks

    with pytest.raises(UserError, match=message):
        steps(make(rung))


def test_primitives_after_the_last_yield_are_an_error():
    def rung(sch, tile):
        yield "first"
        sch.bind(sch.get_loops("C")[0], "threadIdx.x")

    with pytest.raises(UserError, match="schedules after its last yield"):
        steps(make(rung))


def test_no_effect_is_declared_by_the_third_value():
    def rung(sch, tile):
        yield "plain"
        yield "idle", "shown to do nothing", NO_EFFECT

    assert [step.no_effect for step in steps(make(rung))] == [False, True]


def test_a_shape_the_tile_does_not_divide_names_the_nearest():
    rung = make(split_and_bind, Square(8, stages=3))
    with pytest.raises(ShapeError, match="tile 8 x 8 x 1 .*at least 8,8,3.* is 16,24,3"):
        rung.at((9, 17, 1))
    assert rung.at((16, 24, 3)).shape == (16, 24, 3)
    assert make(split_and_bind, any_shape=True).at((9, 17, 1)).shape == (9, 17, 1)


def test_verify_shapes_keep_the_tile_and_fit_it():
    rung = make(split_and_bind, Square(8, stages=3))
    assert rung.verify_shapes() == [(8, 16, 3), (16, 8, 4)]
    anything = make(split_and_bind, any_shape=True).verify_shapes()
    assert len(anything) == 4
    assert any(shape[0] == 1 for shape in anything)
    assert rung.one_shape() == (16, 8, 4)
    assert replace(rung, quick_shape=(8, 8, 4)).one_shape() == (8, 8, 4)


@pytest.mark.parametrize("path", [f"gemm/{name}:tma_store" for name in ("hgemm", "fp8gemm")])
def test_persistent_blocks_compute_three_tiles_each_in_a_short_verification(path):
    name, _, rung = path.partition(":")
    one = ladder(name)[rung]
    (reason,) = (step.why for step in steps(one, one.at(one.one_shape())) if "persist" in step.name)
    assert reason.endswith("each of which computes 3 tiles")


def test_any_schedule_is_walked_primitive_by_primitive():
    rung = make(split_and_bind)
    found = primitives(rung)
    assert [step.name for step in found] == ["split", "bind", "bind"]
    assert tvm_ffi.structural_equal(found[-1].mod, steps(rung)[-1].mod)
    assert tvm_ffi.structural_equal(found[0].mod, steps(rung)[0].mod)
    assert sum(len(step.primitives) for step in found) == 5


def test_a_walked_step_is_the_trace_up_to_it():
    rung = ladder("gemv/hgemv")["warp4"]
    sch, origin = rung.finished(rung.workload, rung.tile)
    insts, upto = list(sch.trace.insts), 0
    for step in walk_trace(sch, origin):
        upto += len(step.primitives)
        prefix = s_tir.Schedule(origin)
        s_tir.schedule.Trace(insts[:upto], {}).apply_to_schedule(prefix, remove_postproc=False)
        assert tvm_ffi.structural_equal(step.mod, prefix.mod), step.name


def test_a_walk_keeps_sampled_decisions():
    sch = s_tir.Schedule(Gemm(64, 64, 64).prim_func(), seed=3)
    origin = sch.mod
    i, *_ = sch.get_loops("C")
    sch.split(i, sch.sample_perfect_tile(i, n=3))
    assert tvm_ffi.structural_equal(walk_trace(sch, origin)[-1].mod, sch.mod)


def test_a_walk_on_the_wrong_module_is_refused():
    sch = s_tir.Schedule(Gemm(64, 64, 64).prim_func())
    sch.split(sch.get_loops("C")[0], [None, 8])
    other = s_tir.Schedule(Gemm(32, 64, 64).prim_func()).mod
    with pytest.raises(UserError, match="does not give the schedule's module"):
        walk_trace(sch, other)


def test_two_rungs_of_one_name():
    ladder = Ladder("test/two", "a test", Gemm(16, 16, 4))
    ladder.rung(Square())(split_and_bind)
    with pytest.raises(ValueError, match="has a rung 'split_and_bind' already"):
        ladder.rung(Square())(split_and_bind)
