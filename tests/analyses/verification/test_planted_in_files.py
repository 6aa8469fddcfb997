"""Mistakes in users' files that the serial check passes: the machine code has them."""

from __future__ import annotations

import re
import textwrap

import pytest
from accesses import needs_compiler

from schedules.analyses.verification.verify import machine_checks
from schedules.core.errors import LoweringError
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.target import Target
from schedules.sources.schedule_source import load

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
    (check,) = machine_checks(kernel)
    assert not check.ok
    return [text for text in check.problems if "elements wrong" not in text]


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


def test_an_element_stored_past_the_end_is_named_before_anything_runs(kernel):
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
    with pytest.raises(LoweringError, match=r"B\[vi\] is out of bounds: it is B\[128\] at i = 128"):
        findings(of)
