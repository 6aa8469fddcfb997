"""Old scripts are run as they are, and what does not run has a reason in the guide."""

from __future__ import annotations

import json

import pytest

from benchmarks import old_scripts
from gpusim.errors import UserError
from schedules.measure.publishing.publish import filled_in

TESTS = """
import pytest
import tvm
from tvm import te


def test_right():
    n = te.var("n")
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] + 1, name="B")
    s = te.create_schedule(B.op)
    assert tvm.te.schedule.InferBound(s)[B.op.axis[0]].extent.value == 7


def test_wrong():
    with pytest.raises(ZeroDivisionError):
        1 / 0
    te.no_such_thing
"""


def test_each_function_has_a_session_of_its_own(tmp_path):
    file = tmp_path / "test_old.py"
    file.write_text(TESTS)
    found = old_scripts.functions(file, {"n": 7})
    assert found.keys() == {"test_right", "test_wrong"} and found["test_right"] == ""
    assert found["test_wrong"].startswith("line 18: MissingName: 18: te.no_such_thing")
    assert "assert" in old_scripts.functions(file, {})["test_right"].lower()


def test_a_tutorial_runs_to_its_end_or_says_why(tmp_path):
    file = tmp_path / "tutorial.py"
    file.write_text("from tvm import te\nte.var('n')\n")
    assert old_scripts.tutorial(file) == ""
    file.write_text("from tvm import te\nte.hybrid\n")
    assert old_scripts.tutorial(file).startswith("schedules.legacy: line 2: te.hybrid: ")


def test_the_guides_table_is_the_records_and_reaches_the_goals():
    record = json.loads(old_scripts.RESULT.read_text())
    text = old_scripts.GUIDE.read_text()
    made = f"{old_scripts.tables(record)}\n"
    assert filled_in(old_scripts.GUIDE, text, "old scripts", made) == text
    assert len(record["functions"]) == 75 and len(record["tutorials"]) == 13
    assert sum(not row["with_values"] for row in record["functions"]) >= 65
    assert sum(not row["error"] for row in record["tutorials"]) >= 10


def test_what_does_not_run_needs_a_reason():
    row = {"file": "test_old.py", "name": "test_new_kind", "as_it_is": "x", "with_values": "x"}
    row["date"] = "2026-01-02"
    record = {"values": {}, "functions": [row], "tutorials": []}
    with pytest.raises(UserError, match="reasons are missing for test_new_kind"):
        old_scripts.tables(record)
