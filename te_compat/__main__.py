"""`python -m te_compat SCRIPT.py [ARGUMENTS ...]`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command

from .command import var_option


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    help="Run a script for the old te.create_schedule, unmodified, on today's TVM.",
)
@click.option("--on-cpu", is_flag=True, help="Run its CUDA kernels serially on this machine's CPU.")
@click.option(
    "--all-blocks",
    is_flag=True,
    help="With --on-cpu, run all thread blocks of kernels that take minutes.",
)
@var_option
@click.argument("script", type=click.Path(path_type=Path))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def main(
    on_cpu: bool,
    all_blocks: bool,
    sizes: dict[str, int],
    script: Path,
    arguments: tuple[str, ...],
) -> None:
    from .script import missing_of_the_script, own_traceback, run_script
    from .symbolic import Sizes

    try:
        options = {"on_cpu": on_cpu, "all_blocks": all_blocks, "sizes": Sizes(sizes)}
        run_script(script, arguments, **options)
    except (UserError, click.ClickException, click.Abort):
        raise
    except Exception as error:  # User code may raise anything.
        if missing := missing_of_the_script(error, script):
            raise UserError(missing) from None
        click.echo(own_traceback(error, script), err=True, nl=False)
        sys.exit(1)


if __name__ == "__main__":
    run_command(main, "te_compat", invoked_as="python -m te_compat")
