"""Failures as GitHub annotations: one workflow command per failure, with its file."""

from __future__ import annotations

from collections.abc import Iterable
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


def annotate(title: str, message: str, reference: str = "") -> None:
    """Print an error, at a user's file if `reference` names one."""
    annotate_file(title, message, reference.partition(":")[0] if is_file(reference) else "")


def annotate_file(title: str, message: str, file: str = "", line: int | None = None) -> None:
    """Print an error, at a line of a file if there is one."""
    where = f"file={_property(file)}," if file else ""
    where += f"line={line}," if line else ""
    text = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    click.echo(f"::error {where}title={_property(title)}::{text}")


def annotate_failures(title: str, outcomes: Iterable[Outcome]) -> None:
    """Print what went wrong with rungs and files."""
    for outcome in outcomes:
        for problem in filter(None, [*outcome.verified.failures, outcome.error, outcome.crash]):
            annotate(title, problem, outcome.reference)


def check_format(style: str, check: bool) -> None:
    """Raises UsageError for annotations without --check: only a comparison has problems."""
    if style == GITHUB and not check:
        raise click.UsageError("--format github requires --check")


def _property(text: str) -> str:
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        text = text.replace(sign, code)
    return text
