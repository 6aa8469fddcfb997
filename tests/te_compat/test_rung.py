"""Old scripts in the explorer's commands."""

from __future__ import annotations

import re

import pytest
from legacy_samples import EXAMPLES


def test_explore_walks_an_old_script(cli):
    script = EXAMPLES / "gemm_blocked.py"
    code, out, err = cli("explore", script, "--shape", "64,32,8")
    assert (code, err) == (0, "")
    assert [line.split()[1] for line in out.splitlines() if re.match(r"\s+\d+\s+line_", line)] == [
        f"line_{line}" for line in (30, 32, 36, 39, 41)
    ]
    assert "correct" in out.splitlines()[-1]


def test_every_call_is_a_primitive_of_the_step_that_follows_it(cli):
    script = EXAMPLES / "gemm_blocked.py"
    code, out, _ = cli("steps", script, "--primitives", "--shape", "64,32,8")
    assert code == 0
    rows = re.findall(r"(line_\d+)/(\w+)", out)
    assert rows[:2] == [("line_30", "cache_write"), ("line_30", "split")]
    assert rows[-1] == ("line_41", "compute_at")
    assert len(rows) == 9


@pytest.mark.exhaustive
def test_a_tensorized_script_is_verified_by_its_descriptions(cli):
    code, out, err = cli("verify", EXAMPLES / "hgemm_wmma.py", "--shape", "64,64,32")
    assert (code, err) == (0, "")
    assert "correct" in out


INLINED = """
import tvm
from tvm import te
A = te.placeholder((64,), name="A")
B = te.compute((64,), lambda i: A[i] + 1, name="B")
C = te.compute((64,), lambda i: B[i] * 2, name="C")
s = te.create_schedule(C.op)
s[B].compute_at(s[C], C.op.axis[0])
tvm.lower(s, [A, B, C])
s[B].compute_inline()
tvm.lower(s, [A, B, C])
"""


def test_verify_takes_an_inlined_argument_for_an_input(cli, tmp_path):
    script = tmp_path / "inlined.py"
    script.write_text(INLINED)
    code, out, err = cli("verify", script)
    assert (code, err) == (0, "") and re.search(r"2 +2 .* correct", out)


def test_a_script_with_several_schedules_wants_one_named(cli):
    script = EXAMPLES / "masked_reductions.py"
    code, _, err = cli("explore", script, "--shape", "40,33")
    assert code == 2 and "schedule_2 (line " in err
    code, out, err = cli("verify", f"{script}:schedule_2", "--shape", "40,33")
    assert (code, err) == (0, "")
    code, _, err = cli("verify", f"{script}:schedule_9", "--shape", "40,33")
    assert code == 2 and "did you mean 'schedule_" in err


@pytest.mark.parametrize("code", ["0", "3"])
def test_a_script_may_end_itself(code, tmp_path, cli):
    script = tmp_path / "ends.py"
    text = (EXAMPLES / "gemm_native.py").read_text()
    assert "func = tvm.build" in text
    script.write_text(text.replace("func = tvm.build", f"sys.exit({code})\nfunc = tvm.build"))
    for command in ("steps", "migrate"):
        exit_code, out, err = cli(command, script)
        if code == "0":
            assert (exit_code, err) == (0, "") and out
        else:
            assert exit_code == 2 and err.endswith(f"ended with exit code {code}\n")
