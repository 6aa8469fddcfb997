"""Whatever holds a schedule of one's own: a module, a Schedule, a TE computation, as a rung."""

from __future__ import annotations

import pytest
import tvm
from own_modules import ADD_ONE, PAIR, add_one, product
from tvm import s_tir, te
from tvm.s_tir import dlight

from gpusim.errors import UserError
from schedules.analyses.verification.verdict import SERIAL
from schedules.analyses.verification.verify import machine_checks, verify_rung
from schedules.core.errors import ShapeError
from schedules.core.kernel import kernels_of, last_kernel
from schedules.core.ladder import Rung, primitives, steps
from schedules.core.target import DEFAULT_GPU
from schedules.sources.computations import ScheduleSource
from schedules.sources.schedule_source import as_rung


def rung_of(given, **about) -> Rung:
    return as_rung(given, ScheduleSource("it", "mine", "it", **about))


def matmul_of_dlight() -> tvm.ir.IRModule:
    mod = tvm.ir.IRModule({"main": te.create_prim_func(product(64))})
    with DEFAULT_GPU.tvm:
        return dlight.ApplyDefaultSchedule(dlight.gpu.Matmul(), dlight.gpu.Fallback())(mod)


def right_as_machine_code(rung: Rung) -> bool:
    kernels = [last_kernel(rung, rung.at(at), DEFAULT_GPU) for at in rung.verify_shapes()]
    results = [result for kernel in kernels for result in machine_checks(kernel)]
    assert results
    return all(result.ok for result in results)


def test_a_module_without_a_trace_has_its_passes_as_steps():
    rung = rung_of(matmul_of_dlight())
    kernels = kernels_of(rung)
    names = [kernel.step.name for kernel in kernels]
    assert names[0] == "module" and {"LowerOpaqueBlock", "SplitHostDevice"} <= {*names}
    assert len(set(names)) == len(names)
    # Each is what the pass before left; all lead to one kernel, lowered once.
    assert all(one.tir != other.tir for one, other in zip(kernels, kernels[1:], strict=False))
    assert len({kernel.source for kernel in kernels}) == 1
    assert kernels[0].lowering is kernels[-1].lowering
    assert "sm_90" in kernels[1].tir
    assert [r.step for r in verify_rung(rung, places=[SERIAL]).checks] == [
        "01-module"
    ] and primitives(rung) == []
    assert right_as_machine_code(rung)


def test_a_tirx_kernel_goes_through_its_own_passes_and_needs_a_reference_for_its_values():
    alone = rung_of(ADD_ONE)
    assert "LowerTIRx" in [step.name for step in steps(alone)]
    assert not alone.serial and right_as_machine_code(alone)
    assert right_as_machine_code(rung_of(ADD_ONE, computation=add_one(1.0)))
    assert not right_as_machine_code(rung_of(ADD_ONE, computation=add_one(2.0)))


@pytest.mark.parametrize("given", [lambda: s_tir.Schedule(te.create_prim_func(product(8)))])
def test_a_schedule_that_nothing_was_done_to_is_its_computation(given):
    def looked_up():
        sch = given()
        sch.get_loops("C")
        return sch

    for one in (given, given(), looked_up, product(8), te.create_prim_func(product(8))):
        kernels = kernels_of(rung_of(one))
        assert [kernel.step.name for kernel in kernels] == ["module"]
        assert "no kernel yet" in kernels[0].no_kernel
        assert verify_rung(kernels[0].rung, places=[SERIAL])
    # A CPU's needs no bound loop, so the passes follow.
    assert len(steps(rung_of(product(8), kind="llvm"))) > 5


def test_of_several_functions_one_is_named():
    with pytest.raises(UserError, match=r"2 functions \(double, triple\): name one, as"):
        rung_of(PAIR)
    assert right_as_machine_code(rung_of(PAIR["double"]))


def test_symbolic_extents_are_given_numbers():
    with pytest.raises(ShapeError, match="symbolic extents: give a number for each, as --shape n"):
        rung_of(PAIR["triple"])
    with pytest.raises(ShapeError, match="takes 1 numbers"):
        rung_of(PAIR["triple"], shape=(3, 4))
    rung = rung_of(PAIR["triple"], shape=(5,))
    assert kernels_of(rung)[0].launches[0].grid == (5, 1, 1)
    assert kernels_of(rung, (7,))[0].launches[0].grid == (7, 1, 1)
    assert right_as_machine_code(rung)


def test_a_function_is_called_with_the_shape():
    assert rung_of(product, shape=(16,)).workload.outputs() == [((16, 16), "float32")]
    with pytest.raises(UserError, match="returned int, not an s_tir.Schedule, a PrimFunc"):
        rung_of(lambda: 7)
    with pytest.raises(UserError, match="must be a function or"):
        rung_of(7)
