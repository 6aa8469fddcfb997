"""ncu: its output is read right, and what is missing is said."""

from __future__ import annotations

import sys

import pytest
from played_tools import kernel_at, program

from benchmarks import counters
from benchmarks.counters import (
    METRICS,
    count,
    counters_of,
    launch_command,
    ncu_command,
    read_counters,
    read_launches,
)
from gpusim.errors import NoTool, UserError
from schedules.commands.run import RAN


@pytest.fixture
def once(monkeypatch):
    """A rung runs once, as these texts have it."""
    monkeypatch.setattr(counters, "TIMES", 1)


NCU_HEADER = (
    '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size",'
    '"Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"'
)


def ncu_text(*launches: dict[str, str], name: str = "main_kernel") -> str:
    """ncu's output for launches of metric name to printed value."""
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


@pytest.mark.usefixtures("once")
def test_counters_have_our_names(lone):
    found = read_counters(lone, 0, ncu_text(ONE))
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
def test_a_rung_of_two_launches_takes_two():
    pair = kernel_at("gemv/fast_gemv:two_kernel", (5, 1003))
    first, second = (launch.kernel for launch in pair.lowering.launches)
    text = ncu_text(*[metrics(dram_bytes=str(n)) for n in (2, 4)], name=first)
    with pytest.raises(UserError, match="counted"):
        read_counters(pair, 0, text)
    head, mark, last = text.rpartition('"1","77"')
    assert read_counters(pair, 0, head + mark + last.replace(first, second)) == {"dram_bytes": 6}


@pytest.mark.usefixtures("once")
def test_a_launch_without_any_metric_is_an_error(lone):
    with pytest.raises(UserError, match="no metric has a value"):
        read_counters(lone, 0, ncu_text(metrics(dram_bytes="n/a")))


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
    with pytest.raises(NoTool, match="ncu cannot read counters here") as caught:
        read_counters(lone, 1, f"==PROF== Connected\n==ERROR== {line}\n")
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
        read_counters(lone, 0, text)


def test_ncu_counts_the_rungs_own_kernels_once_each(lone):
    line = ncu_command("ncu", lone)
    own = line[2 : line.index(sys.executable)]
    options = dict(zip(own[::2], own[1::2], strict=True))
    assert options["--kernel-name"] == "regex:^(main_kernel)$"
    assert options["--launch-count"] == "3"
    assert options["--clock-control"] == "none"
    assert options["--replay-mode"] == "kernel"
    assert set(METRICS.values()) < set(options["--metrics"].split(","))
    child = launch_command(lone)
    assert line[-len(child) :] == child


@pytest.mark.usefixtures("once")
def test_a_rung_is_counted_by_the_ncu_on_path(lone, tmp_path, monkeypatch):
    program(tmp_path, "ncu", ncu_text(ONE))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert count(lone)["dram_bytes"] == 134217728
    program(tmp_path, "ncu", "==WARNING== No kernels were profiled.")
    with pytest.raises(UserError, match="ncu on gemm/sgemm_tvm:block_tile: WARNING== No kernels"):
        count(lone)
