"""The sections of docs/ladders that are generated from records, between marks.

`<!-- reproduced -->` ... `<!-- /reproduced -->` has each step's ratio in the source and in the
records (`reproduction`); `<!-- tuned -->` ... `<!-- /tuned -->` compares the tuner's tiles with
those of the ladder.
"""

from __future__ import annotations

import json
import math
import re
import statistics
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...core.files import read_bytes
from ...core.ladder import Ladder
from ..records import Record
from .reproduction import differences, section
from .units import shape_text, short_digits

MARKED = re.compile(r"(<!-- (reproduced|tuned) -->\n)(.*?)(<!-- /\2 -->)", re.S)


def ladder_pages(
    folder: Path, records: Sequence[Record], ladders: Mapping[str, Ladder], tuning: Path
) -> dict[Path, str]:
    """The pages of `folder` with their marked sections regenerated; `tuning` has the tuner's
    records."""
    said, logs = differences(folder), logs_in(tuning)
    pages = {}
    for name, ladder in ladders.items():

        def filled(match: re.Match, ladder=ladder) -> str:
            if match[2] == "tuned":
                body = tuned_section(ladder, tuning, logs)
            else:
                body = section(ladder, records, said.get(ladder.name, {}))
            return match[1] + body + match[4]

        for page in pages_of(folder, name):
            pages[page] = MARKED.sub(filled, page.read_text(encoding="utf-8"))
    return pages


def pages_of(folder: Path, ladder: str) -> list[Path]:
    """A ladder's main page, NAME.md, and the pages beside it, NAME-TOPIC.md, that exist."""
    stem = ladder.rpartition("/")[2]
    main = folder / f"{stem}.md"
    return [*filter(Path.exists, [main]), *sorted(folder.glob(f"{stem}-*.md"))]


def logs_in(tuning: Path) -> dict[Path, list[dict]]:
    """The lines of every record of the tuner in a folder."""
    return {
        file: [json.loads(text) for text in read_bytes(file).splitlines()]
        for file in records_in(tuning)
    }


def records_in(tuning: Path, job: str = "") -> list[Path]:
    """The tuner's records in a folder, packed or not; with `job`, those of one job."""
    return sorted(tuning.glob(f"{job}-*.jsonl*" if job else "*.jsonl*"))


def confirmed(log: Sequence[dict]) -> list[dict]:
    """The winners in a tuner's record, the last confirmed one of each shape, with rung and device.

    Excludes MetaSchedule's own space: a trace is not a tile.
    """
    finals: dict[tuple, dict] = {}
    run, counts = {}, {}
    for line in log:
        if line["type"] == "run":
            run = line
        elif line["type"] == "candidate":
            size = line["key"].partition(" ")[0]
            counts[size] = counts.get(size, 0) + 1
        elif line["type"] == "final" and line.get("hand_written_us"):
            finals[tuple(line["shape"])] = line
    if run.get("job", {}).get("space") == "auto":
        return []
    return [
        {
            **line,
            "rung": run["job"]["workload"],
            "device": run["device"],
            "knobs": line["key"].partition(" ")[2],
            "candidates": counts.get(line["key"].partition(" ")[0], 0),
        }
        for line in finals.values()
    ]


def tuned_section(ladder: Ladder, tuning: Path, logs: Mapping[Path, Sequence[dict]]) -> str:
    """A table that compares the tuner's winners with the ladder's own tiles."""
    rows = []
    for file, log in logs.items():
        for winner in confirmed(log):
            name, _, rung = winner["rung"].partition(":")
            if name != ladder.name:
                continue
            ratio = winner["hand_written_us"] / winner["time_us"]
            link = f"[`{rung}`](../tuning/{file.name})"
            times = f"{short_digits(winner['hand_written_us'])} | {short_digits(winner['time_us'])}"
            cells = (
                f"{link} | {winner['device']} | {shape_text(winner['shape'])} | "
                f"{winner['candidates']} | {times} | {ratio:.3f} | {winner['knobs']}"
            )
            place = ladder.rungs[rung].index if rung in ladder.rungs else 0
            rows.append((place, winner["device"], tuple(winner["shape"]), f"| {cells} |"))
    jobs = unmeasured(ladder, tuning)
    waiting = f"Not measured: {', '.join(f'`{job}`' for job in jobs)}.\n" if jobs else ""
    if not rows:
        return waiting or "No job searches a tile of this ladder.\n"
    head = [
        "| rung | device | size | candidates | by hand, us | best, us | ratio | best tile |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    shared = [line for file, log in logs.items() if (line := for_all(ladder, file.name, log))]
    waiting = "\n".join([*shared, waiting]) if shared else waiting
    table = "\n".join([*head, *(text for *_, text in sorted(rows))]) + "\n"
    return table + (f"\n{waiting}" if waiting else "")


def for_all(ladder: Ladder, name: str, log: Sequence[dict]) -> str:
    """The cost of using one tile for all sizes of a job; '' if the job skipped parts of its
    space."""
    job = next((line["job"] for line in log if line["type"] == "run"), {})
    if not job.get("workload", "").startswith(f"{ladder.name}:") or job["strategy"] != "grid":
        return ""
    times: dict[str, dict[str, float]] = {}
    for line in log:
        if line["type"] == "candidate" and line["kind"] == "ok":
            size, _, knobs = line["key"].partition(" ")
            times.setdefault(knobs, {})[size] = statistics.median(line["times_us"])
    sizes = {size for known in times.values() for size in known}
    whole = {knobs: known for knobs, known in times.items() if known.keys() == sizes}
    if len(sizes) < 2 or not whole:
        return ""
    best = {size: min(known[size] for known in times.values() if size in known) for size in sizes}
    over = {knobs: [known[size] / best[size] for size in sizes] for knobs, known in whole.items()}
    chosen = min(over, key=lambda knobs: math.prod(over[knobs]))
    return (
        f"One tile for the {len(sizes)} sizes of `{name.partition('-')[0]}`: `{chosen}` takes "
        f"{min(over[chosen]):.3f} to {max(over[chosen]):.3f} times each size's best as searched.\n"
    )


def unmeasured(ladder: Ladder, tuning: Path) -> list[str]:
    """The tuner's jobs for rungs of a ladder that have no record in `tuning`."""
    names = []
    for file in sorted((tuning.parents[1] / "tune" / "jobs").glob("*.toml")):
        workload = tomllib.loads(file.read_text(encoding="utf-8"))["workload"]
        if workload.startswith(f"{ladder.name}:") and not records_in(tuning, file.stem):
            names.append(file.stem)
    return names
