"""Evaluates `verify` on kernels written without knowledge of it: `python -m benchmarks.blind`.

There are eight sets: benchmarks/blind_kernels and, with `--set 2` to `--set 8`, blind_kernels_2 to
blind_kernels_8 beside it. Folder `faults` has kernels with one fault each, which
`#define FAULT` turns on; without it the same file is the correct twin. `correct` has unusual
kernels without a fault. Each is verified by `schedules verify` in a separate process. The results
are recorded in docs/results/blind.json and blind-2.json to blind-8.json. A case that is run again
keeps the status of its first run in `first`, because later changes to `verify` may be due to it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.core.files import write_text

KERNELS = Path(__file__).parent / "blind_kernels"
ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "results"
# Folder and record of each set.
SETS = {
    "1": (KERNELS, RESULTS / "blind.json"),
    **{
        number: (KERNELS.with_name(f"blind_kernels_{number}"), RESULTS / f"blind-{number}.json")
        for number in ("2", "3", "4", "5", "6", "7", "8")
    },
}
# Faults of the launch itself, which `verify` refuses rather than executes.
INVALID_LAUNCHES = {"launch_bounds"}
# Findings kept per kernel, and characters of each.
SHOWN, WIDTH = 3, 400
KINDS = ("fault", "twin", "correct")


def verified(source: Path, limit: float) -> dict[str, Any]:
    """The result of `schedules verify SOURCE`.

    `status` is right, wrong (findings), not compared, refused (exit status 2), timed out or
    crashed; `text` holds the findings or the message.
    """
    command = [sys.executable, "-m", "schedules", "verify", source.name, "--json"]
    try:
        # In the source's folder, so that messages name the file without a path.
        ran = subprocess.run(
            command,
            cwd=source.parent,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return {"status": "timed out", "text": [f"more than {limit:g} s"]}
    message = [line[:WIDTH] for line in ran.stderr.strip().splitlines()[-1:]]
    if ran.returncode == 2:
        return {"status": "refused", "text": message}
    try:
        (item,) = json.loads(ran.stdout)["items"]
    except (ValueError, KeyError):
        return {"status": "crashed", "text": message or [f"exit status {ran.returncode}"]}
    if ran.returncode == 1 and item["failures"]:
        return {"status": "wrong", "text": [text[:WIDTH] for text in item["failures"][:SHOWN]]}
    if item["error"]:
        return {"status": "refused", "text": [item["error"][:WIDTH]]}
    if ran.returncode != 0:
        return {"status": "crashed", "text": message or [f"exit status {ran.returncode}"]}
    compared = item["worst"] is not None
    return {"status": "right" if compared else "not compared", "text": []}


def run(case: Path, fault: bool, limit: float) -> dict[str, Any]:
    """Verify a case in a separate folder, with or without its fault."""
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".toml", ".py"):
            shutil.copy(case.with_suffix(suffix), folder)
        text = case.read_text()
        if fault:
            # Replaces the first comment line, so that line numbers do not change.
            text = "#define FAULT\n" + text.split("\n", 1)[1]
        source = Path(folder) / case.name
        source.write_text(text)
        return verified(source, limit)


def description(case: Path) -> str:
    """What a fault is, or what a correct kernel does: the first comment of its file."""
    lines = []
    for line in case.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").strip())
    return next((line.removeprefix("Fault: ") for line in lines if "Fault: " in line), lines[0])


def is_caught(name: str, result: dict[str, Any]) -> bool:
    """Whether a fault is found or, if the launch itself is the fault, the launch is refused."""
    return result["status"] == ("refused" if name in INVALID_LAUNCHES else "wrong")


def evaluate(case: Path, limit: float) -> tuple[dict[str, Any], float]:
    """One case's entry in the record, and the seconds that it took."""
    start = time.perf_counter()
    entry: dict[str, Any] = {"what": description(case)}
    if case.parent.name == "faults":
        fault = run(case, True, limit)
        entry["caught"] = is_caught(case.stem, fault)
        entry["fault"] = fault
        entry["twin"] = run(case, False, limit)
    else:
        entry["correct"] = run(case, False, limit)
    return entry, time.perf_counter() - start


def keep_first(entry: dict[str, Any], before: dict[str, Any]) -> None:
    """Note the status of the first run where another status has replaced it."""
    for kind in KINDS:
        if kind in entry and kind in before:
            first = before[kind].get("first", before[kind]["status"])
            if first != entry[kind]["status"]:
                entry[kind]["first"] = first


def summary(entries: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Counts over the whole record; `changed` has the cases whose first status was different."""
    faults = [entry for entry in entries.values() if "fault" in entry]
    return {
        "faults": len(faults),
        "caught": sum(entry["caught"] for entry in faults),
        "twins": dict(Counter(entry["twin"]["status"] for entry in faults)),
        "correct": dict(
            Counter(entry["correct"]["status"] for entry in entries.values() if "correct" in entry)
        ),
        "changed": [
            name
            for name, entry in sorted(entries.items())
            if any("first" in entry[kind] for kind in KINDS if kind in entry)
        ],
    }


def show(name: str, entry: dict[str, Any], seconds: float) -> None:
    """Print a line per verification of a case: status, first finding or message, seconds."""
    for kind in KINDS:
        if kind in entry:
            result = entry[kind]
            word = "caught" if kind == "fault" and entry["caught"] else result["status"]
            text = result["text"][0].splitlines()[0] if result["text"] else ""
            click.echo(f"{name:28} {kind:8} {word:13} {text[:100]}")
    click.echo(f"{name:28} {seconds:.1f} s")


@click.command()
@click.option(
    "--set", "chosen", type=click.Choice(list(SETS)), default="1", help="Which set of kernels."
)
@click.option("--only", multiple=True, metavar="NAME", help="One case; may be repeated.")
@click.option(
    "--limit", default=120.0, show_default=True, metavar="S", help="Seconds per verification."
)
@click.option("--jobs", default=1, show_default=True, help="Cases verified at the same time.")
def main(chosen: str, only: tuple[str, ...], limit: float, jobs: int) -> None:
    """Verifies the blind kernels and records what is caught, right, wrong, refused or crashed."""
    kernels, record_file = SETS[chosen]
    cases = {case.stem: case for case in sorted(kernels.glob("*/*.cu"))}
    if unknown := [name for name in only if name not in cases]:
        raise UserError(f"no such case: {', '.join(unknown)}")
    entries = json.loads(record_file.read_text())["cases"] if record_file.exists() else {}
    entries = {name: entry for name, entry in entries.items() if name in cases}
    names = list(only or cases)
    with ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda name: evaluate(cases[name], limit), names)
        for name, (entry, seconds) in zip(names, results, strict=True):
            keep_first(entry, entries.get(name, {}))
            entries[name] = entry
            show(name, entry, seconds)
            # After each case, so that an interrupted run can be continued with --only.
            record = {"summary": summary(entries), "cases": dict(sorted(entries.items()))}
            write_text(record_file, json.dumps(record, indent=1) + "\n")
    click.echo(json.dumps(summary(entries)))


if __name__ == "__main__":
    run_command(main, "benchmarks.blind")
