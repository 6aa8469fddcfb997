"""Tunnels: what ssh is told, and addresses that are refused."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from tune_measuring import free_port

from gpusim.errors import UserError
from tune.commands.tracker import command as tracker
from tune.commands.worker import command as worker
from tune.measuring.tunnel import Tunnel, check_host


def test_ssh_is_told_both_directions_and_to_end_without_them():
    words = Tunnel("some@where", here=[(9001, 9190)], there=[(9091, 9092)]).command()
    assert words[-2:] == ["--", "some@where"] and "ExitOnForwardFailure=yes" in words
    assert words[words.index("-L") + 1] == "127.0.0.1:9001:127.0.0.1:9190"
    assert words[words.index("-R") + 1] == "127.0.0.1:9091:127.0.0.1:9092"


@pytest.mark.parametrize("command", [worker, tracker])
@pytest.mark.parametrize("host", ["0.0.0.0", "gpu-server"])
def test_an_address_that_others_reach_is_refused(command, host):
    done = CliRunner().invoke(command, ["--host", host])
    assert isinstance(done.exception, UserError)
    assert "no authentication" in str(done.exception) and "--via-ssh" in str(done.exception)
    check_host(host, insecure=True)
    check_host("127.0.0.1", insecure=False)


def test_a_tunnel_that_ssh_refuses_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "ssh").write_text("#!/bin/sh\nexit 255\n")
    (tmp_path / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="ssh to some@where ended with 255"):
        Tunnel("some@where", here=[(free_port(), 9190)]).start()
    with pytest.raises(UserError, match="write USER@HOST"):
        Tunnel("-oProxyCommand=touch", [])
