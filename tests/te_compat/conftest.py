"""Old scripts run by the command line."""

from __future__ import annotations

import sys

import pytest

from te_compat.__main__ import run


@pytest.fixture
def legacy(capsys, monkeypatch):
    """Run `python -m schedules.legacy` in this process; gives exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["legacy", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            run("schedules.legacy")
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return call
