"""Kernel Tuner's strategies on a measured space: needs the extra `strategies`."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import random
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tune.space.base import Point, pairs


def rival(strategy: str, times: Mapping[tuple, float], names: Sequence[str], most: int, seed: int):
    """The best-so-far curve of one run, replayed on `times` (values of the knobs -> time)."""
    interface = importlib.import_module("kernel_tuner")
    values = {name: sorted({knobs[index] for knobs in times}) for index, name in enumerate(names)}
    cache = {
        "device_name": "recorded",
        "kernel_name": "recorded",
        "problem_size": 1,
        "tune_params_keys": list(names),
        "tune_params": values,
        "objective": "time",
        "cache": {
            ",".join(map(str, knobs)): {
                **dict(zip(names, knobs, strict=True)),
                "time": time,
                "times": [time],
                "compile_time": 0,
                "verification_time": 0,
                "benchmark_time": 0,
                "strategy_time": 0,
                "framework_time": 0,
                "timestamp": "2026-01-01 00:00:00",
            }
            for knobs, time in times.items()
        },
    }

    def recorded(*knobs) -> bool:
        # Called with values when the space is made, and with a mapping later.
        first = knobs[0]
        return (tuple(first.values()) if isinstance(first, dict) else knobs) in times

    random.seed(seed)
    np.random.seed(seed)
    with tempfile.TemporaryDirectory() as folder, quiet():
        file = Path(folder) / "cache.json"
        file.write_text(json.dumps(cache))
        results, _ = interface.tune_kernel(
            "recorded",
            "",
            1,
            [],
            values,
            restrictions=[recorded],
            strategy=strategy,
            strategy_options={"max_fevals": most},
            cache=str(file),
            simulation_mode=True,
            lang="C",
            verbose=False,
            quiet=True,
        )
    best, so_far, curve = min(times.values()), 0.0, []
    for knobs in dict.fromkeys(tuple(result[name] for name in names) for result in results):
        so_far = max(so_far, best / times[knobs])
        curve.append(so_far)
    return curve


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Suppresses what Kernel Tuner prints in each run."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def numbers(space: Any, times: Mapping[Point, float | None]):
    """Names of a space's numbers, one for each factor of a split, and times by their values."""
    rows = {point: dict(pairs(space.values(point))) for point in times}
    names = [re.sub(r"\W+", "_", name).strip("_") for name in next(iter(rows.values()))]
    return names, {tuple(rows[point].values()): time for point, time in times.items() if time}
