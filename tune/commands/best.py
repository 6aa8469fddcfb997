"""`tune best`: the fastest candidates of a record."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

import click

from schedules.commands.options import json_option
from schedules.views.terminal import print_json, print_table

from .arguments import opened, rate_of, record_argument

if TYPE_CHECKING:
    from ..records.lines import Entry
    from ..records.record import Record


@click.command()
@record_argument
@click.option(
    "--count", type=click.IntRange(1), default=5, show_default=True, help="Candidates per shape."
)
@json_option("candidates")
def command(reference: str, count: int, as_json: bool) -> None:
    """List the fastest candidates of a record and its confirmed winners."""
    from schedules.measure.units import short_digits

    from ..engine.recorded import recorded_job
    from ..space.base import knobs_of
    from ..winners import winners

    record = opened(reference)
    job = recorded_job(record)
    device = record.runs[-1].get("device") or "an unknown device"
    won = {line["key"]: line for line in winners(record)}
    ranked = {shape: fastest(record, shape, count, won) for shape in record.shapes()}
    if as_json:
        records = []
        for shape, entries in ranked.items():
            rows = [
                {
                    "key": entry.key,
                    "time_us": entry.time_us,
                    "confirmed_us": won.get(entry.key, {}).get("time_us"),
                }
                for entry in entries
            ]
            about = {"workload": job.workload, "device": device, "shape": shape}
            records.append({**about, "candidates": rows})
        print_json("candidates", records)
        return
    confirmed = {
        key: ", ".join(
            filter(None, [short_digits(line["time_us"]), "winner", line.get("compiler")])
        )
        for key, line in won.items()
    }
    for shape, entries in ranked.items():
        rate = rate_of(job, shape)
        rows = [
            (
                short_digits(entry.time_us),
                rate.text(entry.time_us),
                confirmed.get(entry.key, ""),
                knobs_of(entry.key) or entry.key,
            )
            for entry in entries
        ]
        title = f"{','.join(map(str, shape))} on {device}"
        if rows:
            print_table(("us", "speed", "confirmed us", "knobs"), rows, title=title)
        else:
            click.echo(f"{title}: no candidate was correct")


def fastest(record: Record, shape, count: int, also: Container[str]) -> list[Entry]:
    """A record's `count` fastest candidates at a shape, and those in `also`, fastest first."""
    ranked = record.best(shape, len(record.entries))
    return [entry for rank, entry in enumerate(ranked) if rank < count or entry.key in also]
