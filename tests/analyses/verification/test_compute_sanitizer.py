"""compute-sanitizer: its output is read right, and an error is its kernel's alone."""

from __future__ import annotations

import pytest
from played_tools import (
    CLEAN,
    CRASHED,
    HEAD,
    OUT_OF_BOUNDS,
    played_sanitizer,
    without_tools,
)

from schedules.analyses.verification import compute_sanitizer as sanitizing
from schedules.analyses.verification.compute_sanitizer import (
    TOOLS,
    sanitize,
    verdict,
)
from schedules.analyses.verification.launch_process import RAN

CLEAN_RACES = (
    f"{HEAD}{RAN}\n========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n"
)

RACE = f"""{HEAD}========= Error: Race reported between Write access at main_kernel+0x210
=========     and Read access at main_kernel+0x2c0 [1024 hazards]
=========
{RAN}
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
"""

DIVERGENT = f"""{HEAD}========= Barrier error detected. Divergent thread(s) in block.
=========     at main_kernel+0x90
=========     by thread (1,0,0) in block (0,0,0)
=========
========= ERROR SUMMARY: 1 error
"""

UNINITIALIZED = f"""{HEAD}========= Uninitialized __global__ memory read of size 2 bytes
=========     at main_kernel+0x50
=========     by thread (0,0,0) in block (0,0,0)
=========
{RAN}
========= ERROR SUMMARY: 1 error
"""

NOT_STARTED = f"""{HEAD}Traceback (most recent call last):
ModuleNotFoundError: No module named 'tvm'
========= Target application terminated before first instrumented API call
"""


@pytest.mark.parametrize("tool", TOOLS)
def test_a_clean_run_has_passed(tool):
    text = CLEAN_RACES if tool == "racecheck" else CLEAN
    assert str(verdict(tool, 0, text)) == "passed"


@pytest.mark.parametrize(
    ("tool", "text", "count", "message"),
    [
        (
            "memcheck",
            OUT_OF_BOUNDS,
            12,
            "Invalid __global__ read of size 4 bytes at main_kernel+0x1b0 by thread (31,0,0) in "
            "block (3,0,0) Access to 0x7f2b9a0 is out of bounds and is 1 bytes after the nearest "
            "allocation at 0x7f2b000 of size 2,464 bytes",
        ),
        (
            "racecheck",
            RACE,
            1,
            "Error: Race reported between Write access at main_kernel+0x210 and Read access at "
            "main_kernel+0x2c0 [1024 hazards]",
        ),
        (
            "synccheck",
            DIVERGENT,
            1,
            "Barrier error detected. Divergent thread(s) in block. at main_kernel+0x90 by thread "
            "(1,0,0) in block (0,0,0)",
        ),
        (
            "initcheck",
            UNINITIALIZED,
            1,
            "Uninitialized __global__ memory read of size 2 bytes at main_kernel+0x50 by thread "
            "(0,0,0) in block (0,0,0)",
        ),
    ],
)
def test_errors_are_counted_and_the_first_is_told(tool, text, count, message):
    found = verdict(tool, 0, text)
    assert str(found) == f"{count} error" + "s" * (count > 1)
    assert found.message == message


@pytest.mark.parametrize(
    ("tool", "status", "text", "message"),
    [
        ("memcheck", 1, NOT_STARTED, "ModuleNotFoundError: No module named 'tvm'"),
        ("memcheck", 1, CRASHED, "ValueError: invalid argument"),
        ("memcheck", 1, f"{HEAD}========= Error: no attachable process", "no attachable process"),
        # The summary of another tool says nothing about races.
        ("racecheck", 0, CLEAN, "did not end normally"),
        ("memcheck", 9, CLEAN, "did not end normally"),
        ("memcheck", 0, CLEAN.replace(RAN, ""), "no kernel was launched"),
        ("memcheck", -1, f"{HEAD}\nnot done after 300 s", "not done after 300 s"),
        ("memcheck", 0, "", "no kernel was launched"),
    ],
)
def test_what_did_not_run_has_not_passed(tool, status, text, message):
    found = verdict(tool, status, text)
    assert str(found) == "did not run"
    assert message in found.message


def names_of(kernels) -> list[str]:
    return [kernel.rung.path for kernel in kernels]


def test_an_error_is_of_its_kernel_alone_and_hides_no_other(several, tmp_path, monkeypatch):
    bad = several[1].rung.path
    runs = played_sanitizer(tmp_path, monkeypatch, bad=[("memcheck", bad)])
    found = list(sanitize(several, ("memcheck", "racecheck")))
    told = {(kernel.rung.path, tool): one for kernel, tool, one in found}
    assert len(found) == len(told) == 6
    assert {key for key, one in told.items() if str(one) != "passed"} == {(bad, "memcheck")}
    assert told[bad, "memcheck"].message == (
        "Invalid __global__ write of size 4 bytes at main_kernel+0x10"
    )
    assert sorted(runs.read_text().splitlines()) == sorted(
        [
            " ".join(["memcheck", *names_of(several)]),
            " ".join(["racecheck", *names_of(several)]),
            *(f"memcheck {path}" for path in names_of(several)),
        ]
    )


def test_a_summary_of_fewer_kernels_than_were_asked_for_is_no_pass():
    assert str(verdict("memcheck", 0, CLEAN, kernels=2)) == "did not run"
    assert str(verdict("memcheck", 0, CLEAN.replace(RAN, f"{RAN}\n{RAN}"), kernels=2)) == "passed"


def test_a_missing_sanitizer_is_unavailable_and_nothing_is_run(several, tmp_path, monkeypatch):
    without_tools(monkeypatch, tmp_path)
    monkeypatch.setattr(sanitizing, "Tools", None)
    found = [one for _, _, one in sanitize(several[:1], TOOLS)]
    assert [str(one) for one in found] == ["unavailable"] * 4
    assert "install the CUDA toolkit" in found[0].message
