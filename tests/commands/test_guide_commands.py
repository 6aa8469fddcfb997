"""The commands that the guides show are commands with options that exist."""

from __future__ import annotations

import re
import shlex

import click
import pytest
from conftest import ROOT

from schedules.commands import cli
from tune.commands import cli as tune

PROGRAMS = {"schedules": cli, "tune": tune}


def shown(text: str) -> list[str]:
    """The lines of a page's sh blocks that call a program, without comments and pipes."""
    blocks = re.findall(r"```sh\n(.*?)```", text.replace("\\\n", ""), re.S)
    lines = [re.split(r"  #| \| ", line)[0].strip() for one in blocks for line in one.splitlines()]
    return [line for line in dict.fromkeys(lines) if line.split(" ")[0] in PROGRAMS]


def parsed(line: str) -> click.Context:
    """A command line's options; raises click's errors for what there is not."""
    name, verb, *rest = shlex.split(line)
    group = PROGRAMS[name]
    command = group.get_command(click.Context(group), verb)
    assert command is not None, f"{name} has no command {verb}"
    return command.make_context(verb, rest)


COMMANDS = [
    pytest.param(line, id=f"{page.stem}: {line}")
    for page in sorted((ROOT / "docs").glob("*.md"))
    for line in shown(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_guides_command_has_the_options_that_it_names(line, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    parsed(line)


def test_a_missing_command_and_option_are_found():
    assert shown("```sh\nschedules predict a:b  # why\nls\n```\n`schedules c`") == [
        "schedules predict a:b"
    ]
    parsed("schedules predict gemm/hgemm:wmma --chip h100")
    with pytest.raises(click.NoSuchOption):
        parsed("schedules predict gemm/hgemm:wmma --chips h100")
    with pytest.raises(AssertionError, match="no command"):
        parsed("schedules predicts gemm/hgemm:wmma")
    assert len(COMMANDS) > 40
