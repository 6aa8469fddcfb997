"""`python -m schedules.legacy SCRIPT.py [ARGUMENTS ...]`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..errors import UserError


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    help="Run a script for the old te.create_schedule, unmodified, on today's TVM.",
)
@click.option("--on-cpu", is_flag=True, help="Run its CUDA kernels serially on this machine's CPU.")
@click.argument("script", type=click.Path(path_type=Path))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def main(on_cpu: bool, script: Path, arguments: tuple[str, ...]) -> None:
    from .script import own_traceback, run_script

    try:
        run_script(script, arguments, on_cpu=on_cpu)
    except (UserError, click.ClickException, click.Abort):
        raise
    except Exception as error:  # the script is anybody's code
        click.echo(own_traceback(error, script), err=True, nl=False)
        sys.exit(1)


def run() -> None:
    """The command; an expected error is one line on stderr and an exit code."""
    try:
        main(prog_name="python -m schedules.legacy", standalone_mode=False)
    except UserError as error:
        click.echo(f"schedules.legacy: {error}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        click.echo(f"schedules.legacy: {error.format_message()}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("schedules.legacy: interrupted", err=True)
        sys.exit(130)


if __name__ == "__main__":
    run()
