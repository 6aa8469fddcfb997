"""Predict the time of every kernel on a chip and record which version of the model did."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from benchmarks.predictions import bounding
from gpusim.isa.cubin import code_hash
from gpusim.timing.constants import constants
from schedules.measure.environment import environment
from tune.predicting import model_hash

from .kernels_by_name import ALL, KernelSet
from .workers import answers

# Seconds per kernel, including compilation.
LIMIT_S = 300


def predicted(query: tuple[str, str]) -> dict[str, Any]:
    """Predict a kernel (name, chip) at its large extents; raises UserError if the model refuses."""
    name, chip = query
    definition = ALL[name]
    kernel = definition.kernel(definition.timed)
    code = code_hash(kernel.machine.cubin)
    began = time.process_time()
    made = kernel.predict(chip)
    return {
        "code": code,
        "predicted_us": round(made.us, 3),
        **bounding(made),
        "cpu_s": round(time.process_time() - began, 2),
    }


def record(
    chosen: KernelSet, chip: str, folder: Path, processes: int, names: Iterable[str]
) -> dict[str, Any]:
    """All predictions of a set for a chip, with the commit and the hash of the model.

    `times_known` is true if a record of measured times on that chip already existed.
    """
    device = constants(chip).device
    entries = []
    asked = list(names)
    results = answers(predicted, [(name, chip) for name in asked], processes, LIMIT_S)
    for name, answer in zip(asked, results, strict=True):
        entries.append({"kernel": name, "kind": ALL[name].kind, **answer})
        click.echo(f"{name}: {answer.get('error') or 'predicted'}")
    return {
        "chip": chip,
        "device": device,
        "model": model_hash(chip),
        **environment(),
        "times_known": any(part.times(folder, device).exists() for part in chosen.parts),
        "kernels": entries,
    }
