"""Files of the user's own: what is taken, and how mistakes are told."""

from __future__ import annotations

import os
import sys
import textwrap

import numpy as np
import pytest
from tvm import te

from gpusim.errors import UserError
from schedules.analyses.verification.verdict import SERIAL
from schedules.analyses.verification.verify import verify_rung
from schedules.core.errors import RungError, ShapeError
from schedules.core.kernel import last_kernel
from schedules.core.ladder import steps
from schedules.core.target import Target
from schedules.sources.computations import Computation
from schedules.sources.input_values import run_file
from schedules.sources.names import resolve
from schedules.sources.schedule_source import load

HEAD = """
from tvm import te, s_tir, topi
def gemm(n=32):
    A = te.placeholder((n, n), name="A")
    B = te.placeholder((n, n), name="B")
    k = te.reduce_axis((0, n), name="k")
    return [A, B, te.compute((n, n), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")]
"""


@pytest.fixture
def write(tmp_path):
    def make(text: str, head: str = HEAD) -> str:
        file = tmp_path / "mine.py"
        file.write_text(head + textwrap.dedent(text))
        return str(file)

    return make


def right(rung) -> bool:
    return verify_rung(rung, places=[SERIAL]).ok


def test_a_function_that_returns_a_schedule(write):
    rung = load(
        write(
            """
            def schedule():
                sch = s_tir.Schedule(te.create_prim_func(gemm()))
                i, j, k = sch.get_loops("C")
                sch.split(k, [None, 8])
                sch.bind(i, "threadIdx.x")
                return sch
            """
        )
    )
    assert [step.name for step in steps(rung)] == ["split", "bind"]
    assert right(rung)


@pytest.mark.parametrize(
    "workload",
    [
        "workload = gemm()",
        "workload = te.create_prim_func(gemm())",
        "def workload(): return te.create_prim_func(gemm())",
        "workload = gemm",
        "from schedules.workloads import Gemm; workload = Gemm(32, 32, 32)",
    ],
)
def test_a_generator_and_every_kind_of_workload(write, workload):
    rung = load(
        write(
            f"""
            {workload}
            def schedule(sch):
                sch.bind(sch.get_loops("C")[0], "threadIdx.x")
                yield "bind", "why"
            """
        )
    )
    (step,) = steps(rung)
    assert (step.name, step.why) == ("bind", "why")
    assert right(rung)


def test_a_workload_of_any_shape(write):
    path = write(
        """
        workload = gemm
        def schedule(sch):
            yield "nothing"
        """
    )
    assert load(path, shape=(48,)).workload.outputs() == [((48, 48), "float32")]
    with pytest.raises(UserError, match="takes 0 to 1|positional argument"):
        load(path, shape=(48, 48))


def test_a_function_that_is_not_defined_for_negative_values(write):
    assert right(
        load(
            write(
                """
                def workload():
                    x = te.placeholder((64,), name="x")
                    return [x, te.compute((64,), lambda i: te.log(x[i]), name="y")]
                def schedule(sch):
                    sch.bind(sch.get_loops("y")[0], "threadIdx.x")
                    yield "bind"
                """
            )
        )
    )


def test_outputs_are_the_parameters_that_are_written():
    a = te.placeholder((4,), name="a")
    b = te.compute((4,), lambda i: a[i] + 1.0, name="b")
    c = te.compute((4,), lambda i: b[i] * 2.0, name="c")
    one = Computation(te.create_prim_func([a, b, c]))
    assert [shape for shape, _ in one.outputs()] == [(4,), (4,)]
    assert len(one.inputs(np.random.default_rng(0))) == 1
    with pytest.raises(UserError, match="b is written but stands before a: put the outputs last"):
        Computation(te.create_prim_func([b, a, c])).outputs()


MISTAKES = [
    ("import nothing_of_that_name", "cannot be imported: ModuleNotFoundError: No module named"),
    ("def schedule(:", "cannot be imported: SyntaxError"),
    ("1 / 0", "cannot be imported: ZeroDivisionError: division by zero in `1 / 0`"),
    ("def schedul(): pass", "unknown function 'schedule': did you mean 'schedul'"),
    ("def schedule(): return 7", "returned int, not an s_tir.Schedule"),
    ("def schedule(a, b): return 7", r"must take no argument \(a, b given none\)"),
    ("def schedule(): yield 'a'", "it takes one argument, the schedule"),
    ("def schedule(sch): yield 'a'", "has a generator but no `workload`"),
    ("workload = 3\ndef schedule(sch): yield 'a'", "`workload` is int, not a PrimFunc"),
    ("schedule = 5", "must be a function or"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=[text for text, _ in MISTAKES])
def test_mistakes_are_told_in_a_line(write, text, message):
    with pytest.raises(UserError, match=message) as error:
        load(write(text))
    assert len(str(error.value).splitlines()) == 1


def test_a_refused_primitive_shows_the_users_line(write):
    path = write(
        """
        def schedule():
            sch = s_tir.Schedule(te.create_prim_func(gemm()))
            sch.vectorize(sch.get_loops("C")[2])
            return sch
        """
    )
    with pytest.raises(RungError) as error:
        load(path)
    assert "mine.py:11" in str(error.value)
    swizzled = """
        def schedule():
            sch = s_tir.Schedule(te.create_prim_func(gemm()))
            sch.transform_layout("C", ("write", 0), lambda i, j: [i, j ^ i % 8])
            return sch
        """
    with pytest.raises(RungError, match="transform_layout takes sums of .*, and no"):
        load(write(swizzled))
    assert 'sch.vectorize(sch.get_loops("C")[2])' in str(error.value)


def test_a_finished_schedule_takes_no_shape(write):
    path = write("def schedule(): return s_tir.Schedule(te.create_prim_func(gemm()))")
    with pytest.raises(UserError, match="of a fixed shape"):
        load(path, shape=(4, 4, 4))
    with pytest.raises(ShapeError, match="its shape is fixed"):
        load(write("workload = gemm()\ndef schedule(sch): yield 'a'"), shape=(4,))


def test_a_step_is_found_without_the_name_of_its_schedule(write):
    text = (
        "workload = gemm\ndef schedule(sch):\n    sch.bind(sch.get_loops('C')[0], 'blockIdx.x')\n"
    )
    path = write(text + "    yield 'rows', 'a block a row'\n")
    for name in ("rows", "schedule:rows", "1", "01-rows"):
        assert resolve(f"{path}:{name}").referenced_step().name == "rows"
    with pytest.raises(UserError, match="unknown function 'row': known: gemm, workload, schedule"):
        resolve(f"{path}:row")


def test_a_file_that_is_written_again_at_once_is_read_again(tmp_path, monkeypatch):
    """As long as before and within the second by which Python tells its byte code from it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "mine.py"
    for number in (1, 2):
        file.write_text(f"number = {number}\n")
        os.utime(file, (1e9, 1e9))
        assert run_file(file).number == number


GATHER = """
from tvm import te
def workload():
    at = te.placeholder((64,), "int32", "at")
    table = te.placeholder((100, 8), "float32", "table")
    return [at, table, te.compute((64, 8), lambda i, j: table[at[i], j], "out")]
def schedule(sch):
    i, j = sch.get_loops(sch.get_sblock("out"))
    sch.bind(i, "blockIdx.x")
    sch.bind(j, "threadIdx.x")
    yield "bind"
"""


def test_integer_inputs_cover_what_they_index(tmp_path):
    (tmp_path / "own.py").write_text(GATHER)
    rung = load(str(tmp_path / "own.py"))
    at, _ = rung.workload.inputs(np.random.default_rng(0))
    assert at.min() >= 0 and 50 < at.max() < 100


def test_a_file_describes_inputs_by_name(tmp_path):
    np.save(tmp_path / "table.npy", np.full((100, 8), 3))
    file = tmp_path / "own.py"
    file.write_text(GATHER + "inputs = {'at': (7, 9), 'table': 'table.npy'}\n")
    at, table = load(str(file)).workload.inputs(np.random.default_rng(0))
    assert set(at.tolist()) == {7, 8, 9} and (table == 3).all()
    file.write_text(GATHER + "inputs = {'of': (7, 9)}\n")
    with pytest.raises(UserError, match="unknown input 'of'"):
        load(str(file)).workload.inputs(np.random.default_rng(0))


ASYNCHRONOUS = """
    workload = gemm(64)

    def schedule(sch):
        block = sch.get_sblock("C")
        i, j, k = sch.get_loops(block)
        sch.bind(i, "blockIdx.x")
        sch.bind(j, "threadIdx.x")
        slices, _ = sch.split(k, [None, 16])
        copy = sch.cache_read(block, 1, "shared")
        sch.compute_at(copy, slices)
        fused = sch.fuse(*sch.get_loops(copy)[3:])
        _, thread = sch.split(fused, [None, 64])
        sch.bind(thread, "threadIdx.x")
        sch.annotate(slices, "software_pipeline_stage", [0, 1])
        sch.annotate(slices, "software_pipeline_order", [0, 1])
        sch.annotate(slices, "software_pipeline_async_stages", [0])
        yield "pipeline", "two slices"
"""
COPIES = "ptx_cp_async_legacy_ca_"
BUILD = '    build = {"async_copy": True, "storage_rewrite": False}\n'


def test_a_file_says_how_its_kernels_are_compiled(write):
    without, with_copies = (
        last_kernel(rung := load(write(text)), rung.workload, Target.parse("sm_80"))
        for text in (ASYNCHRONOUS, BUILD + ASYNCHRONOUS)
    )
    assert COPIES not in without.source and COPIES in with_copies.source
    # A function of that name is the file's own business.
    rung = load(write("    def build():\n        return 1\n" + ASYNCHRONOUS))
    assert rung.build == without.rung.build


@pytest.mark.parametrize(
    ("build", "message"),
    [
        ({"async_copies": True}, "async_copy"),
        ({"async_copy": 1}, "build['async_copy'] is 1: write True or False"),
        ({"max_registers": 0}, "a thread has 1 to 255 registers"),
    ],
)
def test_a_build_that_is_none_is_refused(write, build, message):
    with pytest.raises(UserError) as error:
        load(write(f"    build = {build}\n" + ASYNCHRONOUS))
    assert message in str(error.value)
