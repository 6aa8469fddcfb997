"""`schedules diff`: what differs between two steps or two rungs, unified or in two columns."""

from __future__ import annotations

import difflib
import shutil
import sys
import textwrap
from itertools import zip_longest

import click

from .options import arch_option, json_option, shape_option
from .terminal import PIPED_WIDTH, print_code, print_json


@click.command("diff")
@click.argument("first")
@click.argument("second")
@click.option("--level", help="Level to compare, by default cuda (asm for a CPU).")
@click.option("--side-by-side", is_flag=True, help="Two columns instead of a unified diff.")
@json_option("differences")
@arch_option
@shape_option
def command(
    first: str,
    second: str,
    level: str | None,
    side_by_side: bool,
    as_json: bool,
    arch: str | None,
    shape,
) -> None:
    """What differs between two steps or two rungs."""
    from ..levels import check_level, source_level
    from ..names import resolve_rung

    texts = []
    for reference in (first, second):
        named = resolve_rung(reference, shape)
        kind = named.rung.target
        kernel = named.kernel(arch)
        at = check_level(level or source_level(kind), kind)
        texts.append((f"{named.rung.path}:{kernel.step.name}", kernel.text(at)))
    if as_json:
        (one, _), (other, _) = texts
        diff = unified(*texts[0], *texts[1])
        print_json("differences", [{"first": one, "second": other, "level": at, "diff": diff}])
        return
    if texts[0][1] == texts[1][1]:
        click.echo(f"schedules: {first} and {second} are the same here", err=True)
    if side_by_side:
        width = shutil.get_terminal_size()[0] if sys.stdout.isatty() else PIPED_WIDTH
        click.echo(columns(*texts[0], *texts[1], width=width), nl=False)
    else:
        print_code(unified(*texts[0], *texts[1]), "diff")


def unified(old_name: str, old: str, new_name: str, new: str) -> str:
    """A unified diff; '' where the texts are equal."""
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name
        )
    )


def columns(old_name: str, old: str, new_name: str, new: str, width: int = 200) -> str:
    """Both texts beside each other: '<' a line only on the left, '>' on the right, '|' changed."""
    side = max(20, (width - 3) // 2)
    rows = [(old_name, " ", new_name)]
    left, right = old.splitlines(), new.splitlines()
    for tag, i, j, m, n in difflib.SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        for one, other in zip_longest(left[i:j], right[m:n]):
            sign = " " if tag == "equal" else "<" if other is None else ">" if one is None else "|"
            rows.append((one or "", sign, other or ""))
    lines = []
    for one, sign, other in rows:
        for here, there in zip_longest(wrapped(one, side), wrapped(other, side), fillvalue=""):
            lines.append(f"{here:<{side}} {sign} {there}".rstrip())
    return "\n".join(lines) + "\n"


def wrapped(line: str, width: int) -> list[str]:
    """A line cut to pieces of at most `width`, keeping its indentation."""
    indent = " " * min(len(line) - len(line.lstrip()) + 4, width // 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, drop_whitespace=False) or [""]
