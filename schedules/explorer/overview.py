"""The overview's data: measured and predicted times of every rung, and ceilings.

A measured row counts only if its kernel is the one that the rung has now (`model.measured`). A
prediction has its compiler and its error band.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from gpusim.errors import UserError
from gpusim.timing.constants import Band, bands, constants, recorded_bound
from gpusim.timing.prediction import InstructionTime

from ..core.data import plain
from ..core.files import read_json
from ..core.kernel import DEFAULT_CHIP, Kernel, kernels_of, last_kernel
from ..core.ladder import Rung, ladders
from ..measure.records import committed
from ..processes.worker import note
from ..synthesis.advice import advised
from .model import RESULTS, measurements

Record = dict[str, Any]
Shape = tuple[int, ...]

# Maximum seconds for a prediction.
PATIENCE_S = 30
# When the moves of an advice are no longer tried: of the live page, and of each step of a report.
ADVICE_S, REPORT_ADVICE_S = 20, 6
_KEPT = (
    *("device", "shape", "dtype", "compiler", "time_us", "tflops", "gbps", "bound", "ceiling"),
    "threads",
)


@cache
def ceilings(folder: Path = RESULTS) -> dict[str, Record]:
    """The highest measured ceilings of each recorded device, by its name."""
    records = committed(folder).values()
    return {record["device"]: record["ceilings"] for record in records if record["ceilings"]}


@cache
def usual(ladder: str) -> tuple[str, Shape] | None:
    """The device and the shape that a page shows initially.

    The shape is the one of most rungs, for which code and counts are shown, if it was measured. The
    device is the one that times are predicted for; otherwise the one with the most measurements of
    all ladders, so that all ladders start with the same one. Then the shape with the most measured
    rungs, with ties decided by profiler counters, then by other library baselines, then by the
    smaller shape.
    """
    devices: Counter[str] = Counter()
    rows = []
    for path, some in measurements().items():
        devices.update(row["device"] for row in some)
        if path.partition(":")[0] == ladder:
            rows += [((row["device"], tuple(row["shape"])), row) for row in some]
    rungs = ladders()[ladder].rungs.values() if ladder in ladders() else ()
    own = Counter(tuple(rung.workload.shape) for rung in rungs)
    every = Counter(key for key, _ in rows)
    counted = Counter(key for key, row in rows if "counters" in row)
    simulated = constants(DEFAULT_CHIP).device
    beside = {key: len(row.get("baselines", ())) for key, row in rows}

    def rank(key: tuple[str, Shape]) -> tuple:
        least = [-extent for extent in key[1]]
        device = key[0] == simulated, devices[key[0]]
        return own[key[1]] > 1, device, every[key], counted[key] > 1, beside[key], least

    return max(every, key=rank, default=None)


@cache
def recorded_predictions(folder: Path = RESULTS) -> Mapping[tuple, Record]:
    """Predicted microseconds of recorded rows with their error band, by device, rung and shape
    (`python -m benchmarks.predictions`)."""
    predicted = {}
    for file in sorted(folder.glob("predictions-*.json")):
        record = read_json(file)
        for prediction in record["predictions"]:
            if "predicted_us" in prediction:
                key = (
                    record["device"],
                    f"{prediction['group']}:{prediction['name']}",
                    tuple(prediction["shape"]),
                )
                bound = recorded_bound(prediction)
                predicted[key] = banded(prediction["predicted_us"], bound, bands()[bound])
    return predicted


def banded(us: float, bound: str, band: Band) -> Record:
    """A predicted time with its error band, and the recorded times that support the band."""
    return {
        "us": us,
        "low_us": us * band.low,
        "high_us": us * band.high,
        "bound": bound,
        "times": band.rows,
        "held": band.held,
    }


def times(path: str, rows: Sequence[Record]) -> list[Record]:
    """The measured rows that count, with the prediction for each."""
    return [
        {name: row[name] for name in _KEPT if name in row}
        | {
            "libraries": _libraries(row),
            "cold_us": row.get("cold", {}).get("time_us"),
            "cold_libraries": _libraries(row.get("cold", {})),
            "dram_bytes": row.get("counters", {}).get("dram_bytes"),
            "predicted": recorded_predictions().get((row["device"], path, tuple(row["shape"]))),
        }
        for row in rows
        if not row.get("earlier")
    ]


def _libraries(row: Record) -> dict[str, float]:
    return {name: baseline["time_us"] for name, baseline in row.get("baselines", {}).items()}


# --- predictions ----------------------------------------------------------------------------------


def prediction_record(kernel: Kernel) -> Record:
    """A kernel's predicted time, and each instruction's part of it.

    `instructions` of a launch are (place in the code, warps that issue it, microseconds,
    microseconds by cause). Raises UserError as `Kernel.predict`.
    """
    prediction = kernel.predict()
    return {
        "chip": prediction.chip,
        "device": constants(prediction.chip).device,
        "compiler": kernel.compiler_version,
        "shape": list(kernel.workload.extents.values()),
        **banded(prediction.us, prediction.bound, prediction.band),
        "decided_by": prediction.decided_by,
        "launches": [
            {
                "kernel": launch.kernel,
                "us": launch.us,
                "shares": launch.shares,
                "instructions": [
                    (
                        instruction.at,
                        instruction.issued,
                        round(instruction.us, 5),
                        _causes(instruction),
                    )
                    for instruction in launch.instructions
                ],
            }
            for launch in prediction.launches
        ],
    }


def _causes(instruction: InstructionTime) -> dict[str, float]:
    """The causes of an instruction's time in microseconds, largest first, without those below
    one percent."""
    parts = sorted(instruction.causes.items(), key=lambda part: -part[1])
    return {name: round(us, 5) for name, us in parts if us >= instruction.us / 100}


def advice_record(kernel: Kernel, seconds: float = ADVICE_S) -> Record:
    """What bounds a kernel, and the moves with the largest predicted gains among those that there
    is time for. Raises UserError as `Kernel.advise`."""
    found = advised(kernel, seconds=seconds)
    gains = [
        {"gain_text": move.gain_text, "what": move.move, "how": move.why, "patch": move.patch}
        for move in found.moves
    ]
    return {"bound": found.bound, "us": found.us, "gains": gains}


def why_record(before: Kernel, after: Kernel) -> Record:
    """Why the predicted times of two kernels differ. Raises UserError as `Why.of`."""
    from ..api.results import Why

    found = Why.of(before, after)
    causes = [plain(cause) | {"change": cause.change} for cause in found.causes]
    slower = "before" if found.before_us > found.after_us else "after"
    return {"text": repr(found), "causes": causes, "slower": slower}


def predicted(
    rung: Rung,
    seconds: int = PATIENCE_S,
    what: Callable[[Kernel], Record] = prediction_record,
    arch: str | None = None,
    shape: Sequence[int] | None = None,
) -> Record:
    """The prediction of a rung's last step (or another record, made by `what`) for an architecture,
    by default at the rung's own shape; only `problem` if it takes more than `seconds`."""
    try:
        kernel = last_kernel(rung, rung.at(shape), rung.lowered_for(arch))
        # Compile before the time is limited: the alarm must not interrupt TVM.
        _ = kernel.module
    except UserError as error:
        return {"problem": str(error)}
    return within(seconds, lambda: what(kernel))


class TooLate(Exception):
    """No error of the user's input, which is kept as the reason why something is not known."""


def within(seconds: int, make: Callable[[], Record], what: str = "prediction") -> Record:
    """What `make` returns; only `problem` if that takes more than `seconds` or is refused.

    Call it in a process's main thread, because it uses an alarm.
    """

    def give_up(*_: Any) -> None:
        raise TooLate(f"no {what} within {seconds} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        return make()
    except (UserError, TooLate) as error:
        return {"problem": str(error)}
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def foretell(rung: Rung, record: Record, shape: Sequence[int] | None, arch: str | None) -> None:
    """Add the predicted time and the advice of every step to its details in a rung's record."""
    kernels = kernels_of(rung, shape, arch)
    advice = partial(advice_record, seconds=REPORT_ADVICE_S)
    for step, kernel in zip(record["steps"], kernels, strict=True):
        if "machine" in (step.get("details") or {}):
            note(f"prediction of {kernel.step.name}")
            for name, make in (("prediction", prediction_record), ("advice", advice)):
                step["details"][name] = within(PATIENCE_S, partial(make, kernel))


# --- a rung ---------------------------------------------------------------------------------------


def rung_overview(record: Record) -> Record:
    """The overview's entry of a rung, from its record."""
    prediction = record.get("prediction", {})
    kernels = record["steps"][-1].get("details", {}).get("accesses", [])
    brief = ("device", "shape", "compiler", "us", "low_us", "high_us")
    return {
        "shape": record["shape"],
        "rows": times(record["path"], record.get("measured", [])),
        "predicted": [{name: prediction[name] for name in brief}] if "us" in prediction else [],
        "totals": kernels[0]["totals"] if len(kernels) == 1 else {},
    }


def measured_overview(rung: Rung, rows: Sequence[Record]) -> Record:
    """The overview's entry from measured rows only, without the parts that take long."""
    shape = list(rung.workload.extents.values())
    return {"shape": shape, "rows": times(rung.path, rows), "predicted": [], "totals": {}}


def about(ladder: str) -> Record:
    """The device and the shape that a ladder's overview shows initially."""
    known = usual(ladder)
    return {"usual": {"device": known[0], "shape": list(known[1])} if known else None}


def devices() -> Record:
    """The ceilings of recorded devices."""
    return {"ceilings": ceilings()}
