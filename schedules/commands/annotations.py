"""Failures as GitHub annotations: one workflow command per failure, with file and line."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
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
    _, _, name = reference.partition(":")
    annotate_file(title, message, file, line_of(Path(file), step, name) if file else None)


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


def line_of(file: Path, step: str, name: str = "") -> int | None:
    """The line of a file that yields a step, or calls the primitive that the step is.

    If there is a function `name`, only its lines are searched. None if the line is ambiguous:
    `split_2` is the second call of `split`, but calls in a loop cannot be told apart.
    """
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return None
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    within = next((node for node in functions if node.name == name), tree)
    yields = (node for node in ast.walk(within) if isinstance(node, ast.Yield))
    marked = [node.lineno for node in yields if _yielded(node) == step]
    if marked or not step:
        return marked[0] if len(marked) == 1 else None
    primitive, _, number = step.rpartition("_")
    primitive, ordinal = (primitive, int(number)) if number.isdigit() else (step, 1)
    calls = sorted(_calls(within, primitive))
    if len(calls) == 1:
        return calls[0][0]
    return (
        calls[ordinal - 1][0]
        if ordinal <= len(calls) and not any(loops for _, loops in calls)
        else None
    )


def _yielded(node: ast.Yield) -> str:
    """The name of the step that a yield marks, '' if it is computed."""
    value = node.value
    first = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
    return str(first.value) if isinstance(first, ast.Constant) else ""


def _calls(node: ast.AST, primitive: str, loops: bool = False) -> Iterator[tuple[int, bool]]:
    """Lines that call a method, and whether that is in a loop."""
    called = node.func if isinstance(node, ast.Call) else None
    if isinstance(called, ast.Attribute) and called.attr == primitive:
        yield called.end_lineno or node.lineno, loops
    repeats = isinstance(node, (ast.For, ast.While, ast.ListComp, ast.GeneratorExp))
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, primitive, loops or repeats)


def _property(text: str) -> str:
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        text = text.replace(sign, code)
    return text
