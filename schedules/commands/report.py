"""`schedules report`: the explorer page as one offline HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..views.terminal import file_record, print_json
from .options import OUT_FILE, REFERENCE, takes


@click.command("report")
@click.argument("references", type=REFERENCE, nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option(
    "--out", type=OUT_FILE, default=Path("report.html"), show_default=True, help="File to write."
)
@click.option(
    "--predict",
    is_flag=True,
    help="Include predicted times, as for a single rung; a kernel takes up to half a minute.",
)
@takes("arch", "compiler", "launch", json="files")
def command(
    references, out: Path, predict: bool, arch: str | None, as_json: bool, launch: dict[str, Any]
) -> None:
    """Write the explorer page as a single offline HTML file, by default with all ladders."""
    from ..core.files import write_text
    from ..explorer.page import report
    from ..sources.names import check_launch_options

    check_launch_options(launch, references)
    text = report(references, predict, launch, arch)
    write_text(out, text)
    if as_json:
        print_json("files", [file_record(out, "written")])
        return
    rungs = text.count('<script type="application/octet-stream" id="rung-')
    click.echo(f"{out}: {rungs} rungs, {len(text.encode()) / 1e6:.1f} MB")
