"""`schedules publish`: what it writes is what --check wants, the same bytes every time."""

from __future__ import annotations

import shutil

import pytest
from conftest import FILES, ROOT, items
from publishing import MARKS


@pytest.mark.exhaustive
def test_what_is_committed_is_what_publish_makes(cli, monkeypatch):
    if any((ROOT / "docs/results").glob("*/*.svg")):
        pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    monkeypatch.chdir(ROOT)
    code, _, err = cli("publish", "--check")
    assert code == 0, err


def laid_out(root):
    """A folder with a README to fill in, a record, and another result."""
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    results = root / "docs" / "results"
    results.mkdir(parents=True)
    shutil.copy(FILES / "h200.json", results / "nvidia-h200.json")
    (results / "other.json").write_text('{"rows": {"dump": {}}}')
    (root / "README.md").write_text(MARKS)
    return root


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return laid_out(tmp_path)


def everything(folder) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.exhaustive
def test_publish_writes_what_check_wants(cli, project):
    code, out, _ = cli("publish", "--check", "--json")
    assert code == 1 and {one["state"] for one in items(out, "files")} == {"stale"}
    assert sorted(everything(project)) == [
        "README.md",
        "docs/results/nvidia-h200.json",
        "docs/results/other.json",
    ]
    code, out, _ = cli("publish", "--check", "--format", "github")
    stale = "title=stale%3A run `schedules publish`::not the records'"
    assert code == 1 and f"::error file=README.md,{stale}\n" in out
    assert all(line.startswith("::error ") for line in out.splitlines())
    code, out, _ = cli("publish")
    assert code == 0
    assert out.split() == [
        "wrote",
        "docs/results/nvidia-h200.md",
        "wrote",
        "docs/results/nvidia-h200/roofline.svg",
        "wrote",
        "docs/results/nvidia-h200/sgemm_tvm.svg",
        "wrote",
        "README.md",
    ]
    assert cli("publish", "--check") == (0, "", "")
    assert cli("publish") == (0, "", "")
