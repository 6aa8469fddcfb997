"""A user's computation as a workload: what its tolerance takes for right, and what it does not."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from tvm import te, tirx, topi

from gpusim.errors import UserError
from schedules.analyses.verification.compare import difference
from schedules.analyses.verification.on_gpu import problem_on_device
from schedules.analyses.verification.verdict import SERIAL
from schedules.analyses.verification.verify import verify_rung
from schedules.core import gpu
from schedules.core.problem import Problem
from schedules.sources.computations import Computation
from schedules.sources.input_values import Own
from schedules.sources.schedule_source import load

M = N = 24


def product(k: int, dtype: str = "float32", acc: str = "float32", out: str = "") -> Computation:
    """C = A B over K = k, summed in `acc`."""
    a = te.placeholder((M, k), dtype, name="A")
    b = te.placeholder((k, N), dtype, name="B")
    r = te.reduce_axis((0, k), name="k")
    total = te.compute(
        (M, N), lambda i, j: te.sum(a[i, r].astype(acc) * b[r, j].astype(acc), axis=r), name="C"
    )
    if out in ("", acc):
        return Computation(te.create_prim_func([a, b, total]))
    rounded = te.compute((M, N), lambda i, j: total[i, j].astype(out), name="D")
    return Computation(te.create_prim_func([a, b, rounded]))


def elementwise(function, dtype: str = "float32", out: str = "") -> Computation:
    x = te.placeholder((200,), dtype, name="x")
    y = te.compute((200,), lambda i: function(x[i]), name="y")
    return Computation(te.create_prim_func([x, y]))


def expected_of(workload: Computation, seed: int = 0) -> Problem:
    return Problem.of(workload, np.random.default_rng(seed), "random")


@pytest.mark.parametrize("own", [False, True], ids=["by the function", "by a reference"])
def test_integers_that_float64_skips_are_compared_exactly(own):
    workload = elementwise(lambda x: x * 3, "int64")
    if own:
        workload = replace(workload, own=Own(reference=lambda x: x * 3))
    x = np.arange(200) + 2**60
    right = x * 3
    expected = Problem([x], workload.reference([x]), workload.tolerance([x]))
    assert wrong(expected, right) == ""
    right[7] += 1
    assert "1 of 200 elements wrong, first at [7]" in wrong(expected, right)


def wrong(expected: Problem, *got) -> str:
    return difference(got, expected, norms=False).message


def summed(a, b, dtype: str, order) -> np.ndarray:
    """A B with every product and partial sum rounded to a dtype."""
    total = np.zeros((M, N), dtype)
    for k in order:
        total = total + a[:, k : k + 1].astype(dtype) * b[k : k + 1].astype(dtype)
    return total


DECLARED = [
    ("float32", "float32", "float32"),
    ("float16", "float32", "float16"),
    ("float16", "float16", "float16"),
    ("bfloat16", "float32", "bfloat16"),
]


@pytest.mark.parametrize("k", [1, 3, 16, 200, 1500])
@pytest.mark.parametrize(("dtype", "acc", "out"), DECLARED)
def test_what_is_declared_is_right_in_any_order(k, dtype, acc, out):
    expected = expected_of(product(k, dtype, acc, out))
    a, b = expected.inputs
    orders = [range(k), range(k)[::-1], np.random.default_rng(1).permutation(k)]
    parts = [summed(a, b, acc, part) for part in np.array_split(np.arange(k), min(k, 8))]
    for got in (*(summed(a, b, acc, order) for order in orders), sum(parts).astype(acc)):
        assert not wrong(expected, got.astype(out))


@pytest.mark.parametrize("k", [16, 200, 1500])
@pytest.mark.parametrize(("dtype", "acc", "out"), DECLARED)
def test_planted_faults_are_wrong(k, dtype, acc, out):
    expected = expected_of(product(k, dtype, acc, out))
    a, b = expected.inputs
    right = summed(a, b, acc, range(k)).astype(out)
    one = right.copy()
    one[3, 5] = one[3, 5] * 2 + np.asarray(1, out)
    shifted = np.roll(right, 1, axis=1)
    faults = {"zeros": np.zeros_like(right), "one": one, "transposed": right.T, "index": shifted}
    if (acc, out) != ("float16", "float16") or k < 1000:
        faults["tail"] = summed(a, b, acc, range(k - 1)).astype(out)
    if acc == "float32":
        faults["float16 sums"] = summed(a, b, "float16", range(k)).astype(out)
    if out == "bfloat16":
        # A bfloat16 is coarser than what float16 loses in a sum.
        del faults["float16 sums"]
    for name, got in faults.items():
        assert wrong(expected, got), name


def test_softmax_is_right_in_float32_and_wrong_in_float16():
    x = te.placeholder((16, 300), name="x")
    expected = expected_of(Computation(te.create_prim_func([x, topi.nn.softmax(x)])))
    (values,) = expected.inputs

    def softmax(x):
        e = np.exp(x - x.max(axis=1, keepdims=True))
        return (e / e.sum(axis=1, keepdims=True, dtype=x.dtype)).astype("float32")

    assert not wrong(expected, softmax(values))
    assert wrong(expected, softmax(values.astype("float16")))
    assert wrong(expected, np.exp(values) / np.exp(values).sum())


def test_what_is_masked_out_is_no_part_of_the_error():
    """Of x - 1e9 float32 keeps no digit of x; its exp is 0 all the same."""
    x = te.placeholder((8, 40), name="x")
    masked = te.compute(
        (8, 40), lambda i, j: x[i, j] + tirx.if_then_else(j > i, -1e9, 0.0), name="masked"
    )
    expected = expected_of(Computation(te.create_prim_func([x, topi.nn.softmax(masked)])))
    (bound,) = expected.tolerances
    assert (bound[:, 1:] <= 1e-5).all() and bound.max() < 1e-5


def test_what_a_comparison_decides_may_fall_either_way_only_near_equality():
    workload = elementwise(lambda v: tirx.Select(v * v > 0.25, v, -v))
    x = np.linspace(-1, 1, 200, dtype="float32")
    x[:3] = 0.5, np.nextafter(np.float32(0.5), np.float32(1)), 0.6
    (right,), (bound,) = workload.reference([x]), workload.tolerance([x])
    assert bound[0] >= 1 > 2 * bound[2]
    assert (bound[3:] < 1e-6).all()
    np.testing.assert_allclose(right[2:], np.where(x**2 > 0.25, x, -x)[2:])


def test_bool_and_integers_are_exact():
    for workload, function in (
        (elementwise(lambda v: v > 0.25), lambda x: x > 0.25),
        (elementwise(lambda v: tirx.round(v * 100.0).astype("int8")), None),
        (elementwise(lambda v: v * 3 + (v >> 1), "int32"), lambda x: x * 3 + (x >> 1)),
    ):
        expected = expected_of(workload)
        (shape, dtype) = workload.outputs()[0]
        if function:
            got = function(expected.inputs[0]).astype(dtype)
            assert not wrong(expected, got)
            other = got.copy()
            other[7] = not got[7] if dtype == "bool" else got[7] + 1
            assert "1 of 200 elements wrong, first at [7]" in wrong(expected, other)
        assert (expected.tolerances[0] <= 1).all()


# --- a file's own reference -----------------------------------------------------------------------

FILE = """
import ml_dtypes
import numpy as np
from tvm import te, s_tir
def workload():
    A = te.placeholder((16, 16), name="A")
    B = te.placeholder((16, 16), name="B")
    k = te.reduce_axis((0, 16), name="k")
    return [A, B, te.compute((16, 16), lambda i, j: te.sum(A[i, k] * B[{at}], axis=k), name="C")]
def schedule(sch):
    sch.bind(sch.get_loops("C")[0], "threadIdx.x")
    yield "bind"
"""


@pytest.fixture
def verified(tmp_path):
    def run(text: str, at: str = "k, j"):
        file = tmp_path / "mine.py"
        file.write_text(FILE.format(at=at) + text)
        return verify_rung(load(str(file)), places=[SERIAL])

    return run


def test_a_tolerance_and_inputs_of_its_own(verified):
    noisy = "def reference(a, b): return [a.astype('float64') @ b + 0.01]\n"
    assert "elements wrong" in verified(noisy).failures[0]
    assert verified(noisy + "tolerance = 0.02").ok
    assert "elements wrong" in verified(noisy + "def tolerance(a, b): return 0.001").failures[0]
    ones = "inputs = [np.ones((16, 16)), np.ones((16, 16))]\n"
    assert verified(ones + "def reference(a, b): return np.full((16, 16), 16.0)").ok
    random = "def inputs(rng): return rng.normal(size=(2, 16, 16))\n"
    with pytest.raises(UserError, match="`inputs` gives 1 arrays for 2"):
        verified(random)
    assert verified(random.replace("return ", "return list(").replace("16))", "16)))")).ok


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("reference = 3", "`reference` must be a function of the inputs"),
        ("def reference(a, b): return a[0]", r"`reference` gives shape \(16,\) for \(16, 16\)"),
        ("def reference(a): return a", "reference: TypeError"),
        ("def reference(a, b): return 'this'", "`reference` gives str instead of numbers"),
        ("tolerance = [1, 2]", "`tolerance` gives 2 arrays for 1"),
        (
            "from schedules.workloads import Gemm; workload = Gemm(16, 16, 16)\ntolerance = 3",
            "has its own reference, inputs and tolerance",
        ),
    ],
)
def test_mistakes_are_told_in_a_line(verified, text, message):
    with pytest.raises(UserError, match=message):
        verified(text)


@pytest.mark.parametrize("dtype", ["int4", "uint4", "int1"])
def test_elements_of_less_than_a_byte_are_refused(dtype):
    a = te.placeholder((64,), name="A", dtype=dtype)
    func = te.create_prim_func([a, te.compute((64,), lambda i: a[i].astype("int32"), name="B")])
    with pytest.raises(UserError, match=f"parameter A is of {dtype}"):
        Computation(func).inputs(np.random.default_rng(0))


def test_on_a_gpu_its_inputs_and_results_are_made_on_the_host_and_taken_there(monkeypatch):
    """torch has no formula for a function: a stand-in for it holds what it is given."""

    class Tensor:
        def __init__(self, array):
            self.array, self.at = array, []

        def to(self, where):
            self.at.append(where)
            return self

        def clone(self):
            return Tensor(self.array.copy())

    torch = SimpleNamespace(from_numpy=Tensor, float32="float32", float64="float64")
    monkeypatch.setattr(gpu, "cuda", lambda: torch)
    workload = product(8)
    assert workload.on_host
    made = problem_on_device(workload, "random", 3)
    right = expected_of(workload, 3)
    for got, wanted, dtype in (
        *((one, other, "float32") for one, other in zip(made.inputs, right.inputs, strict=True)),
        *((one, other, "float64") for one, other in zip(made.outputs, right.outputs, strict=True)),
        *(
            (one, other, "float64")
            for one, other in zip(made.tolerances, right.tolerances, strict=True)
        ),
    ):
        assert np.array_equal(got.array, wanted) and got.at == ["cuda", dtype]


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "bool"])
def test_dtypes_that_numpy_lacks_are_verified(dtype, tmp_path):
    file = tmp_path / "mine.py"
    value = "A[i] > A[63 - i]" if dtype == "bool" else f"(A[i] * 3.0).astype({dtype!r})"
    file.write_text(
        "from tvm import te, s_tir\n"
        "def workload():\n"
        "    A = te.placeholder((64,), name='A')\n"
        f"    return [A, te.compute((64,), lambda i: {value}, name='B')]\n"
        "def schedule(sch):\n"
        "    sch.bind(sch.get_loops('B')[0], 'threadIdx.x')\n"
        "    yield 'bind'\n"
    )
    assert verify_rung(load(str(file)), places=[SERIAL])
