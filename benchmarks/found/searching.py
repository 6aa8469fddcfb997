"""The forty computations, and the search for their schedules in worker processes."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import tvm
from tvm import te, tirx
from tvm.s_tir import dlight

import schedules
from schedules.core.files import write_json
from schedules.core.target import DEFAULT_GPU
from schedules.sources.dlight_rules import kept_rules
from schedules.sources.python_files import run_file

FOLDER = Path(__file__).parent
RESULTS = FOLDER.parents[1] / "docs" / "results"
CHIP = "h200"


def computations(only: str = "") -> list[Path]:
    """The files of both halves."""
    files = sorted((*FOLDER.glob("open/*.py"), *FOLDER.glob("blind/*.py")))
    return [file for file in files if not file.stem.endswith("_found") and only in file.stem]


def found_file(file: Path) -> Path:
    return file.with_name(f"{file.stem}_found.py")


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
    """Find a computation's schedule and write it."""
    found = schedules.explore(str(file)).find(chip=CHIP, minutes=minutes)
    found.write(found_file(file))
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
    }


def predictions_file(folder: Path) -> Path:
    return folder / "found-predictions.json"


def find_all(files: Sequence[Path], minutes: float, folder: Path) -> int:
    """Find all schedules; the record is rewritten after each one. Returns how many failed."""
    path = predictions_file(folder)
    record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    record = {"chip": CHIP, "computations": record.get("computations", {})}
    failed = 0
    for file in files:
        try:
            answer = find_one(file, minutes)
        except Exception as error:  # The others are still searched.
            answer = {"error": (str(error).splitlines() or [type(error).__name__])[-1]}
        failed += "error" in answer
        record["computations"][file.stem] = {"half": file.parent.name, **answer}
        write_json(path, record)
        click.echo(f"{file.stem}: {answer.get('error') or summary(answer)}")
    return failed


def summary(answer: dict[str, Any]) -> str:
    beside = answer["dlight_us"]
    ratio = f", dlight's {beside:,.1f} us ({beside / answer['us']:.2f})" if beside else ""
    return (
        f"{answer['us']:,.1f} us predicted{ratio}, {answer['bound']}; {answer['candidates']} "
        f"candidates in {answer['seconds']} s; {answer['verdict'].splitlines()[0]}"
    )
