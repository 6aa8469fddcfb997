"""`tune best`: the fastest of a record."""

from __future__ import annotations

import click

from schedules.commands.terminal import print_table

from .arguments import opened, rate_of, record_argument


@click.command()
@record_argument
@click.option("--count", type=click.IntRange(1), default=5, show_default=True)
def command(reference: str, count: int) -> None:
    """The fastest candidates of a record, and its confirmed winners."""
    from schedules.results.units import short_digits

    from ..engine.recorded import recorded_job
    from ..space.base import knobs_of
    from ..winners import winners

    record = opened(reference)
    job = recorded_job(record)
    device = record.runs[-1].get("device") or "an unknown device"
    confirmed = {
        line["key"]: ", ".join(
            filter(None, [short_digits(line["time_us"]), "winner", line.get("compiler")])
        )
        for line in winners(record)
    }
    for shape in record.shapes():
        rate = rate_of(job, shape)
        rows = [
            (
                short_digits(entry.time_us),
                rate.text(entry.time_us),
                confirmed.get(entry.key, ""),
                knobs_of(entry.key) or entry.key,
            )
            for at, entry in enumerate(record.best(shape, len(record.entries)))
            if at < count or entry.key in confirmed
        ]
        title = f"{','.join(map(str, shape))} on {device}"
        if rows:
            print_table(("us", "speed", "confirmed us", "knobs"), rows, title=title)
        else:
            click.echo(f"{title}: no candidate was right")
