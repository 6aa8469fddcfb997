"""Times the tool itself: `make bench`, recorded in docs/results/pipeline.json.

Each command runs several times in a new process with an empty cache of machine code; medians are
kept. Commands that verify in the simulator run once before, so that they find their machine code in
the cache. Memory is the sum over the command's processes, sampled. A live change is a query to a
running worker of the page.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from gpusim.cache import FOLDER_VARIABLE as CACHE_VARIABLE
from schedules.explorer.queries import perform
from schedules.explorer.workers import Workers

from .machine_speed import cuda_rungs, machine_speed

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "docs" / "results" / "pipeline.json"
LADDER = "gemm/sgemm_tvm"

# Command, repetitions, goal in seconds for the median (None: a baseline).
GOALS: dict[str, tuple[list[str], int, float | None]] = {
    "import_tvm": (["-c", "import tvm"], 7, None),
    "show_step": (["-m", "schedules", "show", f"{LADDER}:vthread", "--level", "cuda"], 7, 3.0),
    "dump": (["-m", "schedules", "dump", LADDER, "--out", "{out}"], 3, 10.0),
    "dump_verify": (["-m", "schedules", "dump", LADDER, "--verify", "--out", "{out}"], 3, 30.0),
    "dump_all": (["-m", "schedules", "dump", "--out", "{out}"], 3, 90.0),
    "sass": (["-m", "schedules", "show", f"{LADDER}:vthread", "--level", "sass"], 3, 3.0),
    "sass_longest": (["-m", "schedules", "show", "gemm/hgemm:cp_async", "--level", "sass"], 3, 3.0),
    "analyze": (["-m", "schedules", "analyze", "gemm/sgemm_geforce:rolled_rows"], 3, 10.0),
    "list": (["-m", "schedules", "list"], 7, 1.5),
    "report": (["-m", "schedules", "report", "--out", "{out}/report.html"], 1, 120.0),
    "verify_machine": (["-m", "schedules", "verify", "--on", "machine"], 1, 90.0),
}
# Commands that are timed without compilation.
COMPILED_BEFORE = {"verify_machine"}
# Rungs whose shape is changed on the live page.
LIVE = (f"{LADDER}:vthread", "gemm/hgemm:cp_async")
LIVE_GOAL_S = 1.0
MEMORY_GOAL_MB = 2000
BEYOND_IMPORT_GOAL_S = 0.3


def session_memory(session: int) -> int:
    """Resident bytes of every process of a session."""
    total = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.getsid(int(entry.name)) == session:
                    pages = int((entry / "statm").read_text().split()[1])
                    total += pages * os.sysconf("SC_PAGE_SIZE")
            except (ProcessLookupError, PermissionError, FileNotFoundError):
                continue
    return total


def run(arguments: list[str], *, compiled: bool = False) -> tuple[float, int]:
    """Wall seconds and peak resident bytes of one run; with `compiled`, of the second."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, *(part.format(out=out) for part in arguments)]
        if compiled:
            watched(command, out)
        return watched(command, out)


def watched(command: list[str], cache: str) -> tuple[float, int]:
    """Wall seconds and peak resident bytes of a command with its machine code in `cache`."""
    peak = 0
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        env=os.environ | {CACHE_VARIABLE: cache},
    )
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(0.02):
            peak = max(peak, session_memory(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    status = process.wait()
    seconds = time.perf_counter() - start
    done.set()
    watcher.join()
    if status:
        sys.exit(f"{' '.join(command)} ended with {status}")
    return seconds, peak


def live_changes() -> dict[str, float]:
    """Median seconds of a change of shape, by rung."""
    medians = {}
    workers = Workers(perform, count=1)
    try:
        for path in LIVE:
            seconds = []
            for extent in (1024, 1280, 1536, 1792, 2048):
                start = time.perf_counter()
                answer = workers.do({"rung": path, "shape": [extent] * 3})
                seconds.append(time.perf_counter() - start)
                assert "error" not in answer, answer
            medians[path] = round(statistics.median(seconds), 3)
    finally:
        workers.end()
    return medians


def machine() -> dict[str, object]:
    """The machine on which the numbers were measured."""
    model = "unknown"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "tvm": version("apache-tvm"),
        "commit": commit,
        "date": datetime.now(UTC).date().isoformat(),
    }


def main() -> None:
    """Measure, print and record."""
    rows = {}
    for name, (arguments, repetitions, goal) in GOALS.items():
        compiled = name in COMPILED_BEFORE
        runs = [run(arguments, compiled=compiled) for _ in range(repetitions)]
        seconds = [wall for wall, _ in runs]
        rows[name] = {
            "command": " ".join(["python", *arguments]),
            "median_s": round(statistics.median(seconds), 3),
            "min_s": round(min(seconds), 3),
            "max_s": round(max(seconds), 3),
            "runs": repetitions,
            "peak_mb": round(max(peak for _, peak in runs) / 1e6),
            "goal_s": goal,
        }
        print(f"{name:14} {rows[name]['median_s']:7.2f} s {rows[name]['peak_mb']:6} MB")
    beyond = rows["show_step"]["median_s"] - rows["import_tvm"]["median_s"]
    live = live_changes()
    for path, seconds in live.items():
        print(f"live change of {path}: {seconds:.2f} s")
    interpreter = machine_speed(cuda_rungs())
    for name, speed in interpreter.items():
        median, slowest, rung = (speed[key] for key in ("median_s", "slowest_s", "slowest"))
        print(f"{name} on the machine: median {median} s, slowest {slowest} s ({rung})")
    record = {
        "machine": machine(),
        "rows": rows,
        "interpreter": interpreter,
        "live_change_s": live,
        "live_change_goal_s": LIVE_GOAL_S,
        "show_beyond_import_s": round(beyond, 3),
        "show_beyond_import_goal_s": BEYOND_IMPORT_GOAL_S,
        "peak_goal_mb": MEMORY_GOAL_MB,
    }
    print(f"show beyond import tvm: {beyond:.2f} s")
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    fresh = RECORD.with_suffix(".json.new")
    fresh.write_text(json.dumps(record, indent=2) + "\n")
    fresh.replace(RECORD)


if __name__ == "__main__":
    main()
