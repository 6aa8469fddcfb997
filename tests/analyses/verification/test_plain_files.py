"""Users' kernels that are right, each with something that was once taken for a mistake."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from exhaustive import sampled_tuples

from schedules.analyses.verification.verdict import SERIAL
from schedules.analyses.verification.verify import machine_checks, verify_rung
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.target import Target
from schedules.sources.schedule_source import load

pytestmark = needs_compiler

START = "from tvm import te, topi\n\n"
# One loop over everything, split by the threads of a block.
FLAT = """
def schedule(sch):
    fused = sch.fuse(*sch.get_loops("y"))
    block, thread = sch.split(fused, [None, 128])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "flat", "a thread an element"
"""
FUNCTION = """
def workload(n=256):
    x = te.placeholder((n,), {dtype!r}, "x")
    return [x, te.compute((n,), lambda i: te.{name}(x[i]), "y")]
"""
# Its index into the padded image is a product's upper half.
DEPTHWISE = """
def workload():
    x = te.placeholder((1, 48, 57, 57), name="x")
    f = te.placeholder((48, 1, 3, 3), name="f")
    return [x, f, topi.nn.depthwise_conv2d_nchw(x, f, 2, 1, 1)]

def schedule(sch):
    pad, conv = sch.get_child_blocks(sch.get_sblock("root"))
    sch.compute_inline(pad)
    block, thread = sch.split(sch.fuse(*sch.get_loops(conv)[:4]), [None, 128])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.reverse_compute_at(sch.cache_write(conv, 0, "local"), thread)
    yield "fused", "a thread an element"
"""
# C = 0 where the first term is added: what C held before is loaded, and dropped.
SUM = """
def workload(m=8, n=32, k=1000):
    a, b = te.placeholder((m, k), name="a"), te.placeholder((n, k), name="b")
    r = te.reduce_axis((0, k), name="r")
    return [a, b, te.compute((m, n), lambda i, j: te.sum(a[i, r] * b[j, r], r), "y")]

def schedule(sch):
    i, j, _ = sch.get_loops("y")
    sch.bind(i, "blockIdx.x")
    sch.bind(j, "threadIdx.x")
    yield "bind", "a thread an element"
"""
# So many guarded loads that barriers of lanes are put aside into registers.
ROWS = """
def workload(rows=1000, columns=200):
    x = te.placeholder((rows, columns), "float64", "x")
    k = te.reduce_axis((0, columns), name="k")
    return [x, te.compute((rows,), lambda i: te.sum(x[i, k], k), "y")]

def schedule(sch):
    block, thread = sch.split(sch.get_loops("y")[0], [None, 64])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.reverse_compute_at(sch.cache_write("y", 0, "local"), thread)
    yield "bind", "a thread a row"
"""


def function(name: str, dtype: str) -> str:
    return FUNCTION.format(name=name, dtype=dtype) + FLAT


@pytest.fixture
def rung(tmp_path):
    def of(text: str):
        (tmp_path / "mine.py").write_text(START + text)
        return load(str(tmp_path / "mine.py"))

    return of


def compiled(rung) -> Kernel:
    return last_kernel(rung, rung.workload, Target.parse("sm_90"))


FILES = [
    # A pair of addends, a choice, barriers in registers, a table of the module.
    (DEPTHWISE, "IMAD.HI"),
    (SUM, "FSEL"),
    (ROWS, "BMOV.32.CLEAR"),
    (function("cos", "float64"), "LDG"),
    (function("sin", "float32"), ""),
    (function("tanh", "float16"), ""),
    (function("sigmoid", "float16"), ""),
]


@pytest.mark.parametrize(
    ("text", "has"),
    sampled_tuples(FILES, FILES[1:2]),
    ids=["addends", "choice", "barriers", "table", "sin", "tanh", "sigmoid"],
)
def test_it_is_right_on_a_cpu_and_as_machine_code(rung, text, has):
    of = rung(text)
    assert verify_rung(of, places=[SERIAL]).failures == []
    kernel = compiled(of)
    (code,) = kernel.sass.values()
    assert any(one.opcode.startswith(has) for one in code)
    for check in machine_checks(kernel):
        assert check.ok, check.problems
