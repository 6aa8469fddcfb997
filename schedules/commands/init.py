"""`schedules init`: a draft of FILE.toml, the launch of a kernel in FILE.cu."""

from __future__ import annotations

from pathlib import Path

import click

from gpusim.errors import UserError


@click.command("init")
@click.argument("file", metavar="FILE.cu[:KERNEL]")
@click.option("--force", is_flag=True, help="Replace an existing FILE.toml.")
def command(file: str, force: bool) -> None:
    """Write FILE.toml from a kernel's signature, and from its <<<...>>> launch if there is one.

    Sizes that the text does not give are 1024: correct them, and set the roles of the arrays that
    the kernel writes.
    """
    from ..sources.launch_draft import draft

    name, _, kernel = file.partition(":")
    path = Path(name)
    if path.suffix != ".cu" or not path.is_file():
        raise UserError(f"{name} is not a CUDA file (.cu)")
    launch = path.with_suffix(".toml")
    if launch.exists() and not force:
        raise UserError(f"{launch} exists: --force replaces it")
    launch.write_text(draft(path.read_text(encoding="utf-8"), kernel), encoding="utf-8")
    click.echo(f"{launch}: check shapes, values and roles, then run `schedules verify {file}`")
