"""What the live page lists of a user's file."""

from __future__ import annotations

from schedules.explorer.own_files import listing

FUNCTIONS = """
from tvm import s_tir, te


def made():
    a = te.placeholder((64,), name="A")
    return s_tir.Schedule(te.create_prim_func([a, te.compute((64,), lambda i: a[i], name="B")]))


def schedule():
    return made()


def wrong():
    return s_tir.Schedule(None)


def main():
    made()


def number():
    return 2
"""


def test_every_function_that_returns_a_schedule_is_listed(tmp_path):
    """One that fails is a problem, and hides none of the others."""
    file = tmp_path / "several.py"
    file.write_text(FUNCTIONS, encoding="utf-8")
    found = listing([str(file)])
    assert list(found["references"]) == ["several:schedule", "several:made"]
    (problem,) = found["problems"]
    assert "several.py:wrong" in problem
