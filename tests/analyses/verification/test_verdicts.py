"""The verdict in every medium: correct, values not compared, wrong, and what could not run."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from conftest import ROOT, items

from gpusim.errors import UserError
from schedules import explore
from schedules.analyses.verification.verdict import (
    MACHINE,
    SERIAL,
    Check,
    Conclusion,
    Verdict,
    verdict_of,
)
from schedules.commands.program import take_options
from schedules.commands.rungs import Outcome, print_failures

ADD = """
from tvm import te


def workload(n=64):
    a = te.placeholder((n,), name="A")
    return [a, te.compute((n,), lambda i: a[i] + 1.0, name="B")]


def schedule(sch):
    sch.bind(sch.get_loops("B")[0], "threadIdx.x")
    yield "bind"
"""
# 4096 blocks, each of which takes too many instructions for all of them to be simulated.
LONG = """
extern "C" __global__ void k(const float* a, float* b, const float* w) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = 0;
  for (int j = 0; j < 8192; ++j) s = s * 0.5f + w[j];
  b[i] = SIGN a[i] + s * 0.f;
}
"""
LONG_LAUNCH = """
grid = [4096]
block = [256]
tolerance = 1e-5
[[arguments]]
name = "a"
dtype = "float32"
shape = [1048576]
[[arguments]]
name = "b"
dtype = "float32"
shape = [1048576]
role = "out"
[[arguments]]
name = "w"
dtype = "float32"
shape = [8192]
"""
SAXPY = str(ROOT / "examples" / "kernels" / "saxpy.cu")


def check(where: str = SERIAL, **fields) -> Check:
    return Check("step", (), "random", where, 0.5, **fields)


@pytest.mark.parametrize(
    ("checks", "error", "verdict", "code"),
    [
        ([check()], "", Conclusion.CORRECT, 0),
        ([check(), check(MACHINE, compared=False)], "", Conclusion.UNCOMPARED, 0),
        ([check(), check(MACHINE, blocks=16, of=4096)], "", Conclusion.SAMPLED, 0),
        ([check(), check(problems=("1 of 4 elements wrong",))], "", Conclusion.WRONG, 1),
        ([check(problems=("race",), compared=False)], "no kernel", Conclusion.WRONG, 1),
        ([check()], "no kernel", Conclusion.NOT_RUN, 2),
        ([], "", Conclusion.NOT_RUN, 2),
    ],
)
def test_the_verdict_follows_from_the_checks(checks, error, verdict, code):
    found = verdict_of(checks, error)
    assert (found, found.exit_code, found.ok) == (
        verdict,
        code,
        {Conclusion.CORRECT: True, Conclusion.WRONG: False}.get(verdict),
    )


@pytest.fixture
def add(tmp_path):
    (tmp_path / "add.py").write_text(ADD)
    return str(tmp_path / "add.py")


@pytest.fixture
def here(monkeypatch):
    """Without a process of its own, whose start takes seconds."""
    at_once = lambda work, query, *_: (work(query), "")  # noqa: E731
    monkeypatch.setattr("schedules.commands.rungs.run_isolated", at_once)


# --- sampled blocks -------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("sign", ["+", "-", "(blockIdx.x == 777 ? -1.f : 1.f) *"])
def test_sampled_blocks_of_a_file_are_compared_with_the_reference(tmp_path, sign):
    (tmp_path / "long.cu").write_text(LONG.replace("SIGN", sign))
    (tmp_path / "long.toml").write_text(LONG_LAUNCH)
    found = explore(str(tmp_path / "long.cu"), reference=lambda a, b, w: a).verify()
    (one,) = found.checks
    assert one.of == 4096 and 0 < one.blocks < 16
    assert (one.elements, one.of_elements) == (one.blocks * 256, 1048576)
    assert found.verdict is (Conclusion.SAMPLED if sign == "+" else Conclusion.WRONG)
    assert not found and found.right is (None if sign == "+" else False)
    sampled = f"correct in what was run ({one.blocks} of 4096 blocks)"
    assert found.conclusion == (sampled if sign == "+" else "wrong")
    blocks = f"{one.blocks} of 4096 blocks simulated"
    assert f"{blocks}, {one.elements} of 1048576 elements compared" in repr(found)


# --- what is not compared, what does not run ------------------------------------------------------


@needs_compiler
def test_a_kernel_without_a_reference_is_not_called_correct(tmp_path, cli, here):
    for name in ("saxpy.cu", "saxpy.toml"):
        text = (ROOT / "examples" / "kernels" / name).read_text()
        lines = [line for line in text.splitlines() if not line.startswith("reference")]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    code, out, _ = cli("verify", tmp_path / "saxpy.cu")
    assert code == 0 and "no findings, values not compared" in out and "tolerance" not in out
    code, out, _ = cli("verify", tmp_path / "saxpy.cu", "--json")
    (record,) = items(out, "verifications")
    assert code == 0 and record["verdict"] == "no findings, values not compared"
    assert (record["right"], record["worst"]) == (None, None)
    found = explore(str(tmp_path / "saxpy.cu")).verify()
    assert not found and "no findings, values not compared" in found._repr_html_()


NOTED = """
__global__ void copy_pairs(int* p, const int* q) {
  __shared__ __align__(16) int s[64 * 4];
  int t = threadIdx.x;
  p[t] = q[t];
  p[t + 1] = q[t + 1];
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[t * 4]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(at), "l"(q + 4 * t) : "memory");
}
"""


@needs_compiler
def test_notes_are_printed_beside_the_verdict(tmp_path, cli):
    (tmp_path / "noted.cu").write_text(NOTED)
    arguments = ("--arg", "p:int32[65]:inout", "--arg", "q:int32[256]")
    given = ("--grid", 1, "--block", 64, *arguments)
    code, _, err = cli("verify", tmp_path / "noted.cu", *map(str, given))
    assert code == 0
    assert [name for name in ("same-value", "copy-unused") if f" {name}: " not in err] == []


COMPACTED = """
__global__ void compact(int* out, int* n, const int* x) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > 0) out[%s] = v;
}
"""


@needs_compiler
@pytest.mark.parametrize(
    ("index", "noted"),
    [("atomicAdd(n, 1)", True), ("blockIdx.x * blockDim.x + threadIdx.x", False)],
)
def test_without_a_reference_results_that_depend_on_the_order_of_atomics_are_a_note(
    tmp_path, cli, index, noted
):
    (tmp_path / "mine.cu").write_text(COMPACTED % index)
    arrays = ("out:int32[128]:inout:0..0", "n:int32[1]:inout:0..0", "x:int32[128]:in:-9..9")
    given = [word for array in arrays for word in ("--arg", array)]
    code, _, err = cli("verify", tmp_path / "mine.cu", "--grid", "2", "--block", "64", *given)
    assert code == 0
    found = " elements of out differ in another order of `@P0 ATOMG.E.ADD.STRONG.GPU PT, " in err
    assert found == noted, err


@pytest.mark.parametrize(("problems", "code"), [((), 2), (("C: 1 of 4 elements wrong",), 1)])
def test_a_wrong_result_without_a_kernel_exits_with_1(problems, code):
    check = Check("reordered", (), "random", "serial", 0.0, problems)
    error = "x.py: no kernel yet: not bound"
    found = Verdict("x.py", (check,), problem=error)
    assert print_failures([Outcome("x.py", found)]) == code


# --- explore's arguments --------------------------------------------------------------------------


@needs_compiler
def test_a_reference_and_a_tolerance_replace_those_of_a_file(add):
    assert explore(add).verify()
    assert explore(add, reference=lambda a: a + 1, tolerance=0).verify()
    assert explore(add, inputs=np.ones(64), reference=lambda a: 2 * a).verify()
    for wrong in ({"reference": lambda a: 0 * a}, {"reference": lambda a: a + 1.0001}):
        assert explore(add, **wrong, tolerance=0).verify().verdict is Conclusion.WRONG
    assert explore(SAXPY).verify()
    assert explore(SAXPY, reference=lambda *_: 0).verify().verdict is Conclusion.WRONG
    ones = explore(SAXPY, inputs=lambda rng: (np.ones(1000), np.ones(1000)))
    assert ones.verify() and explore(SAXPY, tolerance=1.0).verify()
    assert explore(SAXPY, tolerance=0).verify().verdict in (Conclusion.WRONG, Conclusion.CORRECT)


@pytest.mark.parametrize(
    ("what", "given", "message"),
    [
        ("add", {"tolerance": -1.0}, "negative number"),
        ("add", {"tolerance": np.nan}, "negative number or NaN"),
        ("add", {"inputs": np.zeros((3, 3))}, r"gives shape \(3, 3\) for \(64,\)"),
        ("add", {"reference": 7}, "`reference` must be a function"),
        ("add", {"computation": 7}, "names its own computation"),
        ("add", {"shape": 64.5}, "every extent must be an integer"),
        (SAXPY, {"computation": 7}, "leave out `computation`"),
        (SAXPY, {"inputs": np.ones(3)}, "gives 1 arrays for 2"),
        (SAXPY, {"reference": lambda *_: np.ones(3)}, r"gives shape \(3,\) for \(1000,\)"),
        (
            "gemm/sgemm_tvm:naive",
            {"reference": lambda *_: 0},
            "defines reference, inputs and tolerance",
        ),
        ("gemm/sgemm_tvm:naive", {"tolerance": 0}, "defines reference, inputs and tolerance"),
    ],
)
def test_what_is_not_honoured_is_refused(what, given, message, add):
    with pytest.raises(UserError, match=message):
        explore(add if what == "add" else what, **given).verify()


# --- messages -------------------------------------------------------------------------------------


# --- faults of this program -----------------------------------------------------------------------


@pytest.mark.parametrize("command", ["verify", "check", "explore"])
def test_an_exception_in_a_check_is_neither_a_finding_nor_bad_input(
    command, add, cli, here, monkeypatch
):
    def broken(*_, **__):
        raise IndexError("index 8 is out of bounds\nfor axis 0")

    assert cli(command, add)[0] == 0
    monkeypatch.setattr("schedules.analyses.verification.verify.machine_checks", broken)
    code, out, err = cli(command, add)
    (line,) = (line for line in err.splitlines() if "internal error" in line)
    assert code == 70 and "Traceback" not in err and "correct" not in out
    assert "internal error: IndexError: index 8 is out of bounds (--traceback shows where)" in line
    code, _, err = cli(command, add, "--traceback")
    assert code == 70 and "Traceback (most recent call last)" in err and "in broken" in err


def test_the_option_may_stand_anywhere_before_the_operands():
    assert take_options(["verify", "--traceback", "a"]) == ["verify", "a"]
    assert take_options(["verify", "--", "--traceback"]) == ["verify", "--", "--traceback"]


def test_steps_are_limited(cli):
    asked = ("verify", "gemm/sgemm_tvm:vthread", "--on", "machine", "--max-steps", 100)
    code, _, err = cli(*asked)
    assert code == 2
    assert "more than 100 steps; raise the limit with --max-steps" in err
