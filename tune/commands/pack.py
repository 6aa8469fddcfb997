"""`tune pack`: compress a record."""

from __future__ import annotations

from pathlib import Path

import click

from gpusim.errors import UserError
from schedules.commands.options import json_option
from schedules.views.terminal import file_record, print_json


@click.command()
@click.argument("record", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@json_option("files")
def command(record: Path, as_json: bool) -> None:
    """Compress a finished record to RECORD.jsonl.gz, about fifteen times smaller.

    No trial is left out, and all commands read the packed record. `gunzip` makes it writable again,
    for `tune resume`.
    """
    from ..records.packing import pack
    from ..records.record import PLAIN, Record
    from .arguments import say

    if record.suffix != PLAIN:
        raise UserError(f"{record}: the name of a record to pack must end in {PLAIN}")
    before = record.stat().st_size
    path = pack(Record.read(record, say))
    if as_json:
        print_json("files", [file_record(path, "written")])
    else:
        click.echo(f"wrote {path}: {path.stat().st_size:,} bytes instead of {before:,}")
