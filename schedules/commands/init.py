"""`schedules init`: a draft of FILE.toml, the launch of a kernel in FILE.cu."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from gpusim.errors import UserError


@click.command("init")
@click.argument("file", metavar="FILE.cu[:KERNEL]")
@click.option("--force", is_flag=True, help="Replace an existing FILE.toml.")
@click.option(
    "--run",
    metavar="ARGUMENTS",
    help="Compile the program with nvcc, run its host code with these arguments until it launches "
    "KERNEL, and write the launch and FILE.cubin. Needs no GPU.",
)
@click.option("--arch", default="sm_90a", show_default=True, help="With --run: nvcc's -arch.")
@click.option("--compile-options", default="", help="With --run: options for nvcc.")
@click.option(
    "--arg",
    "arrays",
    multiple=True,
    metavar="NAME:DTYPE[EXTENT,...]:ROLE",
    help="With --run: the arrays that the kernel reaches, in order of address; others are bytes.",
)
def command(
    file: str,
    force: bool,
    run: str | None,
    arch: str,
    compile_options: str,
    arrays: tuple[str, ...],
) -> None:
    """Write FILE.toml from a kernel's signature, and from its <<<...>>> launch if there is one.

    Sizes that the text does not give are 1024: correct them, and set the roles of the arrays that
    the kernel writes. With --run, the launch is the one that the program makes.
    """
    name, _, kernel = file.partition(":")
    path = Path(name)
    if path.suffix != ".cu" or not path.is_file():
        raise UserError(f"{name} is not a CUDA file (.cu)")
    launch = path.with_suffix(".toml")
    if launch.exists() and not force:
        raise UserError(f"{launch} exists: --force replaces it")
    if run is None:
        from ..sources.launch_draft import draft

        launch.write_text(draft(path.read_text(encoding="utf-8"), kernel), encoding="utf-8")
        click.echo(f"{launch}: check shapes, values and roles, then run `schedules verify {file}`")
        return
    from ..sources.launch_draft import record_launch, toml_text

    options = shlex.split(compile_options)
    made, before = record_launch(path, kernel, shlex.split(run), options, arch, arrays)
    launch.write_text(toml_text(made), encoding="utf-8")
    if before:
        click.echo(f"not executed before it, {', '.join(before)}: set the values they would write")
    cubin = path.with_suffix(".cubin")
    click.echo(f"{launch}: check dtypes and roles, then run `schedules verify {cubin}`")
