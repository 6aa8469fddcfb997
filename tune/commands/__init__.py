"""The command line `tune`: one file per verb, loaded when the verb is used.

Imports are inside the commands, because TVM takes most of a second to load and an error in the
arguments should be reported at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import click

from schedules import __version__
from schedules.commands.program import Verbs, run_command


@click.group(cls=Verbs, package=__name__, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tune")
def cli() -> None:
    """Tune rungs and your own schedules; every candidate is verified, every run can be resumed.

    JOB is a TOML file or the name of a job in tune/jobs. RECORD is the JSON Lines file that a run
    writes, packed or not, or a JOB, which names its record on this device.

    --traceback shows the Python traceback of an internal error, --verbose the full text of an error
    that TVM reports.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line."""
    run_command(cli, "tune", arguments)
