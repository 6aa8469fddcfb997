"""`schedules schema`: the JSON Schema of what `--json` prints."""

from __future__ import annotations

import json

import click

from ..views.terminal import print_code


def kinds(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The kinds that complete the argument."""
    from ..schemas import KINDS

    return [kind for kind in KINDS if kind.startswith(incomplete)]


@click.command("schema")
@click.argument("kind", required=False, shell_complete=kinds)
def command(kind: str | None) -> None:
    """Print the JSON Schema of one kind of --json document, or of all kinds.

    Every document is {"kind": ..., "version": ..., "items": [...]}. docs/python.md lists the kinds.
    """
    from ..schemas import schema, schemas

    print_code(json.dumps(schema(kind) if kind else schemas(), indent=1) + "\n", "json")
