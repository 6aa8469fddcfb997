"""Figures of records in the running text of docs/.

Four forms, each of which the command writes again from the records:

- `42<!-- =NAME -->` in a sentence: the number is FIGURES[NAME], with the decimals it has there;
- `1.18<!-- =gain h200 gemm/sgemm_tvm:vthread conflict_free_store 4096 -->`: the words after the
  name are the arguments of TIMES[NAME]. `of PATH CHIP RUNG SIZE` is any field of a rung's row;
- a table between `<!-- constants -->` and `<!-- /constants -->`: the first code span of the last
  cell names an entry of the chips' records (`latency.barrier: 32` is a row of a table), or a field
  of `Constants`; the columns H200 and H100 get its values;
- a table between `<!-- errors -->` and `<!-- /errors -->`: the code spans of the first cell name
  rungs; the columns get the least and the largest error of their predictions. `at 16384` or
  `at 512 to 1024` in that cell limits the largest extent of the rows.

A quantity of running text that no record has says where it comes from (`SOURCES`): `98.4 % of
cuBLAS<!-- cited -->`. On a line of its own, such a mark is for the paragraph, list or table below.
`unmarked` finds the quantities that have none.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.bands import HELD_BACK, held
from benchmarks.bands import read as predicted_ratios
from benchmarks.chip.constants import measurements
from benchmarks.predictions import summaries
from gpusim.errors import UserError
from gpusim.timing.constants import SLOWEST, bands, chips, constants
from schedules.core.files import read_json

from .records import H100, H200, rows_of

DOCS = Path(__file__).parents[2] / "docs"
# Column of a table -> chip.
COLUMNS = {"H200": "h200", "H100": "h100"}
# Chip -> the record of its ladders' times.
TIMED = {"h200": H200, "h100": H100, "epyc": "amd-epyc", "xeon": "intel-xeon-2-cores"}
# Where a quantity without a record comes from: a source that the page names; arithmetic in the
# text; one measurement by hand, which no program repeats; a prediction in the text; a number that
# this project chose, such as a time limit.
SOURCES = ("cited", "computed", "once", "predicted", "set")
_INLINE = re.compile(r"([\d,.]*\d)<!-- =([\w-]+)((?: [^\s>]+)*) -->")
_TABLE = re.compile(r"(<!-- (constants|errors) -->\n)(.*?)(<!-- /\2 -->)", re.S)
_CODE = re.compile(r"`([^`]+)`")
_EXTENTS = re.compile(r"\bat (\d+)(?: to (\d+))?")
_SOURCE = rf"<!-- (?:{'|'.join(SOURCES)}) -->"
# What is no running text, or has its source above it: blocks of code, generated tables, what is
# below the mark of a source, code spans.
_NO_PROSE = re.compile(
    r"```.*?```|<!-- (\w+)(?:: [^>]*)? -->\n.*?<!-- /\1 -->|"
    rf"^{_SOURCE}\n.*?(?=\n\n|\Z)|`[^`]*`",
    re.S | re.M,
)
_QUANTITY = re.compile(
    r"(?<![\w.])\d(?:[\d,.]*\d)?(?P<mark><!-- =[^>]*-->)?\s"
    r"(?:[µmnu]?s|%|[GT]B/s|[GT]FLOP(?:S|/s)|[GM]Hz|times|million|billion)(?![\w/])"
    rf"(?:\s(?:as|the)\s\w+)?(?P<source>\s?{_SOURCE})?"
)


@cache
def record(stem: str) -> Any:
    """A record of docs/results."""
    return read_json(DOCS / "results" / f"{stem}.json")


def rows(device: str, rung: str) -> list[dict[str, Any]]:
    """The rows of a device's record that are of one rung, 'gemm/hgemm:wmma'."""
    return [row for row in rows_of(device) if f"{row['ladder']}:{row['rung']}" == rung]


def timed(chip: str, rung: str, size: str) -> dict[str, Any]:
    """A rung's row in a chip's record; `size` has the first extents of its shape, '16x8192'."""
    first = [int(extent) for extent in size.split("x")]
    found = [row for row in rows(TIMED[chip], rung) if row["shape"][: len(first)] == first]
    if len(found) != 1:
        raise UserError(f"{len(found)} rows of {rung} at {size} in the record of {chip}")
    return found[0]


def recorded(path: str, chip: str, rung: str, size: str) -> float:
    """A number of a rung's row in a chip's record."""
    return part_of(timed(chip, rung, size), path)


def part_of(row: Any, path: str) -> float:
    """A number of a row, 'cold.time_us', where '*' is the first of several, and names are written
    with '-' for what is no letter: 'baselines.torch-compile.ratio'. After each '/' stands what it
    is divided by, another number of the row or a constant: 'counters.dram_bytes/1e9'."""
    number, *divisors = (_part(row, path) for path in path.split("/"))
    return number / math.prod(divisors)


def _part(row: Any, path: str) -> float:
    if path[0].isdigit():
        return float(path)
    for key in path.split("."):
        named = {re.sub(r"\W+", "-", name): value for name, value in row.items()}
        row = next(iter(named.values())) if key == "*" else named[key]
    return row


def gain(chip: str, rung: str, before: str, size: str) -> float:
    """How many times as fast a rung is as another one of its ladder."""
    ladder = rung.partition(":")[0]
    slow, fast = (timed(chip, path, size) for path in (f"{ladder}:{before}", rung))
    return slow["time_us"] / fast["time_us"]


def longer(chip: str, rung: str, before: str, size: str) -> float:
    """How much longer a rung takes than another one of its ladder, in percent."""
    return 100 / gain(chip, rung, before, size) - 100


def predicted(path: str, chip: str, rung: str, size: str) -> float:
    """A number of the recorded prediction for a rung, 'predicted_us'."""
    shape = timed(chip, rung, size)["shape"]
    (found,) = (
        row
        for row in record(f"predictions-{chip}")["predictions"]
        if f"{row['group']}:{row['name']}" == rung and row["shape"] == shape
    )
    return part_of(found, path)


def of_fma_peak(chip: str, rung: str, size: str) -> float:
    """The share of the FMA pipes' peak at the boost clock that a rung reaches, in percent."""
    lanes = 128 * constants(chip).multiprocessors
    peak = 2 * lanes * value(chip, "clock: ffma") * 1e-6
    return 100 * timed(chip, rung, size)["tflops"] / peak


def listing_ratio(chip: str, rung: str, size: str) -> float:
    """The first library's time over that of a document's own kernel."""
    return recorded("baselines.*.time_us", chip, rung, size) / listing(chip, rung, size)["time_us"]


def listing_gain(chip: str, rung: str, before: str, size: str) -> float:
    """How many times as fast a document's own kernel is as another one of its ladder."""
    ladder = rung.partition(":")[0]
    slow, fast = (listing(chip, path, size) for path in (f"{ladder}:{before}", rung))
    return slow["time_us"] / fast["time_us"]


def listing(chip: str, rung: str, size: str) -> dict[str, Any]:
    """The row of a document's own kernel in the record of listings."""
    (found,) = (
        row
        for row in record(f"listings-{TIMED[chip]}")["listings"]
        if f"{row['ladder']}:{row['rung']}" == rung and row["shape"][0] == int(size)
    )
    return found


def hgemv_ratios(chip: str, regime: str) -> list[float]:
    """The best rung's ratio to torch.mv at each N, 'sustained' or 'cold'."""
    best: dict[int, float] = {}
    for row in rows_of(TIMED[chip]):
        if row["ladder"] == "gemv/hgemv":
            baselines = (row["cold"] if regime == "cold" else row)["baselines"]
            n = row["shape"][0]
            best[n] = max(best.get(n, 0), baselines["torch.mv"]["ratio"])
    return list(best.values())


def cpu_seconds() -> list[float]:
    """The CPU time of each recorded prediction, its compilation by NVRTC included."""
    every = (record(f"predictions-{chip}")["predictions"] for chip in chips())
    return [row["cpu_s"] for rows in every for row in rows if "cpu_s" in row]


def predicted_within(seconds: float) -> float:
    """The fraction of the recorded predictions that took at most so much CPU time."""
    every = cpu_seconds()
    return sum(taken <= seconds for taken in every) / len(every)


def held_out(bound: str) -> tuple[int, int]:
    """How many held-out kernels with a bound are within its error band, and how many there are."""
    return held([row for row in predicted_ratios()[HELD_BACK] if row[0] == bound], bands())


def mean_error(chip: str) -> float:
    """The mean error of a chip's predictions for the ladders, in percent."""
    return 100 * summaries(record(f"predictions-{chip}")["predictions"])["ladders"]["mean_error"]


def stall_ranks() -> list[int]:
    """The ranks, by profiler samples, of the lines that are predicted to take the most time."""
    return [stall["rank"] for stall in record("predictions-h200")["stalls"]]


FIGURES: Mapping[str, Callable[[], float]] = {
    "cpu-within-3": lambda: 100 * predicted_within(3),
    "cpu-within-10": lambda: 100 * predicted_within(10),
    "cpu-most": lambda: max(cpu_seconds()),
    "mean-error-h200": lambda: mean_error("h200"),
    "mean-error-h100": lambda: mean_error("h100"),
    "held-out-within": lambda: held_out("DRAM")[0],
    "held-out": lambda: held_out("DRAM")[1],
    "slowest": lambda: 100 * SLOWEST,
    "first-line": lambda: sum(rank == 1 for rank in stall_ranks()),
    "first-two-lines": lambda: sum(rank <= 2 for rank in stall_ranks()),
    "sampled-kernels": lambda: len(stall_ranks()),
    "shared-readers": lambda: constants("h200").reading(132) / constants("h200").reading(1),
    "whole-lines": lambda: value("h200", "l2.write_half: whole, 16 warps"),
    "lone-halves": lambda: constants("h200").l2_write_half_alone,
    "warps-halves": lambda: value("h200", "dram.parts: 16 B, 1 stores apart"),
    "eight-lines": lambda: value("h200", "dram.parts_by_lines: 8 lines, 16 B, 1 stores apart"),
    "dram-read": lambda: value("h200", "dram.by_streams: 1 read, 0 written"),
    "dram-written": lambda: value("h200", "dram.by_streams: 0 read, 1 written"),
    "dram-copied": lambda: value("h200", "dram.by_streams: 1 read, 1 written"),
    "dram-rate-written": lambda: value("h200", "dram.rate: write"),
    "dram-half-apart": lambda: value("h200", "dram.parts: 16 B by blocks 256 apart"),
    "dram-far-apart": lambda: value("h200", "dram.parts: 16 B by blocks 4096 apart"),
    "merging": lambda: constants("h200").merging,
    "generic-counted": lambda: len(record("generic-counters-nvidia-h200")["schedules"]),
    "outputs-h200": lambda: len(record("outputs-nvidia-h200")["kernels"]),
    "outputs-h100": lambda: len(record("outputs-nvidia-h100-80gb-hbm3")["kernels"]),
}


TIMES: Mapping[str, Callable[..., float]] = {
    "gain": gain,
    "longer": longer,
    "less": lambda *step: -longer(*step),
    "of": recorded,
    "ratio": partial(recorded, "baselines.*.ratio"),
    "predicted": predicted,
    "of-fma-peak": of_fma_peak,
    "listing-ratio": listing_ratio,
    "listing-gain": listing_gain,
    "hgemv-least": lambda *which: min(hgemv_ratios(*which)),
}


def value(chip: str, entry: str) -> float | None:
    """A chip's constant: an entry of its record, 'name' or 'name: row', or a field of `Constants`
    as 'latencies[lds]'; None where it was not measured."""
    name, _, row = entry.partition(": ")
    measured = measurements(chip).get(name)
    if measured:
        return (measured["table"][row] if row else measured)["value"]
    field, *keys = re.findall(r"\w[^\[\]]*", entry)
    own: Any = getattr(constants(chip), field)
    for key in keys:
        own = own[int(key) if key.isdigit() else key]
    return own


def digits(number: float) -> str:
    """Three significant digits; whole numbers without decimals."""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{float(f'{number:.3g}'):g}"


def spread(chip: str, cell: str) -> str:
    """'-29 % to -11 %': the errors of the rungs that a cell names."""
    named, group = set(), ""
    for path in _CODE.findall(cell):
        before, _, name = path.rpartition(":")
        group = before or group
        named.add((group, name))
    wanted = _EXTENTS.search(cell)
    low, high = (int(wanted[1]), int(wanted[2] or wanted[1])) if wanted else (0, 1 << 62)
    every = record(f"predictions-{chip}")["predictions"]
    if missing := named - {(row["group"], row["name"]) for row in every}:
        raise UserError(f"no predictions of {missing} in {cell}")
    off = [
        100 * (row["predicted_us"] / row["recorded_us"] - 1)
        for row in every
        if (row["group"], row["name"]) in named
        and "predicted_us" in row
        and low <= max(row["shape"]) <= high
    ]
    if not off:
        return "-"
    ends = [f"{round(error):+d} %" for error in (min(off), max(off))]
    return " to ".join(dict.fromkeys(ends))


def _filled_table(kind: str, text: str) -> Iterator[str]:
    """The lines of a marked table with the chips' columns filled in again."""
    head, rule, *lines = text.splitlines()
    titles = [title.strip() for title in head.strip("|").split("|")]
    yield from (head, rule)
    for line in lines:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        for title, chip in COLUMNS.items():
            if kind == "errors":
                made = spread(chip, cells[0])
            else:
                made = digits(value(chip, _CODE.findall(cells[-1])[0]))
            cells[titles.index(title)] = made
        yield f"| {' | '.join(cells)} |"


def _number(match: re.Match) -> str:
    said, name, arguments = match.groups()
    known = TIMES if arguments else FIGURES
    if name not in known:
        raise UserError(f"no figure {name!r}; there are {', '.join(known)}")
    decimals = len(said.partition(".")[2])
    return f"{known[name](*arguments.split()):,.{decimals}f}<!-- ={name}{arguments} -->"


def filled(text: str) -> str:
    """A page with all of its figures filled in from the records."""
    text = _TABLE.sub(
        lambda match: f"{match[1]}{chr(10).join(_filled_table(match[2], match[3]))}\n{match[4]}",
        text,
    )
    return _INLINE.sub(_number, text)


def unmarked(text: str) -> list[str]:
    """The quantities of a page's running text that say neither which record has them nor another
    source."""
    return [
        match[0]
        for match in _QUANTITY.finditer(_NO_PROSE.sub("", text))
        if not (match["mark"] or match["source"])
    ]
