"""`schedules schema`: the form of what `--json` prints."""

from __future__ import annotations

import json

import click

from .terminal import print_code


@click.command("schema")
@click.argument("kind", required=False)
def command(kind: str | None) -> None:
    """The JSON Schema of what --json prints: of one kind of thing, or of all, by kind.

    Every document is {"kind": ..., "version": ..., "items": [...]}. docs/json.md has the kinds.
    """
    from ..schemas import schema, schemas

    print_code(json.dumps(schema(kind) if kind else schemas(), indent=1) + "\n", "json")
