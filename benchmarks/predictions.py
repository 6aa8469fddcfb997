"""Errors of predicted times: `python -m benchmarks.predictions`, without a GPU.

Predicts every GPU row in the records of chips with measured constants, and every generic schedule
that was timed. docs/results/predictions-CHIP.json has predicted and recorded times;
`python -m benchmarks.figures` makes the tables of docs/predicting.md. The predicted code is that of
the compiler whose code was timed. Rows are written as they come, so an interrupted run can be
resumed.
"""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from gpusim.functional.control import INSTRUCTION_BYTES
from gpusim.timing.constants import chips, constants
from gpusim.timing.prediction import Prediction, busiest
from schedules.commands.program import run_command
from schedules.compile.compiler import Backend, Compiler
from schedules.compile.nvcc import Nvcc
from schedules.compile.nvrtc import Nvrtc
from schedules.core.files import json_text, read_json, slug, write_json, write_text
from schedules.core.kernel import last_kernel
from schedules.sources.names import resolve
from tune.predicting import model_hash

from .generic_aside import ASIDE
from .generic_schedules import SCHEDULES
from .stalls import kernel_of
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
            known = SCHEDULES if row["group"] == GENERIC else ASIDE
            kernel = known[row["name"]].kernel(tuple(row["shape"]))
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
    return entry | bounding(made)


def bounding(made: Prediction) -> dict[str, Any]:
    """What determines a prediction's error band: the busiest resource, its utilization, and the
    launch overhead as a fraction of the time."""
    resource, busy = busiest(made.launches)
    launch = made.launch_us / made.us
    return {"busiest": resource, "busy": round(busy, 4), "launch": round(launch, 4)}


def backend_of(version: str) -> Backend:
    """The compiler with which a row was timed ('nvcc 13.0'); raises UserError for another
    version."""
    backend = Nvcc(listed=True) if version.startswith(Nvcc.name) else Nvrtc()
    if backend.version != version:
        raise UserError(f"it was timed as {version} compiles it, and here is {backend.version}")
    return backend


class Kept:
    """Predicted rows in a file, under a head with everything that they depend on. If the head has
    changed, the rows are discarded."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        # The last line may be incomplete.
        entries = [json.loads(line) for line in text.splitlines(keepends=True) if line[-1] == "\n"]
        self._rows = entries[1:] if entries[:1] == [head] else []
        self._path = path
        lines = (json.dumps(entry) + "\n" for entry in (head, *self._rows))
        write_text(path, "".join(lines))

    def of(self, row: dict[str, Any]) -> dict[str, Any] | None:
        """The row with its prediction, if it was made."""
        return next((other for other in self._rows if row_of(other) == row_of(row)), None)

    def add(self, row: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def remove(self) -> None:
        self._path.unlink()


def row_of(row: dict[str, Any]) -> tuple:
    """The fields that identify a row."""
    return row["group"], row["name"], *row["shape"], row["recorded_us"]


def each_predicted(
    chip: str, rows: Sequence[dict[str, Any]], jobs: int, kept: Kept
) -> Iterator[dict[str, Any]]:
    """Rows with their predictions, in order, from worker processes that can be killed."""
    missing = [(chip, row) for row in rows if not kept.of(row)]
    made = answers(predicted, missing, jobs, LIMIT_S)
    for row in rows:
        done = kept.of(row)
        if done is None:
            answer = next(made)
            done = row | {"problem": answer["error"]} if "error" in answer else answer
            if done is answer:
                kept.add(done)
        yield done


def recorded_rows(device: str) -> list[dict[str, Any]]:
    """The timed GPU rows of a device, of ladders and of generic schedules."""
    rows = []
    record = read_json(RESULTS / slug(device))
    for row in record["rows"]:
        rows.append(
            {
                "group": row["ladder"],
                "name": row["rung"],
                "shape": row["shape"],
                "kernel": row["kernel"],
                "compiler": row["compiler"],
                "recorded_us": row["time_us"],
            }
        )
    for kind, stem in ((GENERIC, "generic-times"), (ASIDE_KIND, "generic-aside")):
        generic = read_json(RESULTS / f"{stem}-{slug(device)}")
        for row in generic["kernels"]:
            rows.append(
                {
                    "group": kind,
                    "name": row["kernel"],
                    "shape": row["extents"],
                    "compiler": row["compiler"],
                    "recorded_us": row["time_us"],
                }
            )
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
    """Time by CUDA line: predicted, and sampled by Nsight Compute for the same machine code
    (`benchmarks.stalls`)."""
    path = f"{sampled['ladder']}:{sampled['rung']}"
    kernel = kernel_of(path)
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


PER_CHIP = ("rows", "mean error (bias)", "within 15 %", "worst")
STALL_COLUMNS = (
    *("kernel", "hottest CUDA line, predicted", "predicted share"),
    *("share of samples", "rank by samples"),
)
ALL = "all of the ladders"


def tables() -> str:
    """Summaries of the chips' records side by side, the newest chip first, as Markdown."""
    records = [read_json(file) for file in sorted(RESULTS.glob("predictions-*.json"), reverse=True)]
    lines = [_head(record) for record in records]
    chips_ = [record["chip"].upper() for record in records]
    titles = [f"{chip}: {name}" for chip in chips_ for name in PER_CHIP]
    lines += ["", *_table(("kernels", *titles), _summary_rows(records)), ""]
    lines += map(_ranking, records)
    for record in records:
        if record["stalls"]:
            lines += ["", *_table(STALL_COLUMNS, map(_stall_row, record["stalls"]))]
    return "\n".join([*lines, ""])


def _ranking(record: dict[str, Any]) -> str:
    right, pairs, lost = (
        record[name] for name in ("pairs_right", "pairs", "lost_by_taking_the_best")
    )
    return (
        f"- {record['chip'].upper()}: {pairs:,} pairs of rungs have the same shape and times that "
        f"differ by more than 5 %; the model orders {right:.0%} of them correctly. The "
        f"rung that is predicted to be the fastest takes {lost:.1%} longer on average than the "
        "fastest rung."
    )


def _table(titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    yield f"| {' | '.join(titles)} |"
    yield f"|{' --- |' * len(titles)}"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def _head(record: dict[str, Any]) -> str:
    """The device, the compilers of its rows, and how many of the rows were predicted."""
    every = f", every {record['every']}th row of the ladders" if record["every"] > 1 else ""
    rows = Counter(row["compiler"] for row in record["predictions"])
    code = " and ".join(f"{count} rows compiled by {name}" for name, count in rows.items())
    return f"- {record['chip'].upper()}: {record['device']}, {code}{every}."


def _summary_rows(records: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    for name in [*records[0]["groups"], ALL]:
        cells = [name]
        for record in records:
            group = record["ladders"] if name == ALL else record["groups"][name]
            count = f"{group['predicted']} of {group['rows']}"
            if not group["predicted"]:
                cells += [count, *[""] * (len(PER_CHIP) - 1)]
                continue
            error = f"{group['mean_error']:.1%} ({group['bias']:+.1%})"
            cells += [count, error, f"{group['within_15']:.0%}", f"{group['worst_error']:+.0%}"]
        yield cells


def _stall_row(stall: dict[str, Any]) -> list[Any]:
    shares = f"{stall['predicted']:.0%}", f"{stall['sampled']:.0%}"
    return [f"`{stall['kernel']}`", stall["line"], *shares, stall["rank"] or "not sampled"]


@click.command()
@click.option("--chip", help="Only this one.")
@click.option("--jobs", default=2, show_default=True, help="Processes.")
@click.option("--every", default=1, show_default=True, help="Only every so many-th ladder row.")
@click.option(
    "--only",
    metavar="TEXT",
    default="",
    help="Only rows whose group has this in it; the other rows stay as they were recorded.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=RESULTS,
    help="Folder of the records, by default docs/results.",
)
def main(chip: str | None, jobs: int, only: str, every: int, folder: Path) -> None:
    """Predict what was recorded, and say how far off it is."""
    for name in [chip] if chip else chips():
        device, path = constants(name).device, folder / f"predictions-{name}.json"
        rows = [
            row
            for index, row in enumerate(recorded_rows(device))
            if index % every == 0 or row["group"] in (GENERIC, ASIDE_KIND)
        ]
        before = read_json(path) if only and path.exists() else {}
        stay = {row_of(row): row for row in before.get("predictions", ())}
        head = {"chip": name, "model": model_hash(name)}
        kept = Kept(folder / f"predictions-{name}.partial.jsonl", head)
        again = [row for row in rows if only in row["group"]]
        made = {row_of(row): row for row in map(told, each_predicted(name, again, jobs, kept))}
        predictions = [(stay | made)[row_of(row)] for row in rows if row_of(row) in stay | made]
        models = dict.fromkeys([*before.get("models", ()), head["model"]])
        record = {"chip": name, "device": device, "every": every, "models": [*models]}
        record |= summaries(predictions)
        click.echo(json_text(record))
        sampled = before["stalls"] if before else stalls(name, device)
        record |= {"stalls": sampled, "predictions": predictions}
        write_json(path, record)
        kept.remove()


def told(row: dict[str, Any]) -> dict[str, Any]:
    """Print a line about a row and return the row."""
    off = errors([row])
    said = f"{off[0]:+.0%}" if off else row["problem"]
    click.echo(f"{row['group']}:{row['name']} {row['shape']}: {said}")
    return row


if __name__ == "__main__":
    run_command(main, "benchmarks.predictions")
