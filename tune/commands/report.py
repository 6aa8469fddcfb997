"""`tune report`: a record as a page."""

from __future__ import annotations

from pathlib import Path

import click

from schedules.commands.options import OUT_FILE, json_option
from schedules.views.terminal import file_record, print_json

from .arguments import opened, output_file, record_argument


@click.command()
@record_argument
@click.option(
    "--out",
    type=OUT_FILE,
    callback=output_file,
    help="File to write; by default the record's name with .html.",
)
@json_option("files")
def command(reference: str, out: Path | None, as_json: bool) -> None:
    """Write an HTML page of a record: curves, knobs, failures, the winner's diff and CUDA."""
    from schedules.core.files import write_text

    from ..reports.page import page

    record = opened(reference)
    out = out or record.path.with_name(record.name).with_suffix(".html")
    write_text(out, page(record))
    if as_json:
        print_json("files", [file_record(out, "written")])
    else:
        click.echo(f"wrote {out}")
