"""The forty computations, and the search for their schedules in worker processes."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import tvm
from tvm import te, tirx
from tvm.s_tir import dlight

import schedules
from schedules.core.files import read_json, write_json, write_text
from schedules.core.target import DEFAULT_GPU
from schedules.sources.computations import kept_rules
from schedules.sources.input_values import run_file

FOLDER = Path(__file__).parent
RESULTS = FOLDER.parents[1] / "docs" / "results"
CHIP = "h200"


@cache
def texts() -> dict[str, tuple[str, str]]:
    """Computation -> its half, and its Python text."""
    halves = tomllib.loads((FOLDER / "computations.toml").read_text(encoding="utf-8"))
    return {name: (half, text) for half, those in halves.items() for name, text in those.items()}


def computations(only: str = "") -> list[str]:
    """The names of both halves."""
    return sorted(name for name in texts() if re.search(only, name))


def written(name: str, to: Path) -> Path:
    """Write a computation to a folder."""
    file = to / f"{name}.py"
    write_text(file, texts()[name][1])
    return file


def found_file(file: Path) -> Path:
    return file.with_name(f"{file.stem}_found.py")


def record_file(folder: Path) -> Path:
    """The record of the found schedules, with their predictions."""
    return folder / "found-schedules.json.gz"


def record(folder: Path) -> dict[str, Any]:
    """Computation -> its half, prediction and found schedule (`source`); empty without a record."""
    path = record_file(folder)
    return read_json(path)["computations"] if path.exists() else {}


def written_with_schedules(names: Sequence[str], known: dict[str, Any], to: Path) -> list[Path]:
    """Write the computations that have a schedule to a folder, each with its schedule beside it."""
    files = [written(name, to) for name in names if "source" in known.get(name, {})]
    for file in files:
        write_text(found_file(file), known[file.stem]["source"])
    return files


def function_of(file: Path) -> tirx.PrimFunc:
    return te.create_prim_func(list(run_file(file).workload()))


def by_dlight(function: tirx.PrimFunc) -> tvm.ir.IRModule:
    """The schedule that the first applicable rule of dlight gives."""
    gpu = dlight.gpu
    rules = gpu.Matmul(), gpu.GEMV(), gpu.Reduction(), gpu.GeneralReduction(), gpu.Transpose()
    with DEFAULT_GPU.tvm, kept_rules():
        scheduled = dlight.ApplyDefaultSchedule(*rules, gpu.Fallback())
        return scheduled(tvm.ir.IRModule({"main": function}))


def find_one(file: Path, minutes: float) -> dict[str, Any]:
    """A computation's schedule, with its prediction and that of dlight's kernel."""
    found = schedules.explore(str(file)).find(chip=CHIP, minutes=minutes)
    try:
        dlight_us = schedules.explore(by_dlight(function_of(file))).predict(CHIP).us
    except Exception as error:  # A rule that fails, or a kernel that does not compile.
        dlight_us, why = None, str(error).splitlines()[-1][:200]
    else:
        why = ""
    return {
        "kinds": list(found.kinds),
        "us": round(found.us, 3),
        "naive_us": None if found.naive_us == math.inf else round(found.naive_us, 3),
        "dlight_us": dlight_us and round(dlight_us, 3),
        "dlight_error": why,
        "bound": found.bound,
        "candidates": found.candidates,
        "seconds": round(found.seconds),
        "verdict": found.verdict,
        "defects": list(found.defects),
        "source": found.source,
    }


def find_all(names: Sequence[str], minutes: float, folder: Path) -> int:
    """Find all schedules; the record is rewritten after each one. Returns how many failed."""
    rows, failed = record(folder), 0
    for name in names:
        try:
            with TemporaryDirectory() as to:
                answer = find_one(written(name, Path(to)), minutes)
        except Exception as error:  # The others are still searched.
            answer = {"error": (str(error).splitlines() or [type(error).__name__])[-1]}
        failed += "error" in answer
        rows[name] = {"half": texts()[name][0], **answer}
        write_json(record_file(folder), {"chip": CHIP, "computations": rows})
        click.echo(f"{name}: {answer.get('error') or summary(answer)}")
    return failed


def summary(answer: dict[str, Any]) -> str:
    beside = answer["dlight_us"]
    ratio = f", dlight's {beside:,.1f} us ({beside / answer['us']:.2f})" if beside else ""
    return (
        f"{answer['us']:,.1f} us predicted{ratio}, {answer['bound']}; {answer['candidates']} "
        f"candidates in {answer['seconds']} s; {answer['verdict'].splitlines()[0]}"
    )
