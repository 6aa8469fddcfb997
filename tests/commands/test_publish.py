"""`schedules publish`: what it writes is what --check wants, the same bytes every time."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest
from conftest import FILES, ROOT, items
from publishing import MARKS, RECORD


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


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """Such a folder once its files are made."""
    root = laid_out(tmp_path_factory.mktemp("published"))
    subprocess.run([sys.executable, "-m", "schedules", "publish"], cwd=root, check=True)
    return root


def everything(folder) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


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


@pytest.mark.parametrize(
    "spoil",
    [
        lambda root: (root / "README.md").write_text(MARKS),
        lambda root: (root / "docs/results/nvidia-h200.md").unlink(),
        lambda root: (root / "docs/results/nvidia-h200/roofline.svg").write_text("<svg/>"),
        lambda root: (root / "docs/results/nvidia-h200/gone.svg").write_text("<svg/>"),
        lambda root: (root / "docs/results/nvidia-h200.json").write_text(
            json.dumps({**RECORD, "rows": RECORD["rows"][1:]})
        ),
    ],
    ids=["readme", "page", "plot", "stale plot", "record"],
)
def test_check_finds_what_differs(cli, published, spoil, tmp_path, monkeypatch):
    root = tmp_path / "root"
    shutil.copytree(published, root)
    monkeypatch.chdir(root)
    spoil(root)
    record = (root / "docs/results/nvidia-h200.json").read_bytes()
    code, out, err = cli("publish", "--check")
    assert (code, out) == (1, "")
    assert "is stale: run `schedules publish`" in err
    assert cli("publish")[0] == 0
    if record == (published / "docs/results/nvidia-h200.json").read_bytes():
        assert everything(root) == everything(published)
    else:
        assert cli("publish", "--check")[0] == 0
