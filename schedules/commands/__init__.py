"""The command line `schedules`: a file per verb.

Modules that need TVM are imported inside the commands: TVM takes most of a second to load.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import NoReturn

import click

from .. import __version__
from ..processes.platforms import crash_in_silence
from ..sources import names
from .program import Verbs, run_command


def _by_other_packages(path: str, name: str, shape: Sequence[int] | None):
    """The rung of a file that another package recognizes through an entry point, or None."""
    for entry in entry_points(group="schedules.file_loaders"):
        load = entry.load()
        crash_in_silence()
        if rung := load(path, name, shape):
            return rung
    return None


names.FILE_LOADERS.insert(0, _by_other_packages)


def terms() -> str:
    """The glossary."""
    from ..views.glossary import as_text

    return as_text()


@click.group(
    cls=Verbs,
    package=__name__,
    topics={"terms": terms},
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="schedules")
def cli() -> None:
    """Explore schedules of TVM tensor expressions, step by step.

    Name a kernel as LADDER:RUNG:STEP, for example gemm/sgemm_tvm:vthread:bind_fetch, or name a
    schedule in your own file as FILE.py:NAME:STEP.

    `schedules help terms` explains the terms. --traceback shows the Python traceback of an internal
    error, --verbose the full text of an error that TVM reports.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line."""
    run_command(cli, "schedules", arguments, "interrupted; no file is half-written")
