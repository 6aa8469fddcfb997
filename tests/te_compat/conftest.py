"""Old scripts run by the command line."""

from __future__ import annotations

import sys

import pytest

from schedules.commands.program import run_command
from te_compat.__main__ import main


@pytest.fixture
def legacy(capsys, monkeypatch):
    """Run `python -m te_compat` in this process; gives exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["legacy", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            run_command(main, "te_compat", invoked_as="python -m te_compat")
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return call
