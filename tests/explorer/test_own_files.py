"""What the live page lists of a user's file."""

from __future__ import annotations

from schedules.api.exploration import explore
from schedules.explorer.queries import listing, version_of

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


def test_a_problem_names_its_file(tmp_path):
    file = tmp_path / "named.py"
    text = FUNCTIONS.partition("def schedule")[0].replace("def made", "def workload")
    text = text.replace("s_tir.Schedule(te.create_prim_func(", "(").replace("))\n", ")\n")
    file.write_text(text + "def schedule(sch):\n    yield 'a&b'\n", encoding="utf-8")
    (problem,) = listing([str(file)])["problems"]
    assert "named.py" in problem
    assert "a&b" in problem


def test_a_version_of_files_that_are_gone(tmp_path):
    """Beside an editor's lock, which is a link to nothing, and a link to itself."""
    file, lock = tmp_path / "own.py", tmp_path / ".#own.py"
    file.touch()
    lock.symlink_to("user@host.1")
    before = version_of([str(file)])
    file.write_text("changed", encoding="utf-8")
    assert version_of([str(file)]) != before
    file.unlink()
    file.symlink_to(file)
    gone = tmp_path / "gone" / "own.py"
    assert version_of([str(file), str(gone)]) != before


def test_every_function_that_returns_a_schedule_is_listed(tmp_path):
    """One that fails is a problem, and hides none of the others."""
    file = tmp_path / "several.py"
    file.write_text(FUNCTIONS, encoding="utf-8")
    found = listing([str(file)])
    assert list(found["references"]) == ["several:schedule", "several:made"]
    (problem,) = found["problems"]
    assert "several.py:wrong" in problem


SIZED = """
from tvm import te


def workload(n=64, dtype="float32", unused=3):
    a = te.placeholder((n,), dtype, name="A")
    return [a, te.compute((n,), lambda i: a[i], name="B")]


def schedule(sch):
    (i,) = sch.get_loops("B")
    sch.bind(i, "threadIdx.x")
    yield "bind"
"""


def test_an_own_file_has_the_shape_that_its_function_takes_by_default(tmp_path):
    """Up to the first parameter that is no extent; one of a fixed size has none."""
    file = tmp_path / "sized.py"
    file.write_text(SIZED, encoding="utf-8")
    assert explore(str(file)).shape == (64,)
    assert explore(str(file), shape=128).shape == (128,)
    fixed = SIZED.replace('n=64, dtype="float32", unused=3', "").replace("n,", "64,")
    file.write_text(fixed.replace(", dtype", ""), encoding="utf-8")
    assert explore(str(file)).shape == ()
