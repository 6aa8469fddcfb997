"""Ladders in short: what `list` shows without walking a schedule."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import ROOT

from schedules.sources import outlines


def test_the_file_is_what_walking_gives():
    assert outlines.FILE.read_text(encoding="utf-8") == outlines.text()


def test_listing_loads_no_tvm():
    code = (
        "import sys; from schedules.commands import cli; "
        "cli.main(['list', 'gemm/hgemm'], standalone_mode=False); sys.exit('tvm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0 and b"wgmma_tma" in done.stdout


@pytest.mark.parametrize("text", [None, '{"sources": "others", "ladders": []}'])
def test_without_a_file_of_these_sources_schedules_are_walked(text, tmp_path, monkeypatch):
    file = tmp_path / "outlines.json"
    if text is not None:
        file.write_text(text)
    kept = outlines.outlines()
    monkeypatch.setattr(outlines, "FILE", file)
    assert outlines.outlines() == kept


def test_a_change_of_a_ladder_is_another_source(tmp_path, monkeypatch):
    before = outlines.sources()
    for folder in ("gemm", "gemv"):
        (tmp_path / folder).mkdir()
    for name in outlines.BELOW_LADDERS:
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text("")
    monkeypatch.setattr(outlines, "PACKAGE", tmp_path)
    assert outlines.sources() != before
