"""What is wrong as GitHub's annotations: a workflow command a line, beside the line it is about."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ..names import is_file

TEXT, GITHUB = "text", "github"
format_option = click.option(
    "--format",
    "style",
    type=click.Choice([TEXT, GITHUB]),
    default=TEXT,
    show_default=True,
    help="github: what is wrong as annotations of a pull request.",
)


def annotate(title: str, message: str, reference: str = "", step: str = "") -> None:
    """Print an error, at the line of a user's file where a step is made if that is found."""
    file = reference.partition(":")[0]
    where = f"file={_property(file)}," if is_file(reference) else ""
    if where and (line := line_of(Path(file), step)):
        where += f"line={line},"
    text = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    click.echo(f"::error {where}title={_property(title)}::{text}")


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
