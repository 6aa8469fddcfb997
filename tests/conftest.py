"""Fixtures shared by the tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from schedules.harness.lower import Lowered, lower
from schedules.ladder import Rung, Step, steps

ROOT = Path(__file__).parent.parent


@pytest.fixture
def run_cli(tmp_path):
    """Run `python -m schedules` in an empty folder, as a user would."""

    def run(*arguments: object, cwd: Path = tmp_path, module: str = "schedules"):
        return subprocess.run(
            [sys.executable, "-m", module, *map(str, arguments)],
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=300,
            env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        )

    return run


@pytest.fixture
def cli(capsys):
    """Run a command in this process; gives exit code, stdout and stderr."""
    from schedules.cli import main

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


def last_step(rung: Rung, shape=None) -> Step:
    """The finished kernel of a rung."""
    return steps(rung, rung.at(shape))[-1]


def lowered(rung: Rung, step: str = "", shape=None) -> Lowered:
    """A rung lowered at a step, by default its last."""
    found = steps(rung, rung.at(shape))
    one = next(s for s in found if s.name == step) if step else found[-1]
    return lower(one.mod, rung.build)
