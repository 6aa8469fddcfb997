"""`schedules publish`: pages and plots from the recorded results."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gpusim.errors import UserError

from ..views.terminal import file_record, print_json
from .annotations import GITHUB, annotate_file, check_format, format_option
from .options import FILE, json_option

RESULTS = Path("docs/results")


@click.command("publish")
@click.option(
    "--results",
    "files",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="Record to publish, by default docs/results/*.json. Repeatable.",
)
@click.option(
    "--readme",
    type=FILE,
    default=Path("README.md"),
    show_default=True,
    help="Page whose marked sections are generated.",
)
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if the files differ.")
@json_option("files")
@format_option
def command(files: tuple[Path, ...], readme: Path, check: bool, as_json: bool, style: str) -> None:
    """Generate tables and plots from records: README sections and a page per device."""
    check_format(style, check)
    from ..core.catalog import ladders
    from ..core.files import read_json, write_text
    from ..measure.publishing.publish import published
    from ..measure.records import Recorded, is_record, load
    from ..schemas.measurements import check_record

    if not readme.is_file():
        raise UserError(
            f"no such file: {readme}: run this in the project's folder or give --readme"
        )
    if files:
        missing = [str(path) for path in files if not path.is_file()]
        if missing:
            raise UserError(f"no such record: {', '.join(missing)}")
        recorded = [Recorded(path, load(path)) for path in files]
    else:
        # The folder also has other results, such as how long the tool itself takes.
        recorded = [
            Recorded(path, record)
            for path in sorted(RESULTS.glob("*.json"))
            if is_record(record := read_json(path)) and record["rows"]
        ]
    if not recorded:
        raise UserError(f"no record in {RESULTS}: run this in the project's folder")
    for device in recorded:
        check_record(device.path, device.record)
    made = published(recorded, ladders(), readme, readme.read_text(encoding="utf-8"))
    different = [
        path
        for path, text in made.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    stale = [
        path
        for device in recorded
        for path in sorted(device.folder.glob("*.svg"))
        if path not in made
    ]
    changed: list[tuple[Path, str]] = []
    for path in [*different, *stale]:
        if check:
            changed.append((path, "stale"))
            if style == GITHUB:
                annotate_file("stale: run `schedules publish`", "not the records'", str(path))
            click.echo(f"{path} is stale: run `schedules publish`", err=True)
        elif path in made:
            write_text(path, made[path])
            changed.append((path, "written"))
        else:
            path.unlink()
            changed.append((path, "removed"))
        if not check and not as_json:
            click.echo(f"{'wrote' if path in made else 'removed'} {path}")
    if as_json:
        print_json("files", [file_record(*file) for file in changed])
    sys.exit(1 if check and changed else 0)
