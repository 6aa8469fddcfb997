"""Errors of predicted times: `python -m benchmarks.predictions`, without a GPU.

Predicts every GPU row in the records of chips with measured constants, and every generic schedule
that was timed. docs/results/predictions-CHIP.json has predicted and recorded times;
`python -m benchmarks.figures` makes the tables of docs/predicting.md. The predicted code is that of
the compiler whose code was timed.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from gpusim.functional.control import INSTRUCTION_BYTES
from gpusim.timing.constants import chips, constants
from schedules.commands.program import run_command
from schedules.compile.compiler import Backend, Compiler
from schedules.compile.nvrtc import Nvrtc
from schedules.compile.toolkit import Nvcc
from schedules.core.files import read_json, slug, write_json
from schedules.core.kernel import last_kernel
from schedules.core.target import DEFAULT_GPU
from schedules.sources.names import resolve
from tune.predicting import model_hash

from . import unseen
from .workers import answers

DOCS = Path(__file__).parent.parent / "docs"
RESULTS = DOCS / "results"
GENERIC, ASIDE_KIND = "generic schedules", "generic schedules, set aside"
# Two kernels whose times differ by more than this should be predicted in that order.
APART = 0.05
# Wall-clock seconds for one prediction, its compilation included.
LIMIT_S = 300


def predicted(job: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """A recorded row with its prediction, or why there is none."""
    chip, row = job
    begin = time.process_time()
    entry = {name: row[name] for name in ("group", "name", "shape", "compiler", "recorded_us")}
    try:
        backend = backend_of(row["compiler"])
        if row["group"] in (GENERIC, ASIDE_KIND):
            kernel = unseen.kernel(row["name"], unseen.TIMED)
        else:
            rung = resolve(f"{row['group']}:{row['name']}").rung
            target = rung.lowered_for(None)
            kernel = last_kernel(rung, rung.at(row["shape"]), target, Compiler(target, backend))
            if kernel.fingerprint != row["kernel"]:
                return entry | {"problem": "its kernel is another one now"}
        made = kernel.predict(chip)
    except UserError as error:
        return entry | {"problem": str(error)}
    entry |= {"predicted_us": round(made.us, 3), "cpu_s": round(time.process_time() - begin, 2)}
    return entry | unseen.bounding(made)


def backend_of(version: str) -> Backend:
    """The compiler with which a row was timed ('nvcc 13.0'); raises UserError for another
    version."""
    backend = Nvcc() if version.startswith(Nvcc.name) else Nvrtc()
    if backend.version != version:
        raise UserError(f"it was timed as {version} compiles it, and here is {backend.version}")
    return backend


def row_of(row: dict[str, Any]) -> tuple:
    """The fields that identify a row."""
    return row["group"], row["name"], *row["shape"], row["recorded_us"]


def recorded_rows(device: str) -> list[dict[str, Any]]:
    """The timed GPU rows of a device, of ladders and of generic schedules."""
    rows = [
        {
            **{"group": row["ladder"], "name": row["rung"], "shape": row["shape"]},
            **{"kernel": row["kernel"], "compiler": row["compiler"]},
            "recorded_us": row["time_us"],
        }
        for row in read_json(RESULTS / slug(device))["rows"]
    ]
    for kind, of in ((GENERIC, unseen.GENERIC), (ASIDE_KIND, unseen.ASIDE)):
        for row in read_json(unseen.times_file(unseen.TIMES[of], device))["kernels"]:
            named = {"group": kind, "name": row["kernel"], "shape": row["extents"]}
            rows.append({**named, "compiler": row["compiler"], "recorded_us": row["time_us"]})
    return rows


def errors(rows: Iterable[dict[str, Any]]) -> list[float]:
    """The relative error of each row: (predicted - recorded) / recorded."""
    return [row["predicted_us"] / row["recorded_us"] - 1 for row in rows if "predicted_us" in row]


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mean error, bias and fraction within 15 % of some rows; only counts if none is predicted."""
    off = errors(rows)
    if not off:
        return {"rows": len(rows), "predicted": 0}
    worst = max(
        (row for row in rows if "predicted_us" in row),
        key=lambda row: abs(row["predicted_us"] / row["recorded_us"] - 1),
    )
    return {
        "rows": len(rows),
        "predicted": len(off),
        "mean_error": round(statistics.mean(map(abs, off)), 4),
        "bias": round(statistics.mean(off), 4),
        "within_15": round(sum(abs(error) <= 0.15 for error in off) / len(off), 4),
        "worst": f"{worst['name']} {worst['shape']}",
        "worst_error": round(worst["predicted_us"] / worst["recorded_us"] - 1, 4),
    }


def ordered(rows: Sequence[dict[str, Any]]) -> tuple[int, int, list[float]]:
    """Of kernels of one group and shape: pairs predicted in the right order, pairs that differ by
    more than APART, and per shape the relative loss of taking the kernel predicted fastest."""
    right = pairs = 0
    lost = []
    shapes: dict[tuple, list[dict[str, Any]]] = {}
    for row in rows:
        if "predicted_us" in row and row["group"] not in (GENERIC, ASIDE_KIND):
            shapes.setdefault((row["group"], *row["shape"]), []).append(row)
    for those in shapes.values():
        for index, first in enumerate(those):
            for second in those[index + 1 :]:
                took, other = first["recorded_us"], second["recorded_us"]
                if max(took, other) / min(took, other) > 1 + APART:
                    pairs += 1
                    same = (took < other) == (first["predicted_us"] < second["predicted_us"])
                    right += same
        best = min(those, key=lambda row: row["predicted_us"])
        lost.append(best["recorded_us"] / min(row["recorded_us"] for row in those) - 1)
    return right, pairs, lost


def summaries(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Summaries of every group and of all rows of ladders, and how well kernels are ordered."""
    groups = {name: [] for name in dict.fromkeys(row["group"] for row in rows)}
    for row in rows:
        groups[row["group"]].append(row)
    ladders = [row for row in rows if row["group"] not in (GENERIC, ASIDE_KIND)]
    right, pairs, lost = ordered(rows)
    return {
        "groups": {name: summary(those) for name, those in groups.items()},
        "ladders": summary(ladders),
        "pairs": pairs,
        "pairs_right": round(right / pairs, 4) if pairs else None,
        "lost_by_taking_the_best": round(statistics.mean(lost), 4) if lost else None,
    }


def stalled(chip: str, sampled: dict[str, Any]) -> dict[str, Any]:
    """Time by CUDA line: predicted, and sampled by Nsight Compute for the same machine code."""
    path = f"{sampled['ladder']}:{sampled['rung']}"
    rung = resolve(path).rung
    compiler = Compiler(DEFAULT_GPU, Nvrtc())
    kernel = last_kernel(rung, rung.at(sampled["shape"]), DEFAULT_GPU, compiler)
    entry = {"kernel": path, "shape": sampled["shape"]}
    (times, *_) = sorted(kernel.predict(chip).launches, key=lambda launch: -launch.us)
    lines = {instruction.at: instruction.line for instruction in times.instructions}
    ours: Counter[int] = Counter()
    for instruction in times.instructions:
        ours[instruction.line] += instruction.us
    theirs: Counter[int] = Counter()
    for address, _, reasons in sampled["instructions"]:
        theirs[lines.get(address // INSTRUCTION_BYTES)] += sum(reasons.values())
    (top, us), *_ = ours.most_common(1)
    order = [line for line, _ in theirs.most_common()]
    text = kernel.source.splitlines()[top - 1].strip() if top else ""
    return entry | {
        "line": top,
        "text": text,
        "predicted": round(us / ours.total(), 3),
        "sampled": round(theirs[top] / theirs.total(), 3),
        "rank": order.index(top) + 1 if top in order else None,
    }


def stalls(chip: str, device: str) -> list[dict[str, Any]]:
    """`stalled` of every kernel that was sampled on a device; empty without a record."""
    path = RESULTS / f"stalls-{slug(device)}.gz"
    if not path.exists():
        return []
    return [stalled(chip, sampled) for sampled in read_json(path)["kernels"]]


@click.command()
@click.option("--chip", help="Only this one.")
@click.option("--jobs", default=2, show_default=True, help="Processes.")
@click.option(
    "--only",
    metavar="TEXT",
    default="",
    help="Only rows whose group has this in it; the other rows stay as they were recorded.",
)
def main(chip: str | None, jobs: int, only: str) -> None:
    """Predict what was recorded."""
    for name in [chip] if chip else chips():
        device, path = constants(name).device, RESULTS / f"predictions-{name}.json"
        before = read_json(path) if only and path.exists() else {}
        known = {row_of(row): row for row in before.get("predictions", ())}
        rows = recorded_rows(device)
        again = [row for row in rows if only in row["group"]]
        made = answers(predicted, [(name, row) for row in again], jobs, LIMIT_S)
        for row, answer in zip(again, made, strict=True):
            done = row | {"problem": answer["error"]} if "error" in answer else answer
            known[row_of(row)] = done
            told(done)
        models = dict.fromkeys([*before.get("models", ()), model_hash(name)])
        record = {"chip": name, "device": device, "models": [*models]}
        record["stalls"] = before["stalls"] if before else stalls(name, device)
        record["predictions"] = [known[row_of(row)] for row in rows if row_of(row) in known]
        write_json(path, record)


def told(row: dict[str, Any]) -> None:
    """Print a line about a row."""
    off = errors([row])
    said = f"{off[0]:+.0%}" if off else row["problem"]
    click.echo(f"{row['group']}:{row['name']} {row['shape']}: {said}")


if __name__ == "__main__":
    run_command(main, "benchmarks.predictions")
