"""`python -m benchmarks.figures [--check] [--no-pictures]`."""

from __future__ import annotations

import sys

import click

from schedules.commands.program import run_command
from schedules.core.files import write_text

from . import drawn, images, pages
from .records import RESULTS, ROOT


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file is out of date.")
@click.option(
    "--no-pictures",
    is_flag=True,
    help="Leave out docs/figures: its kernels are compiled and predicted, which takes minutes.",
)
def command(check: bool, no_pictures: bool) -> None:
    """Write every table, plot, figure and picture of the README and docs/ that is generated."""
    made = pages() | images() | ({} if no_pictures else drawn.pictures())
    stale = [
        *(
            path
            for path, text in made.items()
            if not path.exists() or path.read_text(encoding="utf-8") != text
        ),
        *(path for path in sorted(RESULTS.glob("*/*.svg")) if path not in made),
        *(path for path in sorted(drawn.FOLDER.glob("*.svg")) if path.stem not in drawn.DRAWN),
    ]
    for path in stale:
        name = path.relative_to(ROOT)
        if check:
            click.echo(f"{name} is out of date")
        elif path in made:
            write_text(path, made[path])
            click.echo(f"wrote {name}")
        else:
            path.unlink()
            click.echo(f"removed {name}")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    run_command(command, "benchmarks.figures")
