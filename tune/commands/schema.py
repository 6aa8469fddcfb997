"""`tune schema`: the JSON Schema of job files."""

from __future__ import annotations

import json

import click

from schedules.views.terminal import print_code


@click.command()
def command() -> None:
    """Print the JSON Schema of job files."""
    from ..jobs.job import schema

    print_code(json.dumps(schema(), indent=2) + "\n", "json")
