"""`python -m benchmarks.figures [--check]`."""

from __future__ import annotations

import sys

import click

from schedules.commands.program import run_command
from schedules.core.files import write_text

from . import filled, prose
from .records import ROOT


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a page is out of date.")
def command(check: bool) -> None:
    """Write the figures and tables of docs/ that are made from records."""
    stale = {}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if (new := prose.filled(filled(text))) != text:
            stale[page] = new
    for page, text in stale.items():
        if not check:
            write_text(page, text)
        click.echo(f"{page} is out of date" if check else f"wrote {page}")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    run_command(command, "figures")
