"""`schedules mcp` says what it lacks."""

from __future__ import annotations

import sys


def test_without_the_sdk_it_is_a_line(cli, monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    code, out, err = cli("mcp")
    assert (code, out) == (2, "")
    assert err == "schedules: the server needs the extra 'mcp': pip install 'schedules[mcp]'\n"


def test_where_text_cannot_be_confined_it_is_not_run(cli, monkeypatch):
    monkeypatch.setattr("schedules.processes.platforms.sys.platform", "darwin")
    code, out, err = cli("mcp")
    assert (code, out) == (2, "") and "network isolation, which needs Linux" in err
