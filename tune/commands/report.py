"""`tune report`: a record as a page."""

from __future__ import annotations

from pathlib import Path

import click

from schedules.commands.options import OUT_FILE

from .arguments import opened, output_file, record_argument


@click.command()
@record_argument
@click.option(
    "--out", type=OUT_FILE, callback=output_file, help="By default beside the record, as .html."
)
def command(reference: str, out: Path | None) -> None:
    """A record as an HTML page: curves, knobs, failures, the winner's diff and its CUDA."""
    from schedules.files import write_text

    from ..reports.page import page

    record = opened(reference)
    out = out or record.path.with_suffix(".html")
    write_text(out, page(record))
    click.echo(f"wrote {out}")
