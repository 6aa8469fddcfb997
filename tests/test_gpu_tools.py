"""compute-sanitizer and ncu: their output is read right, and what is missing is said."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT, no_gpu

from schedules.bench_jobs import times_whole_program
from schedules.catalog import ladder, ladders
from schedules.errors import NoTool, UserError
from schedules.gpu_jobs import sanitizer_shape
from schedules.harness import bench
from schedules.harness import sanitize as sanitizing
from schedules.harness.ceilings import Ceilings
from schedules.harness.counters import (
    METRICS,
    counters_of,
    ncu_command,
    ratios,
    read_counters,
    read_launches,
)
from schedules.harness.lone_kernel import RAN, LoneKernel, StoredCubins, run_tool
from schedules.harness.lower import lower
from schedules.harness.sanitize import TOOLS, sanitize, tool_command, verdict
from schedules.harness.toolkit import find_tool
from schedules.ladder import steps

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


@pytest.fixture
def lone(tmp_path):
    """A rung, and cubins that no compiler is needed for."""
    rung = ladder("gemm/sgemm_tvm")["block_tile"]
    workload = rung.at((33, 65, 17))
    kernel = LoneKernel(rung, workload, lower(steps(rung, workload)[-1].mod, rung.build))
    return kernel, StoredCubins("sm_90", tmp_path)


def program(folder: Path, name: str, text: str) -> Path:
    """An executable that prints a text."""
    file = folder / name
    file.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")
    file.chmod(0o755)
    return file


def test_every_tool_runs_over_every_kernel(lone, tmp_path, monkeypatch):
    kernel, cubins = lone
    program(tmp_path, "compute-sanitizer", CLEAN)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    found = list(sanitize([kernel, kernel], ("memcheck", "racecheck"), cubins))
    assert [(tool, str(one)) for _, tool, one in found] == [
        ("memcheck", "passed"),
        ("racecheck", "did not run"),
    ] * 2


def test_a_missing_sanitizer_is_unavailable_and_nothing_is_run(lone, tmp_path, monkeypatch):
    kernel, cubins = lone
    without_tools(monkeypatch, tmp_path)
    monkeypatch.setattr(sanitizing, "run_tool", None)
    found = [one for _, _, one in sanitize([kernel], TOOLS, cubins)]
    assert [str(one) for one in found] == ["unavailable"] * 4
    assert "install the CUDA toolkit" in found[0].message


def without_tools(monkeypatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("schedules.harness.toolkit.DEFAULT_HOME", str(folder))
    for home in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(home, raising=False)


@pytest.mark.parametrize("folder", ["bin", "compute-sanitizer"])
def test_a_tool_is_found_in_a_toolkit(tmp_path, monkeypatch, folder):
    without_tools(monkeypatch, tmp_path)
    (tmp_path / "cuda" / folder).mkdir(parents=True)
    file = program(tmp_path / "cuda" / folder, "compute-sanitizer", "")
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
    assert find_tool("compute-sanitizer") == str(file)


def test_the_childs_command_names_rung_shape_and_arch(lone):
    kernel, cubins = lone
    command = tool_command("compute-sanitizer", "memcheck", kernel.command(cubins))
    assert command[:3] == ["compute-sanitizer", "--tool", "memcheck"]
    assert "--padding" in command
    assert command[-4:] == ["gemm/sgemm_tvm:block_tile", "33,65,17", "sm_90", str(cubins.folder)]
    assert command[-7:-4] == [sys.executable, "-m", "schedules.harness.lone_kernel"]


def test_a_tool_that_hangs_is_ended():
    status, text = run_tool(["sh", "-c", "echo begun; exec sleep 60"], 0.5)
    assert status == -1
    assert "begun" in text
    assert "not done after" in text


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
    module = "schedules.harness.lone_kernel"
    arguments = ["gemm/sgemm_tvm:vthread", "100,128,8", "sm_90", str(tmp_path)]
    status, text = run_tool([sys.executable, "-m", module, *arguments], 60)
    assert status == 1
    assert "the nearest shape that fits is 128,128,16" in text
    assert RAN not in text


# --- ncu ------------------------------------------------------------------------------------------

NCU_HEADER = (
    '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size",'
    '"Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"'
)


def ncu_text(*launches: dict[str, str]) -> str:
    """ncu's output for launches of metric name to printed value."""
    rows = [
        f'"{at}","77","python3","127.0.0.1","main_kernel","1","7","(256, 1, 1)","(32, 16, 1)",'
        f'"0","9.0","Command line profiler metrics","{metric}","","{value}"'
        for at, launch in enumerate(launches)
        for metric, value in launch.items()
    ]
    return "\n".join(
        [
            "==PROF== Connected to process 77 (/usr/bin/python3.12)",
            '==PROF== Profiling "main_kernel": 0%....50%....100% - 3 passes',
            RAN,
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
    (launch,) = read_launches(ncu_text(ONE))
    assert launch["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] == 8192
    assert launch["gpu__time_duration.sum"] == 2000


def test_counters_have_our_names():
    found = read_counters("any", 0, ncu_text(ONE))
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
    found = counters_of(read_launches(ncu_text(first, second)))
    assert found == {"dram_bytes": 150, "achieved_occupancy": 30.0}


def test_a_metric_that_the_gpu_lacks_is_left_out():
    found = read_counters("any", 0, ncu_text(metrics(dram_bytes="n/a", shared_load_requests="8")))
    assert found == {"shared_load_requests": 8}


def test_ratios_are_what_a_schedule_is_judged_by():
    found = ratios(read_counters("any", 0, ncu_text(ONE)))
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
def test_no_access_to_counters_ends_with_3(line):
    with pytest.raises(NoTool, match="ncu reads no counters here") as caught:
        read_counters("any", 1, f"==PROF== Connected\n==ERROR== {line}\n")
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
def test_what_ncu_did_not_count_is_an_error(text, message):
    with pytest.raises(UserError, match=message):
        read_counters("gemm/x:y", 0, text)


def test_ncu_counts_the_rungs_own_kernels_once_each(lone):
    kernel, cubins = lone
    command = ncu_command("ncu", kernel, cubins)
    options = dict(zip(command[2:-7:2], command[3:-7:2], strict=True))
    assert options["--kernel-name"] == "regex:^(main_kernel)$"
    assert options["--launch-count"] == "1"
    assert options["--clock-control"] == "none"
    assert set(METRICS.values()) < set(options["--metrics"].split(","))


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
        [*command, "tests/test_gpu_tools.py", *option],
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
                "dtype": bench.dtype_of(workload),
                "kernel": bench.fingerprint(lowered),
                **bench.derived(workload, 100.0, ceilings),
                "relative_error": 1e-7,
                "tie_ratio": 1.0,
                "baselines": {"cuBLAS": {"time_us": 50.0, "ratio": 0.5}},
            }

    def count(kernel, _):
        done.append(("counted", kernel.rung.name))
        return {"dram_bytes": 1000, "shared_load_requests": 0}

    program(tmp_path, "ncu", "")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for name, value in {
        "device.cuda": lambda: torch,
        "device.device_arch": lambda: "sm_90",
        "device.Cubins.warm": lambda *_: None,
        "records.gpu_header": lambda: {"device": "Pretended GPU"},
        "ceilings.measure_ceilings": lambda _: Ceilings(4000.0, 60.0, 800.0),
        "bench.bench_shape": bench_shape,
        "counters.count": count,
    }.items():
        monkeypatch.setattr(f"schedules.harness.{name}", value)
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
    def count(kernel, _):
        if kernel.rung.name == "naive":
            raise UserError(f"ncu on {kernel.rung.path}: nothing was printed")
        return {"dram_bytes": 1}

    monkeypatch.setattr("schedules.harness.counters.count", count)
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

    monkeypatch.setattr("schedules.harness.counters.count", count)
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
    assert "passed" not in out
    assert len(err.splitlines()) == 4


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
