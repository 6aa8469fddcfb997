"""Planted regressions: the cause that was planted is named first, with its line."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest
from accesses import needs_compiler

from benchmarks.external.launch import describe_launch
from gpusim.errors import UserError
from gpusim.timing.causes import ENOUGH
from schedules import explore

pytestmark = needs_compiler

CASES = tomllib.loads(Path(__file__).with_name("regressions.toml").read_text())["case"]
QUICK = [case for case in CASES if case.get("quick")]


def variant(case, folder, *, fault: bool):
    """One of both kernels, without the lines of the other one."""
    kept, lines = [True], []
    for line in case["source"].splitlines():
        if line.startswith("#if"):
            kept.append(("FAULT" in line) and (line.startswith("#ifdef") == fault))
        elif line == "#else":
            kept[-1] = not kept[-1]
        elif line == "#endif":
            kept.pop()
        elif all(kept):
            lines.append(line)
    to = folder / ("fault" if fault else "clean")
    to.mkdir(exist_ok=True)
    (to / "kernel.cu").write_text("\n".join(lines))
    describe_launch(case, to)
    return explore(str(to / "kernel.cu"), target="sm_90")


def named(cases):
    marks = {case["name"]: () if case in QUICK else (pytest.mark.exhaustive,) for case in CASES}
    return [pytest.param(case, marks=marks[case["name"]], id=case["name"]) for case in cases]


@pytest.mark.parametrize("case", named(CASES))
def test_the_planted_cause_comes_first(case, tmp_path):
    clean, slow = (variant(case, tmp_path, fault=fault) for fault in (False, True))
    why = slow.why(clean)
    assert why.after_us > 1.1 * why.before_us
    first = why.causes[0]
    assert first.kind == case["cause"], why.causes
    assert first.explains > 0.5 and ENOUGH <= why.explained <= 1.001
    lines = slow.cuda.splitlines()
    planted = {number for number, line in enumerate(lines, 1) if "/*at*/" in line}
    # All lines wait longer where fewer warps are resident.
    if case["cause"] != "occupancy":
        assert planted & {line.line for line in first.lines}, first.lines


def test_there_are_two_kernels_of_each_kind():
    for cases, each in ((CASES, 2), (QUICK, 1)):
        kinds = Counter(case["name"].partition("_")[0] for case in cases)
        assert len(kinds) == 10 and set(kinds.values()) == {each}


@pytest.mark.parametrize("case", named(QUICK[1:3]))
def test_the_faster_kernel_has_the_same_causes(case, tmp_path):
    """Of the way back, before and after change places; without a difference there is no cause."""
    clean, slow = (variant(case, tmp_path, fault=fault) for fault in (False, True))
    there, back = slow.why(clean), clean.why(slow)
    assert [(c.kind, c.us, c.before, c.after, c.lines) for c in there.causes] == [
        (c.kind, c.us, c.after, c.before, c.lines) for c in back.causes
    ]
    assert clean.why(clean).causes == ()


def test_a_second_launch_is_a_cause():
    shape = (1024, 1024)
    one, two = (
        explore(f"gemv/fast_gemv:{name}", shape=shape) for name in ("warp_reduce", "two_kernel")
    )
    first = two.why(one).causes[0]
    assert (first.kind, first.before, first.after) == ("launches", 1, 2)
    other = explore("gemv/fast_gemv:warp_reduce", shape=(1024, 2048))
    with pytest.raises(UserError, match="one shape"):
        two.why(other)
