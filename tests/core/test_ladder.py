"""Rungs, steps and walks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
import tvm_ffi
from tvm import s_tir

from gpusim.errors import UserError
from schedules.core.errors import RungError
from schedules.core.ladder import Ladder, Tile, ladder, primitives, steps, walk_trace
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


def test_verify_shapes_keep_the_tile_and_fit_it():
    rung = make(split_and_bind, Square(8, stages=3))
    assert rung.verify_shapes() == [(8, 16, 3), (16, 8, 4)]
    anything = make(split_and_bind, any_shape=True).verify_shapes()
    assert len(anything) == 4
    assert any(shape[0] == 1 for shape in anything)
    assert rung.one_shape() == (16, 8, 4)
    assert replace(rung, quick_shape=(8, 8, 4)).one_shape() == (8, 8, 4)


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
