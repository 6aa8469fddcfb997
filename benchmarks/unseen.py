"""Kernels outside the ladders, predicted and timed: `python -m benchmarks.unseen`.

docs/results/unseen-kernels.json.gz has 84 kernels in four sets. The timing model was not developed
on the forty of twenty kinds: errors of `open` ones may be corrected in the model, by
microbenchmarks only, and `held-out` ones then measure how well it predicts. The other sets,
`generic` and `aside`, are schedules of kinds that people write. Each kernel has its CUDA text, as
TVM emitted it or as it was written, with its launch (docs/files.md), at small extents, at which
its accesses are counted and its outputs compared, and at the extents at which it is timed.

--predict writes unseen-predictions-CHIP.json to docs/results for each chip with measured constants.
--times, on a GPU, compares each kernel with the simulator and times it, into a record of its set;
it prints no times. --write FOLDER writes kernels as files that every command takes.
`python -m benchmarks.figures` writes the tables.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from gpusim.errors import UserError
from gpusim.isa.cubin import code_hash
from gpusim.timing.constants import bands, chips, constants, recorded_bound
from gpusim.timing.prediction import Prediction, busiest
from schedules.analyses.verification.simulated import simulate
from schedules.analyses.verification.verdict import CUDA
from schedules.analyses.verification.verify import run
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.compile.listing import Compiled
from schedules.compile.nvrtc import Nvrtc
from schedules.core.files import read_json, slug, write_json, write_text
from schedules.core.gpu import device_target
from schedules.core.target import DEFAULT_GPU
from schedules.measure.environment import environment, gpu_header
from schedules.sources.kernel_files import FileKernel
from schedules.sources.launch_draft import toml_text
from tune.predicting import model_hash

from .workers import answers, timed

RESULTS = Path(__file__).parents[1] / "docs/results"
Row = dict[str, Any]
OPEN, HELD_OUT, GENERIC, ASIDE = "open", "held-out", "generic", "aside"
# The record of times of each set, and the title of its row in a table.
OPEN_TIMES, HELD_OUT_TIMES = "unseen-times", "unseen-held-out"
TIMES = {
    **{OPEN: OPEN_TIMES, HELD_OUT: HELD_OUT_TIMES},
    **{GENERIC: "generic-times", ASIDE: "generic-aside"},
}
TITLES = {OPEN_TIMES: "open half", HELD_OUT_TIMES: "held-out half"}
# The extents that are small enough to be simulated, and those at which a kernel is timed.
COUNTED, TIMED = "counted", "timed"
MOST_PROCESSES = 16
# Seconds to compile a kernel, to predict it, and to compare and time it.
COMPILED_S, PREDICTED_S, TIMED_S = 90, 300, 90


@cache
def kernels() -> Mapping[str, Row]:
    """Name -> set, kind, and at COUNTED and TIMED: extents, CUDA text (`source`) and launch."""
    return {row["name"]: row for row in read_json(RESULTS / "unseen-kernels.json.gz")["kernels"]}


def names(*sets: str) -> list[str]:
    """The kernels of some sets."""
    return [name for name, row in kernels().items() if row["set"] in sets]


class Emitted(FileKernel):
    """A kernel whose text TVM emitted, compiled as TVM does: with its preamble and options."""

    @cached_property
    def machine(self) -> Compiled:
        return Compiler(self.target, Nvrtc()).compile(self.source)


def kernel(name: str, at: str) -> FileKernel:
    """A kernel at COUNTED or TIMED extents, the same machine code everywhere."""
    row = kernels()[name]
    kind = Emitted if row["emitted"] else FileKernel
    with TemporaryDirectory() as folder:
        return kind.load(str(written(name, at, Path(folder))), row[at]["launch"])


def written(name: str, at: str, folder: Path) -> Path:
    """Write a kernel's CUDA text and the description of its launch."""
    row = kernels()[name]
    file = folder / f"{slug(name).removesuffix('.json')}-{at}.cu"
    write_text(file, row[at]["source"])
    write_text(file.with_suffix(".toml"), toml_text(row[at]["launch"]))
    return file


# --- predictions ----------------------------------------------------------------------------------


def times_file(stem: str, device: str) -> Path:
    """The record of measured times of one of TIMES on a device."""
    return RESULTS / f"{stem}-{slug(device)}"


def predictions_file(chip: str) -> Path:
    """The record of the unseen kernels' predictions for a chip."""
    return RESULTS / f"unseen-predictions-{chip}.json"


def bounding(made: Prediction) -> Row:
    """What determines a prediction's error band: the busiest resource, its utilization, and the
    launch overhead as a fraction of the time."""
    resource, busy = busiest(made.launches)
    launch = made.launch_us / made.us
    return {"busiest": resource, "busy": round(busy, 4), "launch": round(launch, 4)}


def predicted(query: tuple[str, str]) -> Row:
    """Predict a kernel (name, chip); raises UserError if the model refuses."""
    name, chip = query
    known = kernel(name, TIMED)
    code, began = code_hash(known.machine.cubin), time.process_time()
    made = known.predict(chip)
    seconds = round(time.process_time() - began, 2)
    return {"code": code, "predicted_us": round(made.us, 3), **bounding(made), "cpu_s": seconds}


def predictions(chip: str, jobs: int) -> Row:
    """The record of a chip's predictions, with the commit and the hash of the model.

    `times_known` is true if a record of measured times on that chip already existed.
    """
    device, wanted = constants(chip).device, names(OPEN, HELD_OUT)
    made = answers(predicted, [(name, chip) for name in wanted], jobs, PREDICTED_S)
    return {
        "chip": chip,
        "device": device,
        "model": model_hash(chip),
        **environment(),
        "times_known": any(times_file(stem, device).exists() for stem in TITLES),
        "kernels": [
            {"kernel": name, "kind": kernels()[name]["kind"], **answer}
            for name, answer in zip(wanted, made, strict=True)
        ],
    }


def rows(made: Iterable[Row], times: Iterable[Row]) -> list[Row]:
    """A row per kernel in `times`; one that cannot be compared has the reason in `problem`."""
    known = {prediction["kernel"]: prediction for prediction in made}
    entries = []
    for recorded in times:
        prediction = known.get(recorded["kernel"], {"error": "not predicted"})
        row = {"name": recorded["kernel"], "kind": prediction.get("kind", "")}
        problem = recorded.get("error") or prediction.get("error")
        if not problem and recorded["code"] != prediction["code"]:
            problem = "the machine code that was timed is not the one that was predicted"
        if problem:
            entries.append(row | {"problem": problem})
            continue
        us, bound = prediction["predicted_us"], recorded_bound(prediction)
        between = us * bands()[bound].low, us * bands()[bound].high
        row |= {"predicted_us": us, "between_us": between, "bound": bound}
        entries.append(row | {"shape": recorded["extents"], "recorded_us": recorded["time_us"]})
    return entries


def in_band(entries: Sequence[Row]) -> int:
    """How many compared kernels were timed within the printed band of their prediction."""
    return sum(
        entry["between_us"][0] <= entry["recorded_us"] <= entry["between_us"][1]
        for entry in entries
        if "problem" not in entry
    )


# --- on a GPU -------------------------------------------------------------------------------------


def compiled(name: str) -> Row:
    """Compile a kernel into the cache."""
    for at in (COUNTED, TIMED):
        _ = kernel(name, at).machine
    return {}


def problems(known: FileKernel) -> tuple[str, ...]:
    """How a GPU's outputs deviate from the simulator's, by more than rounding allows."""
    given = known.problem()
    right = list(simulate(known, given.inputs).outputs.values())
    # Within the rounding of what the kernel executes.
    allowed = {"tolerances": None, "sensitivity": lambda relative: None}
    return run(known, replace(given, outputs=right, compared=True, **allowed), CUDA).problems


def time_one(name: str) -> Row:
    """Time a kernel; raises UserError if its output is wrong."""
    for problem in problems(kernel(name, COUNTED)):
        raise UserError(f"wrong at {kernels()[name][COUNTED]['extents']}: {problem}")
    return {"extents": kernels()[name][TIMED]["extents"], **timed(kernel(name, TIMED))}


def record_times(wanted: Sequence[str]) -> int:
    """Time kernels, and replace their entries in the records after each one.

    Returns the number of kernels that failed, whose errors are recorded and printed. Measured times
    are not printed: those that are held out must not be seen before the model is final.
    """
    header, failed = gpu_header(), 0
    list(answers(compiled, wanted, min(os.cpu_count() or 1, MOST_PROCESSES), COMPILED_S))
    for name, answer in zip(wanted, answers(time_one, wanted, 1, TIMED_S), strict=True):
        path = times_file(TIMES[kernels()[name]["set"]], header["device"])
        before = read_json(path)["kernels"] if path.exists() else []
        kept = [entry for entry in before if entry["kernel"] != name]
        entries = sorted([*kept, {"kernel": name, **answer}], key=lambda entry: entry["kernel"])
        write_json(path, {**header, "kernels": entries})
        if "error" in answer:
            failed += 1
            click.echo(f"{name}: {answer['error']}", err=True)
    click.echo(f"{len(wanted) - failed} of {len(wanted)} kernels timed")
    return failed


@click.command()
@click.option("--predict", is_flag=True, help="Predict the open and held-out kernels.")
@click.option("--times", is_flag=True, help="Verify and time every kernel on this GPU.")
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write kernels and their launches as files.",
)
@click.option("--chip", type=click.Choice(list(chips())), help="Predict only for this chip.")
@click.option("--jobs", default=2, show_default=True, help="Processes that predict.")
@click.option("--only", default="", metavar="TEXT", help="Only kernels with this in their name.")
def main(
    predict: bool, times: bool, folder: Path | None, chip: str | None, jobs: int, only: str
) -> None:
    """Predict and time kernels that the timing model was not developed on."""
    if not (predict or times or folder):
        raise UserError("nothing to do: give --predict, --times or --write")
    if predict and only:
        raise UserError("--predict replaces whole records")
    wanted = [name for name in kernels() if only in name]
    for chip_name in ([chip] if chip else chips()) if predict else ():
        write_json(predictions_file(chip_name), predictions(chip_name, jobs))
    for name in wanted if folder else ():
        for at in (COUNTED, TIMED):
            written(name, at, folder)
    failed = 0
    if times:
        if device_target() != DEFAULT_GPU:
            raise UserError(f"these are compiled for {DEFAULT_GPU.arch}, this is another GPU")
        failed = record_times(wanted)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main, "benchmarks.unseen")
