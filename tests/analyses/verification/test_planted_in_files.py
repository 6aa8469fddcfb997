"""Mistakes in users' files that the serial check passes: the machine code has them."""

from __future__ import annotations

import dataclasses
import re
import textwrap
from collections.abc import Iterator

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.launch import Options
from schedules.analyses.verification.compare import Expected, difference
from schedules.analyses.verification.simulated import run_on_machine, verify_on_machine
from schedules.core.catalog import ladder
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.target import Target
from schedules.gemm.wgmma_tiles import tensorize_group, warpgroup_tiles
from schedules.sources.schedule_files import load

pytestmark = needs_compiler
START = """
import tvm
from tvm import s_tir, te
from tvm.script import tirx as T
"""


@pytest.fixture
def kernel(tmp_path):
    """The kernel of a file's function `schedule`."""

    def of(text: str) -> Kernel:
        path = tmp_path / "mine.py"
        path.write_text(START + textwrap.dedent(text))
        rung = load(str(path))
        return last_kernel(rung, rung.workload, Target.parse("sm_90"))

    return of


def findings(kernel: Kernel) -> list[str]:
    (result,) = verify_on_machine(kernel)
    assert not result.ok
    return list(result.findings)


def line(kernel: Kernel, text: str) -> str:
    """The line of the kernel's CUDA text that holds a text, as a finding names it."""
    source = kernel.source.split("\n")
    (at,) = (at for at, line in enumerate(source, 1) if text in line)
    return f"(CUDA line {at})"


def test_two_threads_write_one_element(kernel):
    of = kernel(
        """
        @T.prim_func(s_tir=True)
        def halves(A: T.Buffer((128,), "float32"), B: T.Buffer((64,), "float32")):
            for i in range(128):
                with T.sblock("B"):
                    vi = T.axis.spatial(128, i)
                    B[vi // 2] = A[vi]

        def schedule():
            sch = s_tir.Schedule(halves)
            sch.bind(sch.get_loops("B")[0], "threadIdx.x")
            return sch
        """
    )
    (found,) = findings(of)
    here = line(of, "B_ptr[(((int)threadIdx.x) >> 1)] =")
    assert re.match("race-same-instruction: `STG", found) and found.count(here) == 2
    assert "B byte 0; block 0,0,0 thread 0,0,0 and block 0,0,0 thread 1,0,0; 64 cases" in found


def test_threads_accumulate_into_one_shared_element(kernel):
    of = kernel(
        """
        def schedule():
            A = te.placeholder((4, 256), name="A")
            k = te.reduce_axis((0, 256), name="k")
            B = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name="B")
            sch = s_tir.Schedule(te.create_prim_func([A, B]))
            block = sch.get_sblock("B")
            store = sch.cache_write(block, 0, "shared")
            i, k = sch.get_loops(block)
            sch.bind(i, "blockIdx.x")
            sch.reverse_compute_at(store, i)
            sch.bind(k, "threadIdx.x")
            sch.decompose_reduction(block, k)
            return sch
        """
    )
    found = {one.partition(":")[0]: one for one in findings(of)}
    here = line(of, "B_shared_ptr[0] = (B_shared_ptr[0] +")
    assert found.keys() == {"race-same-instruction", "race-overwrite", "warp-synchronous"}
    assert all("`STS [" in one and one.count(here) == 2 for one in found.values())
    met = found["race-same-instruction"]
    # 4 blocks, all threads but the last one of each.
    assert "shared byte 0; block 0,0,0 thread 0,0,0 and block 0,0,0 thread 255,0,0; 1020" in met


def test_a_reduction_bound_to_threads_and_then_decomposed(kernel):
    of = kernel(
        """
        def schedule():
            A = te.placeholder((4, 32), name="A")
            k = te.reduce_axis((0, 32), name="k")
            B = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name="B")
            sch = s_tir.Schedule(te.create_prim_func([A, B]))
            block = sch.get_sblock("B")
            i, k = sch.get_loops(block)
            sch.bind(i, "blockIdx.x")
            sch.bind(k, "threadIdx.x")
            sch.decompose_reduction(block, k)
            return sch
        """
    )
    (found,) = findings(of)
    here = line(of, "] + A_ptr[")
    assert re.match("race-same-instruction: `STG", found) and found.count(here) == 2
    assert "B byte 0; block 0,0,0 thread 0,0,0 and block 0,0,0 thread 31,0,0; 124 cases" in found


def test_registers_filled_by_one_thread_and_read_by_another(kernel):
    of = kernel(
        """
        def schedule():
            A = te.placeholder((64,), name="A")
            B = te.compute((64,), lambda i: A[63 - i] + 1, name="B")
            sch = s_tir.Schedule(te.create_prim_func([A, B]))
            copy = sch.cache_read("B", 0, "local")
            block, thread = sch.split(sch.get_loops("B")[0], [None, 32])
            sch.compute_at(copy, block)
            sch.bind(block, "blockIdx.x")
            sch.bind(thread, "threadIdx.x")
            sch.bind(sch.get_loops(copy)[-1], "threadIdx.x")
            return sch
        """
    )
    (found,) = findings(of)
    assert re.match("uninitialized: `LDL", found) and line(of, "= (A_local_ptr[") in found
    assert "; local byte " in found and "block 0,0,0 thread 0,0,0" in found


def test_an_element_stored_past_the_end(kernel):
    of = kernel(
        """
        @T.prim_func(s_tir=True)
        def shifted(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
            for i in range(129):
                with T.sblock("B"):
                    vi = T.axis.spatial(129, i)
                    B[vi] = A[T.min(vi, 127)]

        def schedule():
            sch = s_tir.Schedule(shifted)
            sch.bind(sch.get_loops("B")[0], "threadIdx.x")
            return sch
        """
    )
    (found,) = findings(of)
    assert (
        re.match("out-of-bounds: `STG", found) and line(of, "B_ptr[((int)threadIdx.x)] =") in found
    )
    assert "B byte 512; block 0,0,0 thread 128,0,0; 4 bytes" in found


def test_two_stages_of_wgmma_tma_overwrite_what_products_read():
    """A GPU found 36 such kernels wrong; the rung refuses them since."""
    rung = ladder("gemm/hgemm")["wgmma_tma"]

    def two_stages(sch, tile) -> Iterator:
        # As the rung itself, without its refusal.
        loops = yield from warpgroup_tiles(sch, tile, "C_sum", "C")
        sch.annotate(loops.outer_k, "software_pipeline_stage", [0, 0, tile.stages - 1])
        sch.annotate(loops.outer_k, "software_pipeline_order", [1, 2, 0])
        tensorize_group(sch, loops, tma=True)
        yield "tensorize", "of two stages"

    tile = dataclasses.replace(rung.tile, stages=2)
    two = dataclasses.replace(rung, function=two_stages, tile=tile)
    kernel = last_kernel(two, two.at((128, 256, 320)), Target.parse("sm_90"))
    expected = Expected.of(kernel.workload, np.random.default_rng(0), "random")
    run = run_on_machine(kernel, expected.inputs, Options(count=False))
    (ran,) = run.launches
    met = [one for one in ran.findings.wrong if one.kind.name == "matrix-in-flight"]
    assert met and ran.findings.names().keys() == {"matrix-in-flight"}
    pairs = {(ran.program.codes[one.at].base, ran.program.codes[one.other].base) for one in met}
    assert pairs == {("UTMALDG", "HGMMA")}
    # The values are right all the same: the machine's products are done as soon as they start.
    assert not difference(run.outputs, expected, norms=False).message
