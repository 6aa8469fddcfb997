"""Shell completion of references: ladders, rungs, steps; files and the names in them.

A user's file is parsed for this, never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from gpusim.errors import UserError

from ..sources.names import KERNEL_SUFFIXES, is_file


class Reference(click.ParamType):
    """A reference as text; names.py resolves it."""

    name = "text"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        head, colon, _ = incomplete.rpartition(":")
        try:
            candidates = within(head) if colon else [*ladder_names(), *files(incomplete)]
        except (UserError, OSError, SyntaxError, ValueError):
            # A completion cannot report errors.
            candidates = []
        whole = (f"{head}{colon}{name}" for name in dict.fromkeys(candidates))
        return [CompletionItem(name) for name in whole if name.startswith(incomplete)]


REFERENCE = Reference()


def ladder_names() -> list[str]:
    from ..sources.outlines import outlines

    return [outline.name for outline in outlines()]


def files(incomplete: str) -> list[str]:
    """Python files, kernel files and folders that can complete a path."""
    folder = Path(incomplete).parent if not incomplete.endswith("/") else Path(incomplete)
    if not folder.is_dir():
        return []
    wanted = (".py", *KERNEL_SUFFIXES)
    paths = [path for path in folder.iterdir() if path.is_dir() or path.suffix in wanted]
    start = "./" if incomplete.startswith("./") else ""
    names = (f"{start}{path}" + "/" * path.is_dir() for path in sorted(paths))
    return [name for name in names if not Path(name).name.startswith(".")]


def within(head: str) -> Iterable[str]:
    """The completions after a colon that follows FILE.py, FILE.py:NAME, LADDER or LADDER:RUNG."""
    first, _, second = head.partition(":")
    if is_file(head):
        return names_in(Path(first), second)
    if not second:
        from ..sources.outlines import outlines

        return [rung.name for outline in outlines(first) for rung in outline.rungs]
    from ..sources.names import resolve

    return [step.name for step in resolve(head).steps()]


def names_in(file: Path, function: str) -> list[str]:
    """The functions and modules of a file with their steps, or those of one function."""
    if file.suffix != ".py":
        return []
    names, steps = [], []
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[:1] != "_":
            names.append(node.name)
            if function in ("", node.name):
                steps += yielded(node)
    return steps if function else [*names, *steps]


def yielded(function: ast.AST) -> list[str]:
    """The step names that a generator yields."""
    marks = [node.value for node in ast.walk(function) if isinstance(node, ast.Yield)]
    firsts = [mark.elts[0] if isinstance(mark, ast.Tuple) else mark for mark in marks]
    return [str(node.value) for node in firsts if isinstance(node, ast.Constant)]
