"""compute-sanitizer and ncu: their output is read right, and what is missing is said."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT, no_gpu

from schedules.catalog import ladder, ladders
from schedules.checks import sanitize as sanitizing
from schedules.checks.device import Cubins, DeviceResult, Kernel
from schedules.checks.launch_process import (
    RAN,
    LoneKernel,
    StoredCubins,
    Tools,
    command,
    lone_kernels,
)
from schedules.checks.sanitize import GROUP, TOOLS, groups, sanitize, tool_command, verdict
from schedules.commands.bench import times_whole_program
from schedules.commands.verify_on_gpu import sanitizer_shape
from schedules.compile.toolkit import find_tool
from schedules.errors import NoTool, UserError
from schedules.ladder import steps
from schedules.lowering.lower import lower
from schedules.results.records import write
from schedules.timing import counters
from schedules.timing import gpu as bench
from schedules.timing.counters import (
    METRICS,
    count,
    counters_of,
    ncu_command,
    ratios,
    read_counters,
    read_launches,
)
from schedules.timing.gpu_ceilings import Ceilings

HEAD = "========= COMPUTE-SANITIZER\n"
CLEAN = f"{HEAD}{RAN}\n========= ERROR SUMMARY: 0 errors\n"
CLEAN_RACES = (
    f"{HEAD}{RAN}\n========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n"
)

OUT_OF_BOUNDS = f"""{HEAD}========= Invalid __global__ read of size 4 bytes
=========     at main_kernel+0x1b0
=========     by thread (31,0,0) in block (3,0,0)
=========     Access to 0x7f2b9a0 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f2b000 of size 2,464 bytes
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: cuLaunchKernel [0x2f1] in libcuda.so.1
=========
{RAN}
========= ERROR SUMMARY: 12 errors
========= ERROR SUMMARY: 11 errors were not printed. Use --print-limit option to adjust
"""

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

CRASHED = f"""{HEAD}Traceback (most recent call last):
ValueError: invalid argument
========= Target application returned an error
========= ERROR SUMMARY: 0 errors
"""

REFUSED = f"""{HEAD}========= Error: Device not supported. See the list of supported devices.
========= ERROR SUMMARY: 0 errors
"""


# --- compute-sanitizer's output -------------------------------------------------------------------


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


def test_a_racecheck_warning_is_no_pass():
    assert str(verdict("racecheck", 0, WARNED_RACE)) == "1 error"


@pytest.mark.parametrize(
    ("tool", "status", "text", "message"),
    [
        ("memcheck", 1, NOT_STARTED, "ModuleNotFoundError: No module named 'tvm'"),
        ("memcheck", 1, CRASHED, "ValueError: invalid argument"),
        ("memcheck", 1, f"{HEAD}========= Error: no attachable process", "no attachable process"),
        # The summary of another tool says nothing about races.
        ("racecheck", 0, CLEAN, "gave no clean"),
        ("memcheck", 9, CLEAN, "gave no clean"),
        ("memcheck", 0, CLEAN.replace(RAN, ""), "no kernel was launched"),
        ("memcheck", -1, f"{HEAD}\nnot done after 300 s", "not done after 300 s"),
        ("memcheck", 0, "", "no kernel was launched"),
    ],
)
def test_what_did_not_run_has_not_passed(tool, status, text, message):
    found = verdict(tool, status, text)
    assert str(found) == "did not run"
    assert message in found.message


def test_a_tool_that_refuses_the_device_is_unavailable():
    found = verdict("memcheck", 1, REFUSED)
    assert str(found) == "unavailable"
    assert found.message.startswith("Error: Device not supported")


# --- running compute-sanitizer --------------------------------------------------------------------


def lone_kernel(path: str, shape: tuple[int, ...]) -> LoneKernel:
    name, _, rung = path.partition(":")
    rung = ladder(name)[rung]
    workload = rung.at(shape)
    return LoneKernel(rung, workload, lower(steps(rung, workload)[-1].mod, rung.build))


@pytest.fixture
def lone(tmp_path):
    """A rung, and cubins that no compiler is needed for."""
    kernel = lone_kernel("gemm/sgemm_tvm:block_tile", (33, 65, 17))
    return kernel, StoredCubins("sm_90", tmp_path)


@pytest.fixture(scope="module")
def several():
    """Rungs of one launch each."""
    rungs = ("naive", "block_tile", "cache_write")
    return [lone_kernel(f"gemm/sgemm_tvm:{rung}", (33, 65, 17)) for rung in rungs]


def program(folder: Path, name: str, text: str) -> Path:
    """An executable that prints a text."""
    file = folder / name
    file.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")
    file.chmod(0o755)
    return file


# A compute-sanitizer whose child launches what it is asked to, up to a bad rung, which ends it.
PLAYED_SANITIZER = f"""#!{sys.executable}
import sys, time
arguments = sys.argv[1:]
tool = arguments[1]
asked = arguments[arguments.index("-m") + 5 :: 2]
print("========= COMPUTE-SANITIZER")
for path in asked:
    if (tool, path) in BAD:
        print("========= Invalid __global__ write of size 4 bytes")
        print("=========     at main_kernel+0x10")
        print("========= ERROR SUMMARY: 1 error")
        sys.exit(1)
    if path in SLOW:
        time.sleep(60)
    print("{RAN}:", path)
name = "RACECHECK SUMMARY: 0 hazards" if tool == "racecheck" else "ERROR SUMMARY: 0 errors"
print("========= " + name)
"""


def played_sanitizer(folder: Path, monkeypatch, bad=(), slow=()) -> Path:
    """The sanitizer above, alone on PATH; says what it was run on in `runs`."""
    file = folder / "compute-sanitizer"
    first, rest = PLAYED_SANITIZER.split("\n", 1)
    runs = folder / "runs"
    told = f"open({str(runs)!r}, 'a').write(tool + ' ' + ' '.join(asked) + chr(10))\n"
    rest = rest.replace('print("========= COMPUTE', told + 'print("========= COMPUTE', 1)
    file.write_text(f"{first}\nBAD, SLOW = {set(bad)!r}, {set(slow)!r}\n{rest}")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return runs


def names_of(kernels) -> list[str]:
    return [kernel.rung.path for kernel in kernels]


def test_every_tool_runs_over_every_kernel(several, tmp_path, monkeypatch):
    runs = played_sanitizer(tmp_path, monkeypatch)
    cubins = StoredCubins("sm_90", tmp_path)
    found = list(sanitize(several, ("memcheck", "racecheck"), cubins))
    assert sorted((kernel.rung.path, tool, str(one)) for kernel, tool, one in found) == sorted(
        (path, tool, "passed") for path in names_of(several) for tool in ("memcheck", "racecheck")
    )
    # They share a process for each tool.
    lines = runs.read_text().splitlines()
    assert sorted(lines) == [
        " ".join([tool, *names_of(several)]) for tool in ("memcheck", "racecheck")
    ]


def test_an_error_is_of_its_kernel_alone_and_hides_no_other(several, tmp_path, monkeypatch):
    bad = several[1].rung.path
    runs = played_sanitizer(tmp_path, monkeypatch, bad=[("memcheck", bad)])
    cubins = StoredCubins("sm_90", tmp_path)
    found = list(sanitize(several, ("memcheck", "racecheck"), cubins))
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


def test_kernels_that_share_a_process():
    one = lone_kernel("gemm/sgemm_tvm:block_tile", (33, 65, 17))
    two_launches = lone_kernel("gemv/fast_gemv:two_kernel", (5, 1003))
    found = groups([one] * GROUP + [two_launches] + [one] * 3)
    # The workspace of several launches is pooled: initcheck would find it written already.
    assert found[0] == [two_launches]
    assert [len(group) for group in found[1:]] == [6, 5]
    assert groups([]) == []
    assert [len(group) for group in groups([one])] == [1]


def test_a_run_that_is_left_ends_its_processes(several, tmp_path, monkeypatch):
    slow = several[0].rung.path
    played_sanitizer(tmp_path, monkeypatch, slow=[slow])
    cubins = StoredCubins("sm_90", tmp_path)
    monkeypatch.setattr(sanitizing, "GROUP", 1)
    found = sanitize(several, ("memcheck",), cubins)
    begun = time.monotonic()
    first = next(found)
    found.close()
    assert first[0].rung.path != slow
    assert time.monotonic() - begun < 30


def test_a_missing_sanitizer_is_unavailable_and_nothing_is_run(lone, tmp_path, monkeypatch):
    kernel, cubins = lone
    without_tools(monkeypatch, tmp_path)
    monkeypatch.setattr(sanitizing, "Tools", None)
    found = [one for _, _, one in sanitize([kernel], TOOLS, cubins)]
    assert [str(one) for one in found] == ["unavailable"] * 4
    assert "install the CUDA toolkit" in found[0].message


def without_tools(monkeypatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("schedules.compile.toolkit.DEFAULT_HOME", str(folder))
    for home in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(home, raising=False)


@pytest.mark.parametrize("folder", ["bin", "compute-sanitizer"])
def test_a_tool_is_found_in_a_toolkit(tmp_path, monkeypatch, folder):
    without_tools(monkeypatch, tmp_path)
    (tmp_path / "cuda" / folder).mkdir(parents=True)
    file = program(tmp_path / "cuda" / folder, "compute-sanitizer", "")
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
    assert find_tool("compute-sanitizer") == str(file)


def test_the_childs_command_names_arch_and_each_rung_with_its_shape(several, lone):
    _, cubins = lone
    line = tool_command("compute-sanitizer", "memcheck", command(several[:2], cubins))
    assert line[:3] == ["compute-sanitizer", "--tool", "memcheck"]
    assert "--padding" in line
    asked = line[line.index(sys.executable) :]
    assert asked[1:3] == ["-m", "schedules.checks.launch_process"]
    assert asked[3:5] == ["sm_90", str(cubins.folder)]
    assert asked[5:] == [
        "1",
        "gemm/sgemm_tvm:naive",
        "33,65,17",
        "gemm/sgemm_tvm:block_tile",
        "33,65,17",
    ]


def run_tool(line: list[str], timeout_s: float) -> tuple[int, str]:
    with Tools() as tools:
        return tools.run(line, timeout_s)


def test_a_tool_that_hangs_is_ended_with_what_it_started():
    status, text = run_tool(["sh", "-c", "echo begun; sleep 60"], 0.5)
    assert status == -1
    assert "begun" in text
    assert "not done after" in text


def test_nothing_is_started_after_the_end():
    with Tools() as tools:
        tools.end()
        assert tools.run(["sh", "-c", "echo begun"], 5) == (-1, "not started")


def test_a_time_limit_ends_tools_as_ctrl_c_does():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), Tools():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == before


RUNGS = [rung for one in ladders().values() for rung in one.rungs.values()]


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.path)
def test_the_sanitizers_shape_is_small_and_takes_the_guards_along(rung):
    def divides(shape) -> bool:
        return all(e % size == 0 for e, size in zip(shape, rung.tile.block(), strict=True))

    shape = sanitizer_shape(rung)
    assert rung.at(shape).flops < 2e9
    guarded = rung.any_shape and not all(map(divides, rung.verify_shapes()))
    assert divides(shape) != guarded


def test_the_child_says_in_a_line_what_is_wrong(tmp_path):
    module = "schedules.checks.launch_process"
    arguments = ["sm_90", str(tmp_path), "1", "gemm/sgemm_tvm:vthread", "100,128,8"]
    status, text = run_tool([sys.executable, "-m", module, *arguments], 60)
    assert status == 1
    assert "the nearest shape that fits is 128,128,16" in text
    assert RAN not in text


# --- ncu ------------------------------------------------------------------------------------------


@pytest.fixture
def once(monkeypatch):
    """Each rung runs once, as these texts have it."""
    monkeypatch.setattr(counters, "TIMES", 1)


def test_of_several_runs_the_least_noise_counts(lone):
    runs = [
        metrics(shared_load_requests="8", shared_load_wavefronts=str(n), dram_bytes=str(n))
        for n in (35, 32, 33)
    ]
    (found,) = read_counters([lone[0]], 0, ncu_text(*runs))
    assert found == {"shared_load_requests": 8, "shared_load_wavefronts": 32, "dram_bytes": 35}


NCU_HEADER = (
    '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size",'
    '"Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"'
)


def ncu_text(*launches: dict[str, str], ran: int = 1, name: str = "main_kernel") -> str:
    """ncu's output for launches of metric name to printed value, in a program of `ran` rungs."""
    rows = [
        f'"{at}","77","python3","127.0.0.1","{name}","1","7","(256, 1, 1)","(32, 16, 1)",'
        f'"0","9.0","Command line profiler metrics","{metric}","","{value}"'
        for at, launch in enumerate(launches)
        for metric, value in launch.items()
    ]
    return "\n".join(
        [
            "==PROF== Connected to process 77 (/usr/bin/python3.12)",
            '==PROF== Profiling "main_kernel": 0%....50%....100% - 3 passes',
            *[RAN] * ran,
            "==PROF== Disconnected from process 77",
            NCU_HEADER,
            *rows,
            "",
        ]
    )


def metrics(**values: str) -> dict[str, str]:
    return {METRICS.get(name, "gpu__time_duration.sum"): value for name, value in values.items()}


ONE = metrics(
    shared_load_requests="1,024",
    shared_load_wavefronts="4,096",
    shared_load_conflicts="3,072",
    global_load_requests="512",
    global_load_sectors="8,192",
    dram_bytes="134,217,728",
    achieved_occupancy="24.87",
    duration="2,000",
)


def test_a_launch_is_read_metric_by_metric():
    (launch,) = read_launches(ncu_text(ONE, name="main_kernel(float *, float *)"))
    assert launch.kernel == "main_kernel"
    assert launch.metrics["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] == 8192
    assert launch.metrics["gpu__time_duration.sum"] == 2000


@pytest.mark.usefixtures("once")
def test_counters_have_our_names(lone):
    (found,) = read_counters([lone[0]], 0, ncu_text(ONE))
    assert found == {
        "shared_load_requests": 1024,
        "shared_load_wavefronts": 4096,
        "shared_load_conflicts": 3072,
        "global_load_requests": 512,
        "global_load_sectors": 8192,
        "dram_bytes": 134217728,
        "achieved_occupancy": 24.87,
    }


def test_a_rung_of_two_kernels_is_summed_and_its_occupancy_weighed_by_time():
    first = metrics(dram_bytes="100", achieved_occupancy="20", duration="3,000")
    second = metrics(dram_bytes="50", achieved_occupancy="60", duration="1,000")
    found = counters_of([launch.metrics for launch in read_launches(ncu_text(first, second))])
    assert found == {"dram_bytes": 150, "achieved_occupancy": 30.0}


@pytest.mark.usefixtures("once")
def test_launches_are_the_rungs_in_order(several):
    texts = [metrics(dram_bytes=str(n)) for n in (1, 2, 3)]
    found = read_counters(several, 0, ncu_text(*texts, ran=3))
    assert found == [{"dram_bytes": 1}, {"dram_bytes": 2}, {"dram_bytes": 3}]


@pytest.mark.usefixtures("once")
def test_a_rung_of_two_launches_takes_two(several):
    pair = lone_kernel("gemv/fast_gemv:two_kernel", (5, 1003))
    names = [launch.kernel for launch in pair.lowered.launches]
    assert len(set(names)) == 2
    texts = [metrics(dram_bytes=str(n)) for n in (1, 2, 4, 8)]
    kernels = [several[0], pair, several[1]]
    text = ncu_text(*texts, ran=3)
    with pytest.raises(UserError, match="counted"):
        read_counters(kernels, 0, text)
    in_order = [f'"{name}"' for name in ("main_kernel", *names, "main_kernel")]
    lines = [
        line.replace('"main_kernel"', in_order[int(line[1])]) if line[1:2].isdigit() else line
        for line in text.splitlines()
    ]
    found = read_counters(kernels, 0, "\n".join(lines))
    assert found == [{"dram_bytes": 1}, {"dram_bytes": 6}, {"dram_bytes": 8}]


def test_launches_that_are_not_those_asked_for_are_nobodys(several):
    text = ncu_text(ONE, ONE, ran=3)
    with pytest.raises(UserError, match="counted .* expected"):
        read_counters(several, 0, text)


@pytest.mark.usefixtures("once")
def test_a_metric_that_the_gpu_lacks_is_left_out(lone):
    text = ncu_text(metrics(dram_bytes="n/a", shared_load_requests="8"))
    assert read_counters([lone[0]], 0, text) == [{"shared_load_requests": 8}]


@pytest.mark.usefixtures("once")
def test_a_launch_without_any_metric_is_an_error(lone):
    with pytest.raises(UserError, match="no metric has a value"):
        read_counters([lone[0]], 0, ncu_text(metrics(dram_bytes="n/a")))


@pytest.mark.usefixtures("once")
def test_ratios_are_what_a_schedule_is_judged_by(lone):
    found = ratios(read_counters([lone[0]], 0, ncu_text(ONE))[0])
    assert found == {
        "wavefronts/shared load": 4.0,
        "conflicts/shared load": 3.0,
        "wavefronts/shared store": "-",
        "conflicts/shared store": "-",
        "sectors/global load": 16.0,
        "sectors/global store": "-",
        "DRAM MB": 134.22,
        "occupancy %": 24.87,
    }


def test_nothing_counted_is_no_ratio():
    assert (
        ratios({"shared_load_requests": 0, "shared_load_wavefronts": 0})["wavefronts/shared load"]
        == "-"
    )


@pytest.mark.parametrize(
    "line",
    [
        "ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance "
        "Counters on the target device 0.",
        "Profiling failed because a driver resource was unavailable.",
        "Failed to initialize the profiler: LibraryNotLoaded",
    ],
)
def test_no_access_to_counters_ends_with_3(lone, line):
    with pytest.raises(NoTool, match="ncu reads no counters here") as caught:
        read_counters([lone[0]], 1, f"==PROF== Connected\n==ERROR== {line}\n")
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("==ERROR== Failed to find metric l1tex__none.sum\n", "Failed to find metric"),
        ("==WARNING== No kernels were profiled.\n", "No kernels were profiled"),
        ("", "nothing was printed"),
    ],
)
@pytest.mark.usefixtures("once")
def test_what_ncu_did_not_count_is_an_error(lone, text, message):
    with pytest.raises(UserError, match=f"ncu on gemm/sgemm_tvm:block_tile: .*{message}"):
        read_counters([lone[0]], 0, text)


def test_a_rung_that_did_not_come_to_its_end_is_an_error(several):
    with pytest.raises(UserError, match="ncu on"):
        read_counters(several, 0, ncu_text(ONE, ONE, ONE, ran=2))


def test_ncu_counts_the_rungs_own_kernels_once_each(several, lone):
    _, cubins = lone
    line = ncu_command("ncu", several, cubins)
    own = line[2 : line.index(sys.executable)]
    options = dict(zip(own[::2], own[1::2], strict=True))
    assert options["--kernel-name"] == "regex:^(main_kernel)$"
    assert options["--launch-count"] == "9"
    assert options["--clock-control"] == "none"
    assert options["--replay-mode"] == "kernel"
    assert set(METRICS.values()) < set(options["--metrics"].split(","))


@pytest.mark.usefixtures("once")
def test_rungs_that_ncu_cannot_count_together_are_counted_one_by_one(
    several, tmp_path, monkeypatch
):
    program(tmp_path, "ncu", ncu_text(ONE))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    found = list(count(several, StoredCubins("sm_90", tmp_path)))
    assert [kernel for kernel, _ in found] == several
    assert [counters["dram_bytes"] for _, counters in found] == [134217728] * 3


def test_what_ncu_cannot_count_even_alone_is_said(several, tmp_path, monkeypatch):
    program(tmp_path, "ncu", "==WARNING== No kernels were profiled.")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    found = list(count(several, StoredCubins("sm_90", tmp_path)))
    assert [str(error) for _, error in found] == [
        f"ncu on {kernel.rung.path}: WARNING== No kernels were profiled." for kernel in several
    ]


def test_counter_names():
    assert list(METRICS) == [
        *(f"shared_{op}_{what}" for op in ("load", "store") for what in SHARED),
        *(f"global_{op}_{what}" for op in ("load", "store") for what in ("requests", "sectors")),
        "dram_bytes",
        "achieved_occupancy",
    ]


SHARED = ("requests", "wavefronts", "conflicts")


# --- the command line -----------------------------------------------------------------------------

WITHOUT_GPU = [
    ("verify", "--device", "cuda"),
    ("verify", "gemm/sgemm_tvm", "--device", "cuda", "--sanitize", "all"),
    ("bench",),
    ("bench", "gemv/hgemv", "--sizes", "1,2"),
    ("bench", "--counters"),
]


@pytest.mark.skipif(not no_gpu(), reason="there is a GPU here")
@pytest.mark.parametrize("arguments", WITHOUT_GPU, ids=" ".join)
def test_without_a_gpu_a_command_says_so_in_one_line(cli, arguments, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli(*arguments)
    assert code == 3
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("schedules: ")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("verify", "--sanitize", "all"), "--sanitize goes with --device cuda"),
        (("verify", "--device", "cuda", "--sanitize", "memchek"), "did you mean 'memcheck'?"),
        (("bench", "gemm/sgemm_cpu", "--counters"), "this ladder is for a CPU"),
        (("bench", "gemm/sgemm_cpu", "--missing"), "this ladder is for a CPU"),
        (("verify", "--json", "any.json"), "--json goes with --device cuda"),
        (("bench", "gemm/sgemm_cpux"), "did you mean 'gemm/sgemm_cpu'?"),
    ],
)
def test_bad_options_are_refused_in_one_line(cli, arguments, message):
    code, _, err = cli(*arguments)
    assert code == 2
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.skipif(not no_gpu(), reason="there is a GPU here")
@pytest.mark.parametrize(("option", "code"), [((), 0), (("--gpu",), 1)])
def test_a_gpu_run_in_which_every_gpu_test_was_skipped_fails(option, code):
    command = [sys.executable, "-m", "pytest", "-n0", "-rs", "-p", "no:cacheprovider", "-m", "gpu"]
    done = subprocess.run(
        [*command, "tests/timing/test_gpu_tools.py", *option],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == code, done.stdout
    assert "no GPU: " in done.stdout
    assert ("--gpu: no test marked gpu has run" in done.stdout) == bool(option)


# --- the commands, with a GPU's part played -------------------------------------------------------


@pytest.fixture
def played(monkeypatch, tmp_path):
    """A device, a compiler, a clock and ncu that only pretend; says what was timed and counted."""
    torch = SimpleNamespace(
        cuda=SimpleNamespace(get_device_name=lambda _: "Pretended GPU", empty_cache=lambda: None)
    )
    done: list[tuple[str, str]] = []

    def bench_shape(rungs, workload, cubins, ceilings, references, **_):
        for rung in rungs:
            done.append(("timed", rung.name))
            lowered = lower(steps(rung, workload)[-1].mod, rung.build, "cuda", cubins.arch)
            yield {
                "ladder": rung.ladder,
                "rung": rung.name,
                "shape": list(workload.shape),
                "dtype": workload.dtype,
                "kernel": bench.fingerprint(lowered),
                **bench.derived(workload, 100.0, ceilings),
                "relative_error": 1e-7,
                "tie_ratio": 1.0,
                "baselines": {"cuBLAS": {"time_us": 50.0, "ratio": 0.5}},
            }

    def count(kernels, _):
        for kernel in kernels:
            done.append(("counted", kernel.rung.name))
            yield kernel, {"dram_bytes": 1000, "shared_load_requests": 0}

    program(tmp_path, "ncu", "")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for name, value in {
        "checks.device.cuda": lambda: torch,
        "checks.device.device_arch": lambda: "sm_90",
        "checks.device.Cubins.warm": lambda *_: None,
        "timing.environment.gpu_header": lambda: {"device": "Pretended GPU"},
        "timing.gpu_ceilings.measure_ceilings": lambda _: Ceilings(4000.0, 60.0, 800.0),
        "timing.gpu.bench_shape": bench_shape,
        "timing.counters.count": count,
    }.items():
        monkeypatch.setattr(f"schedules.{name}", value)
    return done


def rows_of(file: Path) -> dict[str, dict]:
    return {row["rung"]: row for row in json.loads(file.read_text())["rows"]}


def test_bench_writes_a_record_named_after_the_device(cli, played, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "128,256")
    assert code == 0, err
    record = json.loads((tmp_path / "docs/results/pretended-gpu.json").read_text())
    assert [row["shape"][0] for row in record["rows"]] == [128, 256]
    assert record["ceilings"] == {"copy_gbps": 4000.0, "fma_tflops": 60.0, "float16_tflops": 800.0}
    assert "cuBLAS 50.0 us" in out


def test_a_size_that_a_rung_does_not_take_is_left_out_and_said(cli, played, tmp_path):
    file = tmp_path / "record.json"
    code, _, err = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "100,128", "--json", file)
    assert code == 0
    assert err.startswith("left out: gemm/sgemm_tvm:vthread: M,N,K = 100,100,100 is not a multiple")
    assert [row["shape"][0] for row in rows_of(file).values()] == [128]


def test_counters_time_only_what_the_record_lacks(cli, played, tmp_path):
    arguments = ["--sizes", "128", "--json", tmp_path / "record.json"]
    cli("bench", "gemm/sgemm_tvm:vthread", *arguments)
    code, out, err = cli(
        "bench", "gemm/sgemm_tvm:vthread", "gemm/sgemm_tvm:naive", *arguments, "--counters"
    )
    assert code == 0, err
    assert played == [
        ("timed", "vthread"),
        ("timed", "naive"),
        ("counted", "vthread"),
        ("counted", "naive"),
    ]
    rows = rows_of(tmp_path / "record.json")
    assert all(row["counters"]["dram_bytes"] == 1000 for row in rows.values())
    assert all(row["time_us"] == 100.0 for row in rows.values())
    assert "sectors/global load" in out


def test_a_kernel_that_has_changed_is_timed_anew(cli, played, tmp_path):
    file = tmp_path / "record.json"
    arguments = ["gemm/sgemm_tvm:vthread", "--sizes", "128", "--json", file]
    cli("bench", *arguments)
    record = json.loads(file.read_text())
    record["rows"][0]["kernel"] = "another"
    file.write_text(json.dumps(record))
    assert cli("bench", *arguments, "--counters")[0] == 0
    assert [what for what, _ in played] == ["timed", "timed", "counted"]


def test_one_rung_that_ncu_cannot_count_leaves_the_others(cli, played, tmp_path, monkeypatch):
    def count(kernels, _):
        for kernel in kernels:
            error = UserError(f"ncu on {kernel.rung.path}: nothing was printed")
            yield kernel, error if kernel.rung.name == "naive" else {"dram_bytes": 1}

    monkeypatch.setattr("schedules.timing.counters.count", count)
    file = tmp_path / "record.json"
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread"]
    code, _, err = cli("bench", *rungs, "--sizes", "128", "--json", file, "--counters")
    assert code == 1
    assert err == "schedules: ncu on gemm/sgemm_tvm:naive: nothing was printed\n"
    assert {name: "counters" in row for name, row in rows_of(file).items()} == {
        "naive": False,
        "vthread": True,
    }


def test_counters_without_permission_end_with_3(cli, played, tmp_path, monkeypatch):
    def count(*_):
        raise NoTool("ncu reads no counters here: ERR_NVGPUCTRPERM")

    monkeypatch.setattr("schedules.timing.counters.count", count)
    arguments = ["gemm/sgemm_tvm:vthread", "--sizes", "128", "--json", tmp_path / "record.json"]
    code, _, err = cli("bench", *arguments, "--counters")
    assert code == 3
    assert err == "schedules: ncu reads no counters here: ERR_NVGPUCTRPERM\n"


def test_counters_without_ncu_end_with_3_before_anything_is_timed(
    cli, played, tmp_path, monkeypatch
):
    without_tools(monkeypatch, tmp_path / "none")
    code, _, err = cli("bench", "--counters", "--json", tmp_path / "record.json")
    assert code == 3
    assert err.startswith("schedules: ncu is neither on PATH")
    assert played == []


@pytest.mark.parametrize(
    ("text", "code", "cell", "note"),
    [
        (CLEAN, 0, "passed", ""),
        (OUT_OF_BOUNDS, 1, "12 errors", "memcheck: Invalid __global__ read of size 4 bytes"),
        (CRASHED, 1, "did not run", "memcheck: ValueError: invalid argument"),
        (REFUSED, 3, "unavailable", "memcheck is unavailable: Error: Device not supported"),
    ],
)
def test_sanitize_reports_per_rung(cli, played, tmp_path, text, code, cell, note):
    program(tmp_path, "compute-sanitizer", text)
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread"]
    found = cli("verify", *rungs, "--device", "cuda", "--sanitize", "memcheck")
    assert found[0] == code
    lines = [line for line in found[1].splitlines() if "gemm/sgemm_tvm:" in line]
    assert [cell in line for line in lines] == [True, True]
    assert note in found[2]
    assert bool(found[2]) == bool(note)


def test_sanitize_without_the_tool_is_unavailable_and_ends_with_3(
    cli, played, tmp_path, monkeypatch
):
    without_tools(monkeypatch, tmp_path / "none")
    code, out, err = cli(
        "verify", "gemm/sgemm_tvm:vthread", "--device", "cuda", "--sanitize", "all"
    )
    assert code == 3
    assert out.count("unavailable") == 4
    assert out.count("passed") == out.count(": 0 of 1 passed") == 4
    assert len(err.splitlines()) == 4


def test_sanitizer_verdicts_are_recorded_per_rung(cli, played, tmp_path, monkeypatch):
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread"]
    file = tmp_path / "record.json"
    write(file, {"device": "Pretended GPU", "commit": "of the times", "rows": []})
    asked = ("verify", *rungs, "--device", "cuda", "--json", file, "--sanitize")
    played_sanitizer(tmp_path, monkeypatch, bad=[("racecheck", rungs[1])])
    code, out, err = cli(*asked, "memcheck,racecheck")
    assert code == 1
    assert out.splitlines()[-2:] == ["memcheck: 2 of 2 passed", "racecheck: 1 of 2 passed"]
    record = json.loads(file.read_text())
    naive, vthread = record["sanitized"]
    assert (naive["rung"], naive["shape"], naive["dtype"]) == ("naive", [17, 1025, 17], "float32")
    assert naive["memcheck"] == naive["racecheck"] == PASSED_ENTRY
    assert vthread["memcheck"] == PASSED_ENTRY
    assert (vthread["racecheck"]["state"], vthread["racecheck"]["errors"]) == ("errors", 1)
    assert vthread["racecheck"]["message"] in err
    # The header says when the times were taken.
    assert record["commit"] == "of the times"
    # Another tool's verdicts join those of the same kernel.
    played_sanitizer(tmp_path, monkeypatch)
    assert cli(*asked, "racecheck,synccheck")[0] == 0
    vthread = json.loads(file.read_text())["sanitized"][1]
    assert [vthread[tool] for tool in TOOLS[:3]] == [PASSED_ENTRY] * 3
    assert "initcheck" not in vthread


PASSED_ENTRY = {"state": "passed", "errors": 0, "message": ""}


def test_a_tool_that_is_missing_leaves_no_verdict(cli, played, tmp_path, monkeypatch):
    without_tools(monkeypatch, tmp_path / "none")
    file = tmp_path / "record.json"
    asked = ("verify", "gemm/sgemm_tvm:naive", "--device", "cuda", "--sanitize", "all")
    assert cli(*asked, "--json", file)[0] == 3
    assert not file.exists()


def test_a_sanitizer_run_that_is_cut_short_keeps_what_it_found(cli, played, tmp_path, monkeypatch):
    def cut_short(kernels, tools, _):
        yield kernels[1], "memcheck", sanitizing.Verdict("passed")
        yield kernels[1], "racecheck", sanitizing.Verdict("passed")
        yield kernels[0], "racecheck", sanitizing.Verdict("passed")
        raise KeyboardInterrupt

    monkeypatch.setattr("schedules.checks.sanitize.sanitize", cut_short)
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread", "gemm/sgemm_tvm:warp_tile"]
    file = tmp_path / "record.json"
    code, out, _ = cli(
        "verify", *rungs, "--device", "cuda", "--sanitize", "memcheck,racecheck", "--json", file
    )
    assert code == 130
    assert [line.split() for line in out.splitlines()[1:3]] == [
        ["gemm/sgemm_tvm:vthread", "128,256,16", "passed", "passed"],
        ["gemm/sgemm_tvm:naive", "17,1025,17", "-", "passed"],
    ]
    assert out.splitlines()[3:] == ["memcheck: 1 of 3 passed", "racecheck: 2 of 3 passed"]
    known = {entry["rung"]: entry for entry in json.loads(file.read_text())["sanitized"]}
    assert {name: set(TOOLS) & set(entry) for name, entry in known.items()} == {
        "vthread": {"memcheck", "racecheck"},
        "naive": {"racecheck"},
    }


@pytest.mark.parametrize("command", [("verify", "--device", "cuda"), ("bench",)], ids=" ".join)
def test_another_devices_record_is_refused_before_anything_is_run(cli, played, tmp_path, command):
    file = tmp_path / "record.json"
    write(file, {"device": "Another GPU", "rows": []})
    code, out, err = cli(*command, "gemm/sgemm_tvm:naive", "--json", file)
    assert (code, out, played) == (2, "", [])
    assert err == (
        "schedules: the record is of Another GPU, this device is Pretended GPU: "
        "choose another --json\n"
    )


def test_the_verdicts_of_verify_are_recorded_at_each_shape(cli, played, tmp_path, monkeypatch):
    def kernels(rungs, _):
        return [Kernel(rung, at, steps(rung, at)[-1], print) for rung, at in rungs]

    def verify_on_device(found, _):
        for kernel in found:
            path, shape = kernel.rung.path, kernel.workload.shape
            yield DeviceResult(path, shape, "random 0", 0.25, 1e-7)
            wrong = "first at [0, 1]" if kernel.rung.name == "vthread" else ""
            yield DeviceResult(path, shape, "integer 0", math.inf if wrong else 0.0, 0.0, wrong)

    monkeypatch.setattr("schedules.checks.device.kernels", kernels)
    monkeypatch.setattr("schedules.checks.device.verify_on_device", verify_on_device)
    file = tmp_path / "record.json"
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread"]
    code, out, err = cli("verify", *rungs, "--device", "cuda", "--sizes", "128,256", "--json", file)
    assert code == 1
    assert err.count("vthread at (128, 128, 128), integer 0 inputs: first at [0, 1]") == 1
    assert [line.split()[-1] for line in out.splitlines()[1:]] == ["yes", "WRONG"] * 2
    entries = json.loads(file.read_text())["verified"]
    assert [(entry["rung"], entry["shape"][0], entry["right"]) for entry in entries] == [
        ("naive", 128, True),
        ("vthread", 128, False),
        ("naive", 256, True),
        ("vthread", 256, False),
    ]
    assert (entries[0]["of_tolerance"], entries[0]["relative_error"]) == (0.25, 1e-7)
    assert (entries[1]["of_tolerance"], entries[1]["relative_error"]) == (None, None)
    assert entries[1]["message"] == "integer 0 inputs: first at [0, 1]"


def test_missing_times_only_what_the_record_lacks(cli, played, tmp_path):
    arguments = ["--sizes", "128", "--json", tmp_path / "record.json"]
    cli("bench", "gemm/sgemm_tvm:vthread", *arguments)
    rungs = ["gemm/sgemm_tvm:vthread", "gemm/sgemm_tvm:naive"]
    assert cli("bench", *rungs, *arguments, "--missing")[0] == 0
    assert played == [("timed", "vthread"), ("timed", "naive")]


def test_counters_only_times_nothing_and_says_what_it_left_out(cli, played, tmp_path):
    file = tmp_path / "record.json"
    arguments = ["--sizes", "128", "--json", file]
    cli("bench", "gemm/sgemm_tvm:vthread", *arguments)
    record = json.loads(file.read_text()) | {"commit": "of the times"}
    file.write_text(json.dumps(record))
    rungs = ["gemm/sgemm_tvm:vthread", "gemm/sgemm_tvm:naive"]
    code, _, err = cli("bench", *rungs, *arguments, "--counters-only")
    assert code == 0
    assert err == "left out: not timed yet at (128, 128, 128): gemm/sgemm_tvm:naive\n"
    assert played == [("timed", "vthread"), ("counted", "vthread")]
    counted = json.loads(file.read_text())
    assert list(rows_of(file)) == ["vthread"]
    assert counted["rows"][0]["counters"]["dram_bytes"] == 1000
    assert counted["commit"] == "of the times"


def test_counters_only_of_an_empty_record_is_refused(cli, played, tmp_path):
    code, _, err = cli(
        "bench",
        "gemm/sgemm_tvm:vthread",
        "--sizes",
        "128",
        "--counters-only",
        "--json",
        tmp_path / "record.json",
    )
    assert code == 2
    assert "nothing to count" in err
    assert not (tmp_path / "record.json").exists()


def test_a_rung_that_is_wrong_is_not_timed_and_leaves_the_others(monkeypatch):
    workload = ladder("gemm/sgemm_tvm")["naive"].at((128, 128, 128))
    rungs = [ladder("gemm/sgemm_tvm")[name] for name in ("naive", "vthread")]
    measured = []

    def verify_on_device(found, _):
        for kernel in found:
            path = kernel.rung.path
            message = "first at [0, 1]" if path.endswith("vthread") else ""
            yield DeviceResult(path, workload.shape, "random 0", 0.1, 1e-7, message)
            yield DeviceResult(path, workload.shape, "integer 0", 0.0, 0.0, message)

    def measure(contestants, *_):
        for one in contestants:
            measured.append(one.name)
            one.samples_us.append(1.0)

    for name, value in {
        "build_kernels": lambda pairs, _: [Kernel(*pair, None, print) for pair in pairs],
        "verify_on_device": verify_on_device,
        "Stage": lambda _: None,
        "baselines": lambda *_: {"cuBLAS": print},
        "measure": measure,
        "resources": lambda *_: None,
        "row": lambda kernel, *_: {"rung": kernel.rung.name},
    }.items():
        monkeypatch.setattr(bench, name, value)
    references = SimpleNamespace(forget=lambda: None)
    cubins = SimpleNamespace(arch="sm_90")
    rows = bench.bench_shape(rungs, workload, cubins, Ceilings(1.0, 1.0, 1.0), references)
    assert next(rows) == {"rung": "naive"}
    with pytest.raises(UserError) as caught:
        next(rows)
    told = "gemm/sgemm_tvm:vthread at (128, 128, 128) is wrong: first at [0, 1]"
    assert str(caught.value) == told
    assert measured == ["gemm/sgemm_tvm:naive", "cuBLAS", "cuBLAS (again)"]


def test_rows_before_a_wrong_rung_are_kept(cli, played, tmp_path, monkeypatch):
    timed = bench.bench_shape

    def one_wrong(*arguments, **more):
        yield from timed(*arguments, **more)
        raise UserError("gemm/sgemm_tvm:naive at (128, 128, 128) is wrong: first at [0, 1]")

    monkeypatch.setattr("schedules.timing.gpu.bench_shape", one_wrong)
    file = tmp_path / "record.json"
    code, out, err = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "128", "--json", file)
    assert code == 1
    assert err.splitlines() == [
        "schedules: gemm/sgemm_tvm:naive at (128, 128, 128) is wrong: first at [0, 1]"
    ]
    assert "gemm/sgemm_tvm:vthread" in out
    assert list(rows_of(file)) == ["vthread"]


def test_a_bench_that_is_cut_short_keeps_the_shapes_before(cli, played, tmp_path, monkeypatch):
    timed = bench.bench_shape

    def interrupted(rungs, workload, *rest, **more):
        if workload.shape[0] == 256:
            raise KeyboardInterrupt
        return timed(rungs, workload, *rest, **more)

    monkeypatch.setattr("schedules.timing.gpu.bench_shape", interrupted)
    file = tmp_path / "record.json"
    code, out, _ = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "128,256", "--json", file)
    assert code == 130
    assert "M,N,K = 128,128,128" in out
    assert [row["shape"][0] for row in json.loads(file.read_text())["rows"]] == [128]


def test_the_child_launches_each_rung_on_outputs_of_its_own(monkeypatch, tmp_path, capsys):
    from schedules.checks import launch_process as child

    seen = []
    monkeypatch.setattr(child.tvm, "cuda", child.tvm.cpu)
    monkeypatch.setattr(
        child, "compile_module", lambda *_: {"main": lambda *arrays: seen.append(arrays)}
    )
    asked = ["gemm/sgemm_tvm:naive", "33,65,17", "gemm/sgemm_tvm:block_tile", "33,65,17"]
    child.main("sm_90", str(tmp_path), "2", *asked, "gemv/fast_gemv:int8", "64,1024")
    assert capsys.readouterr().out.splitlines() == [
        f"{RAN}: gemm/sgemm_tvm:naive at 33,65,17",
        f"{RAN}: gemm/sgemm_tvm:block_tile at 33,65,17",
        f"{RAN}: gemv/fast_gemv:int8 at 64,1024",
    ]
    assert [tuple(array.shape) for array in seen[2]] == [(17, 33), (17, 65), (33, 65)]
    assert len(seen) == 6, "twice each"
    # Inputs of one workload are made once; outputs are nobody else's.
    assert seen[0][0] is seen[2][0]
    assert seen[0][-1] is seen[1][-1] is not seen[2][-1]


@pytest.mark.parametrize("name", list(ladders()))
def test_only_the_source_that_timed_whole_programs_has_those_columns(name):
    rung = next(iter(ladder(name).rungs.values()))
    assert times_whole_program(rung) == (name == "gemm/sgemm_cuda")


# --- on a GPU -------------------------------------------------------------------------------------


@pytest.mark.gpu
def test_a_rung_is_right_on_the_gpu(cli):
    code, out, err = cli("verify", "gemm/sgemm_tvm:vthread", "--device", "cuda", "--sizes", "512")
    assert code == 0, err
    assert "WRONG" not in out


@pytest.mark.gpu
def test_the_sanitizer_passes_a_rung_or_is_unavailable(cli):
    code, out, err = cli(
        "verify", "gemm/sgemm_tvm:cooperative_fetch", "--device", "cuda", "--sanitize", "all"
    )
    assert code in (0, 3), err
    assert ("unavailable" in out) == (code == 3)
    assert "did not run" not in out


# Tool -> a rung, and a change to its CUDA text that the tool has to find.
PLANTED = {
    "memcheck": ("cache_write", r"C_ptr\[", "C_ptr[4000 + "),
    "racecheck": ("conflict_free_store", r"__syncthreads\(\);", ""),
    "initcheck": ("naive", r"C_ptr\[.*\] = 0x0p\+0f.*;", ""),
}


@pytest.mark.gpu
@pytest.mark.parametrize("tool", PLANTED)
def test_a_planted_error_is_found_in_its_kernel_alone(tool, tmp_path):
    from schedules.checks.device import device_arch

    cubins = StoredCubins(device_arch(), tmp_path)
    rungs = [ladder("gemm/sgemm_tvm")[name] for name, _, _ in PLANTED.values()]
    kernels = lone_kernels([(rung, rung.at(sanitizer_shape(rung))) for rung in rungs], cubins)
    name, old, new = PLANTED[tool]
    (bad,) = [kernel for kernel in kernels if kernel.rung.name == name]
    source = bad.lowered.source
    text, count = re.subn(old, new, source)
    assert count
    cubins.file(source).write_bytes(Cubins.get(cubins, text))
    found = {kernel.rung.name: one for kernel, _, one in sanitize(kernels, [tool], cubins)}
    if any(one.state == sanitizing.UNAVAILABLE for one in found.values()):
        pytest.skip(f"{tool} is unavailable")
    assert {name for name, one in found.items() if one.state != sanitizing.PASSED} == {name}
    assert found[name].state == sanitizing.FOUND


@pytest.mark.gpu
def test_bench_records_a_rung_and_its_counters(cli, tmp_path):
    file = tmp_path / "record.json"
    code, out, err = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "1024", "--json", file)
    assert code == 0, err
    assert "cuBLAS" in out
    code, _, err = cli(
        "bench", "gemm/sgemm_tvm:vthread", "--sizes", "1024", "--json", file, "--counters"
    )
    assert code in (0, 3), err
    assert ('"dram_bytes"' in file.read_text()) == (code == 0)
