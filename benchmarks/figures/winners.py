"""Winners of the tuner's jobs that were run on an H200."""

from __future__ import annotations

from collections import Counter

from schedules.measure.units import short_digits
from tune.records.record import Record
from tune.winners import winners

from .records import H200, TUNING, read, table

# Jobs of the rungs that this project wrote; those of a document's kernels are on ladders' pages.
JOBS = (
    *("sgemm_h200", "sgemm_accumulate_h200", "hgemm_h200", "hgemm_wgmma_h200"),
    *("gemv_f16_h200", "gemv_int8_h200", "gemv_int4_h200"),
)
# Jobs whose winners were confirmed by NVRTC before `bench`'s compiler confirmed them.
CONFIRMED_TWICE = {"sgemm_h200": (1024, 2048, 4096, 8192), "hgemm_h200": (4096, 8192)}


def record_of(job: str) -> Record:
    return Record.read(TUNING / f"{job}-{H200}.jsonl.gz")


def jobs() -> str:
    """Each job's winner at each size."""
    lines, kinds = [], Counter()
    for job in JOBS:
        record = record_of(job)
        kinds.update(entry.kind for entry in record.entries)
        for winner in winners(record):
            shape = tuple(winner["shape"])
            lines.append(
                (
                    f"[`{job}`](tuning/{job}-{H200}.jsonl.gz)",
                    shape[0],
                    sum(entry.shape == shape for entry in record.entries),
                    short_digits(winner["time_us"]),
                    f"{winner['hand_written_us'] / winner['time_us']:.3f}",
                    winner["key"].partition(" ")[2],
                )
            )
    head = ("job", "size", "candidates", "winner, µs", "hand-written / winner", "knobs")
    wrong = f"Of {kinds.total():,} candidates, {kinds['wrong']} computed a wrong result.\n"
    return f"{table(head, lines)}\n{wrong}"


def beside_rungs() -> str:
    """The winners and the hand-written rungs of their ladder, as timed by `bench`."""
    times: dict[tuple, dict[str, float]] = {}
    ties = {}
    for row in read(TUNING / f"beside-hand-written-{H200}.json")["rows"]:
        problem = row["ladder"], row["dtype"], row["shape"][0]
        times.setdefault(problem, {})[row["rung"]] = row["time_us"]
        ties[problem] = row["tie_ratio"]
    lines = []
    for (ladder, dtype, size), among in times.items():
        best = min((rung for rung in among if "@" not in rung), key=among.__getitem__)
        for rung in (rung for rung in among if "@" in rung):
            own = rung.partition("@")[0]
            ratios = (f"{among[other] / among[rung]:.3f}" for other in (best, own))
            tie = f"{ties[ladder, dtype, size]:.3f}"
            lines.append((f"`{ladder}:{own}`, {dtype}", size, f"`{best}`", *ratios, tie))
    head = ("winner", "size", "best hand-written rung", "best / winner", "own tile / winner", "tie")
    return table(head, sorted(lines))


def compilers() -> str:
    """Winners chosen with NVRTC's code, timed with both compilers' code."""
    rows = read(TUNING / f"chosen-by-nvrtc-timed-by-nvcc-{H200}.json")["rows"]
    by_nvcc = {(row["ladder"], row["rung"], row["shape"][0]): row["time_us"] for row in rows}
    lines = []
    for job, sizes in CONFIRMED_TWICE.items():
        record = record_of(job)
        ladder, _, rung = record.job()["workload"].partition(":")
        for size in sizes:
            first = next(
                line
                for line in record.finals
                if line["shape"][0] == size and not line.get("compiler")
            )
            tuned = by_nvcc[ladder, f"{rung}@{H200}", size]
            ratios = (
                first["hand_written_us"] / first["time_us"],
                by_nvcc[ladder, rung, size] / tuned,
            )
            lines.append((f"`{ladder}:{rung}`", size, *(f"{ratio:.3f}" for ratio in ratios)))
    head = ("winner", "size", "hand-written / winner, NVRTC", "hand-written / winner, nvcc")
    return table(head, lines)
