"""How fast candidates are measured."""

from __future__ import annotations

from .records import H200, RESULTS, read, table


def candidate_rates() -> str:
    """Candidates per minute here and by MetaSchedule's builder and runner; the tuner's memory."""
    known = read(RESULTS / f"candidates-{H200}.json")
    memory = read(RESULTS / "tuning-memory.json")
    ours, theirs = known["ours"], known["metaschedule"]
    return table(
        ("what", "here", "MetaSchedule's default", "ratio", "goal"),
        [
            *(
                (
                    f"candidates per minute, {name}",
                    f"{ours[field]:.0f}",
                    f"{theirs[field]:.0f}",
                    f"{known[f'ratio_{field}']:.1f}",
                    goal,
                )
                for name, field, goal in (
                    ("whole run", "per_minute", "ratio 10"),
                    ("after the first result", "per_minute_once_started", ""),
                )
            ),
            ("candidates measured", ours["candidates"], theirs["candidates"], "", ""),
            (
                f"memory of the tuning process after {memory['candidates']:,} candidates",
                f"{memory['peak_mb']:.0f} MB",
                "",
                "",
                f"{memory['goal_mb']:,} MB",
            ),
        ],
    )


def tracker_rates() -> str:
    """Candidates per minute through a tracker, and what bounds them.

    `stages_s` has the seconds of a stage, summed over all candidates, so the builders finish
    60 * builders * candidates / seconds candidates per minute.
    """
    crews = read(RESULTS / f"workers-{H200}.json")["through_tracker"]
    lines = []
    for crew in crews:
        stages = crew["stages_s"]
        built = sum(stages[name] for name in ("walk", "lower", "compile", "link"))
        bound = 60 * crew["builders"] * crew["candidates"] / built
        rate = crew["per_minute_while_dealt"]
        lines.append(
            (
                crew["workers"],
                crew["builders"],
                f"{rate:.0f}",
                f"{rate / crews[0]['per_minute_while_dealt']:.2f}",
                f"{bound:.0f}",
                f"{100 * rate / bound:.0f} %",
            )
        )
    head = ("GPUs", "builders", "candidates per minute", "over the first row")
    return table((*head, "bound by builders", "of that bound"), lines)
