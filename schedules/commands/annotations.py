"""What is wrong as GitHub's annotations: a workflow command a line, beside the line it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..sources.names import is_file

if TYPE_CHECKING:
    from .rungs import Outcome

TEXT, GITHUB = "text", "github"
format_option = click.option(
    "--format",
    "style",
    type=click.Choice([TEXT, GITHUB]),
    default=TEXT,
    show_default=True,
    help="github: print problems as annotations of a pull request.",
)


def annotate(title: str, message: str, reference: str = "", step: str = "") -> None:
    """Print an error, at the line of a user's file where a step is made if that is found."""
    file = reference.partition(":")[0] if is_file(reference) else ""
    annotate_file(title, message, file, line_of(Path(file), step) if file else None)


def annotate_file(title: str, message: str, file: str = "", line: int | None = None) -> None:
    """Print an error, at a line of a file if there is one."""
    where = f"file={_property(file)}," if file else ""
    where += f"line={line}," if line else ""
    text = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    click.echo(f"::error {where}title={_property(title)}::{text}")


def annotate_failures(title: str, outcomes: Iterable[Outcome]) -> None:
    """Print what went wrong with rungs and files."""
    for outcome in outcomes:
        for problem in filter(None, [*outcome.failures, outcome.error, outcome.crash]):
            annotate(title, problem, outcome.reference)


def check_format(style: str, check: bool) -> None:
    """Raises UsageError for annotations without --check: only a comparison has problems."""
    if style == GITHUB and not check:
        raise click.UsageError("--format github requires --check")


def line_of(file: Path, step: str) -> int | None:
    """The line of a file that names a step, or calls the primitive that it is; None for none."""
    primitive = re.sub(r"_\d+$", "", step)
    wanted = re.compile(rf"[\"']{re.escape(step)}[\"']|\.{re.escape(primitive)}\(")
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    numbers = (number for number, line in enumerate(lines, 1) if step and wanted.search(line))
    return next(numbers, None)


def _property(text: str) -> str:
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        text = text.replace(sign, code)
    return text
