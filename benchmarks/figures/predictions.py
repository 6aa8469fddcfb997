"""Tables of docs/predicting.md: errors of the predicted times of everything that was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.predictions import summaries

from .records import RESULTS, read, table

PER_CHIP = ("rows", "mean error (bias)", "within 15 %", "worst")
STALL_TITLES = (
    *("kernel", "hottest CUDA line, predicted", "predicted share"),
    *("share of samples", "rank by samples"),
)
ALL = "all of the ladders"


def predictions() -> str:
    """Summaries of the chips' records side by side, the newest chip first."""
    records = [read(file) for file in sorted(RESULTS.glob("predictions-*.json"), reverse=True)]
    made = {record["chip"].upper(): summaries(record["predictions"]) for record in records}
    titles = ("kernels", *(f"{chip}: {name}" for chip in made for name in PER_CHIP))
    parts = [f"{''.join(map(_head, records))}\n{table(titles, _rows([*made.values()]))}\n"]
    for chip, known in made.items():
        parts.append(
            f"- {chip}: {known['pairs']:,} pairs of rungs have the same shape and times that "
            f"differ by more than 5 %; the model orders {known['pairs_right']:.0%} of them "
            "correctly. The rung that is predicted to be the fastest takes "
            f"{known['lost_by_taking_the_best']:.1%} longer on average than the fastest rung.\n"
        )
    for record in records:
        if record["stalls"]:
            parts.append("\n" + table(STALL_TITLES, map(_stall, record["stalls"])))
    return "".join(parts)


def _head(record: dict[str, Any]) -> str:
    """The device and the compilers of its rows."""
    rows = Counter(row["compiler"] for row in record["predictions"])
    code = " and ".join(f"{count} rows compiled by {name}" for name, count in rows.items())
    return f"- {record['chip'].upper()}: {record['device']}, {code}.\n"


def _rows(known: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    for name in [*known[0]["groups"], ALL]:
        cells = [name]
        for chip in known:
            group = chip["ladders"] if name == ALL else chip["groups"][name]
            cells.append(f"{group['predicted']} of {group['rows']}")
            cells.append(f"{group['mean_error']:.1%} ({group['bias']:+.1%})")
            cells += [f"{group['within_15']:.0%}", f"{group['worst_error']:+.0%}"]
        yield cells


def _stall(stall: dict[str, Any]) -> list[Any]:
    shares = f"{stall['predicted']:.0%}", f"{stall['sampled']:.0%}"
    return [f"`{stall['kernel']}`", stall["line"], *shares, stall["rank"] or "not sampled"]
