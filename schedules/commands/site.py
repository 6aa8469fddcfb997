"""`schedules site`: ladders, guides, results and exercises as a folder of pages."""

from __future__ import annotations

from pathlib import Path

import click

from ..views.terminal import file_record, print_json
from .options import OUT_FOLDER, json_option
from .references import REFERENCE


@click.command("site")
@click.argument("references", type=REFERENCE, nargs=-1, metavar="[LADDER[:RUNG] ...]")
@click.option("--out", type=OUT_FOLDER, required=True, help="New folder, or a site to replace.")
@click.option(
    "--predict", is_flag=True, help="Include predicted times; a kernel takes up to half a minute."
)
@json_option("files")
def command(references, out: Path, predict: bool, as_json: bool) -> None:
    """Write a static site: ladder pages, guides, results, exercises and search.

    The site works from a local disk and from any host. By default it has all ladders, which takes
    minutes.
    """
    from ..site.build import check_folder, site, write_site

    check_folder(out)
    files = site(references, predict)
    write_site(out, files)
    if as_json:
        print_json("files", [file_record(out / address, "written") for address in sorted(files)])
        return
    size = sum((out / address).stat().st_size for address in files)
    click.echo(f"{out / 'index.html'}: {len(files)} files, {size / 1e6:.1f} MB")
