"""`schedules report`: the explorer page as one offline HTML file."""

from __future__ import annotations

from pathlib import Path

import click

from .options import OUT_FILE


@click.command("report")
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option("--out", type=OUT_FILE, default=Path("report.html"), show_default=True)
def command(references, out: Path) -> None:
    """The explorer page as one offline HTML file, by default of all ladders."""
    from ..explorer.page import report
    from ..files import write_text

    text = report(references)
    write_text(out, text)
    rungs = text.count('<script type="application/octet-stream"')
    click.echo(f"{out}: {rungs} rungs, {len(text.encode()) / 1e6:.1f} MB")
