"""Each rung of gemv/sgemv_cpu keeps its promise in its own assembly; NumPy's matmul beside it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from cpu_asm import inner_loops
from exhaustive import sampled

from gpusim.errors import UserError
from schedules.core.kernel import kernel_of, last_kernel
from schedules.core.ladder import ladder, steps
from schedules.core.target import THIS_CPU, Target
from schedules.gemv.sgemv_cpu import DotTile
from schedules.lowering.lower import build_module
from schedules.measure import cpu
from schedules.measure.ceilings import READ_STREAMS, Ceilings, read_module
from schedules.measure.cpu import NumpyMatmul
from schedules.workloads import Gemv

LADDER = ladder("gemv/sgemv_cpu")
ODD = (67, 1003)
REGISTER = {"x86-64-v3": "ymm", "x86-64-v4": "zmm"}


def asm(rung: str, mcpu: str, shape=None) -> str:
    one = LADDER[rung]
    return last_kernel(one, one.at(shape), Target.parse(mcpu, "llvm")).lowering.asm


def main_loop(text: str) -> list[list[str]]:
    """The registers of each FMA, of the innermost loop with the most that are independent."""
    loops = [
        [re.findall(r"%\w+mm\d+", line) for line in body if line.startswith("vfmadd")]
        for body in inner_loops(text)
        if not any("%rsp" in line for line in body)
    ]
    return max(loops, key=chains)


def chains(loop: list[list[str]]) -> int:
    """FMAs of a loop that take no sum of an earlier one: so many are independent."""
    sums: set[str] = set()
    found = 0
    for registers in loop:
        found += sums.isdisjoint(registers)
        sums.add(registers[-1])
    return found


@pytest.mark.parametrize("mcpu", REGISTER)
@pytest.mark.parametrize("shape", sampled([None, ODD], [ODD]))
@pytest.mark.parametrize(("rung", "rows"), [("vectorized", 1), ("row_tile", 8), ("parallel", 8)])
def test_each_row_has_a_register_of_partial_sums(rung, rows, mcpu, shape):
    """Also at an odd shape the main loop has whole vectors, and no access to the stack."""
    loop = main_loop(asm(rung, mcpu, shape))
    assert all(REGISTER[mcpu] in name for registers in loop for name in registers)
    assert chains(loop) == rows


@pytest.mark.parametrize("rung", sampled(LADDER.rungs, ["parallel"]))
@pytest.mark.parametrize("shape", [ODD, (1, 1), (9, 1000), (1000, 7)])
def test_this_cpus_own_tile_is_right_at_odd_shapes(rung, shape):
    one = LADDER[rung]
    assert cpu.error_of(last_kernel(one, one.at(shape), THIS_CPU)) < 1e-5


@pytest.mark.parametrize("shape", [ODD, (1000, 7)])
@pytest.mark.parametrize("tasks", [1, 5])
def test_iterations_and_parts_of_rows_are_right_at_odd_shapes(shape, tasks):
    one = LADDER["parallel"]
    workload, tile = one.at(shape), DotTile(3, 8, unroll=4, tasks=tasks)
    kernel = kernel_of(one, steps(one, workload, tile)[-1], workload, THIS_CPU)
    assert f"T.parallel({tasks})" in kernel.tir
    assert cpu.error_of(kernel) < 1e-5


def test_a_wrong_kernel_is_refused():
    one = LADDER["row_tile"]
    wrong = last_kernel(one, one.at((16, 32)), THIS_CPU)
    wrong.executable = Misread(wrong.executable)
    with pytest.raises(UserError, match="is wrong"):
        cpu.error_of(wrong)


class Misread:
    """Swaps the first two rows of its matrix."""

    def __init__(self, library) -> None:
        self.library = library

    def __getitem__(self, name: str):
        def run(w, x, y):
            rows = w.numpy()
            rows[[0, 1]] = rows[[1, 0]]
            w.copyfrom(rows)
            self.library[name](w, x, y)

        return run


# --- measuring ------------------------------------------------------------------------------------


def test_numpy_multiplies_a_matrix_by_a_vector():
    product = NumpyMatmul((16, 32))
    product.warm()
    assert product(2) > 0
    cpu.check_numpy_baseline(LADDER["serial"].workload)
    with pytest.raises(UserError, match="no NumPy baseline"):
        cpu.check_numpy_baseline(Gemv(16, 16))


def test_reading_reads_every_element():
    """The sums of each thread and stream, by lane."""
    import tvm

    threads, share, width = 2, 3, 4
    run = build_module(read_module(threads, threads * READ_STREAMS * share * width, width))["main"]
    x = np.arange(threads * READ_STREAMS * share * width, dtype="float32")
    x = x.reshape(threads, READ_STREAMS, share, width)
    y = tvm.runtime.empty((threads, READ_STREAMS, width), "float32")
    run(tvm.runtime.tensor(x), y)
    assert (y.numpy() == x.sum(axis=2)).all()


def test_the_larger_bandwidth_is_the_ceiling():
    assert Ceilings(10.0, 1.0, 1.0).memory_gbps == 10.0
    assert Ceilings(10.0, 1.0, 1.0, read_gbps=12.0).memory_gbps == 12.0
    assert "read_gbps" not in Ceilings(10.0, 1.0, 1.0).as_record()
