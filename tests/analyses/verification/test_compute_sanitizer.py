"""compute-sanitizer: its output is read right, and an error is its kernel's alone."""

from __future__ import annotations

import re

import pytest
from played_tools import (
    CLEAN,
    CRASHED,
    HEAD,
    OUT_OF_BOUNDS,
    played_sanitizer,
    without_tools,
)

from gpusim.cache import cache_key
from schedules.analyses.verification import compute_sanitizer as sanitizing
from schedules.analyses.verification.compute_sanitizer import TOOLS, sanitize, verdict
from schedules.commands.verify.on_gpu import sanitizer_shape
from schedules.compile.compiler import chip_of, for_launches
from schedules.core.gpu import device_target
from schedules.core.kernel import compiled_kernels
from schedules.core.ladder import ladder
from schedules.processes.tools import RAN, launch_command

CLEAN_RACES = (
    f"{HEAD}{RAN}\n========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n"
)

RACE = f"""{HEAD}========= Error: Race reported between Write access at main_kernel+0x210
=========     and Read access at main_kernel+0x2c0 [1024 hazards]
=========
{RAN}
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
"""
WARNED_RACE = RACE.replace("(1 error, 0 warnings)", "(0 errors, 1 warning)")

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
        ("memcheck", 0, "", "no kernel was launched"),
    ],
)
def test_what_did_not_run_has_not_passed(tool, status, text, message):
    found = verdict(tool, status, text)
    assert str(found) == "did not run"
    assert message in found.message


def test_a_tool_runs_around_schedules_run(lone, tmp_path, monkeypatch):
    runs = played_sanitizer(tmp_path, monkeypatch)
    assert [str(sanitize(lone, tool)) for tool in ("memcheck", "racecheck")] == ["passed"] * 2
    first, second = (line.split() for line in runs.read_text().splitlines())
    child = launch_command("gemm/sgemm_tvm:block_tile", "33,65,17")
    assert child[1:6] == ["-m", "schedules", "run", "gemm/sgemm_tvm:block_tile", "--shape"]
    for line, tool in ((first, "memcheck"), (second, "racecheck")):
        assert line[:2] == ["--tool", tool] and line[-len(child) :] == child
    assert "--padding" in first and "--padding" not in second


def test_an_error_is_told(lone, tmp_path, monkeypatch):
    played_sanitizer(tmp_path, monkeypatch, bad=[("memcheck", lone.rung.path)])
    found = sanitize(lone, "memcheck")
    assert str(found) == "1 error"
    assert found.message == "Invalid __global__ write of size 4 bytes at main_kernel+0x10"


def test_a_missing_sanitizer_is_unavailable(lone, tmp_path, monkeypatch):
    without_tools(monkeypatch, tmp_path)
    found = sanitize(lone, "memcheck")
    assert str(found) == "unavailable" and "install the CUDA toolkit" in found.message


# Tool -> a rung, and a change to its CUDA text that the tool has to find.
PLANTED = {
    "memcheck": ("cache_write", r"C_ptr\[", "C_ptr[4000 + "),
    "racecheck": ("conflict_free_store", r"__syncthreads\(\);", ""),
    "initcheck": ("naive", r"C_ptr\[.*\] = 0x0p\+0f.*;", ""),
}


@pytest.mark.gpu
@pytest.mark.parametrize("tool", PLANTED)
def test_a_planted_error_is_found_in_its_kernel_alone(tool, tmp_path, monkeypatch):
    monkeypatch.setenv("SCHEDULES_CACHE", str(tmp_path))
    compiler = for_launches(device_target())
    rungs = [ladder("gemm/sgemm_tvm")[name] for name, _, _ in PLANTED.values()]
    asked = [(rung, rung.at(sanitizer_shape(rung))) for rung in rungs]
    kernels = compiled_kernels(asked, compiler)
    name, old, new = PLANTED[tool]
    (bad,) = [kernel for kernel in kernels if kernel.rung.name == name]
    source = bad.lowering.source
    text, count = re.subn(old, new, source)
    assert count
    chip = chip_of(compiler.target, source)
    name_of_entry = cache_key(*compiler.backend.identity(source, chip))
    made = compiler.compile(text)
    members = {"ptx": b"", "cubin": made.cubin, "log": made.log.encode()}
    compiler.cache.store(f"{name_of_entry}.cubin.zip", members)
    found = {kernel.rung.name: sanitize(kernel, tool) for kernel in kernels}
    if any(one.state == sanitizing.UNAVAILABLE for one in found.values()):
        pytest.skip(f"{tool} is unavailable")
    assert {name for name, one in found.items() if one.state != sanitizing.PASSED} == {name}
    assert found[name].state == sanitizing.FOUND
