"""Winners of the tuner's jobs that were run on an H200, beside the hand-written rungs."""

from __future__ import annotations

from .records import H200, TUNING, read, table


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
