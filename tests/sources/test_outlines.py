"""Ladders in short: what `list` shows without walking a schedule."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from conftest import ROOT

from schedules.commands.dump import save_pages
from schedules.sources import outlines


@pytest.mark.exhaustive
def test_the_file_is_what_walking_gives():
    assert outlines.FILE.read_text(encoding="utf-8") == outlines.text()


def test_listing_loads_no_tvm():
    code = (
        "import sys; from schedules.commands import cli; "
        "cli.main(['list', 'gemm/hgemm'], standalone_mode=False); sys.exit('tvm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0 and b"wgmma_tma" in done.stdout


@pytest.mark.exhaustive
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


def test_a_dump_of_all_ladders_keeps_the_outlines_and_the_first_page_current(
    tmp_path, monkeypatch, capsys
):
    page = tmp_path / "README.md"
    walked = json.dumps({"sources": outlines.sources()})
    monkeypatch.setattr(outlines, "FILE", tmp_path / "outlines.json")
    monkeypatch.setattr(outlines, "text", lambda: walked)
    assert save_pages(tmp_path, True) == 1
    assert not page.exists()
    told = capsys.readouterr().err
    assert "README.md is stale" in told and "outlines.json is stale" in told
    assert save_pages(tmp_path, False) == 0
    assert page.read_text() == (ROOT / "lowered_ir/README.md").read_text()
    assert save_pages(tmp_path, True) == 0
    page.write_text(page.read_text().replace("gemv/hgemv", "gemv/hgemw", 1))
    assert save_pages(tmp_path, True) == 1
    assert capsys.readouterr().err == "README.md is stale: run `schedules dump`\n"
