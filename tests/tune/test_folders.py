"""A user's files: records in the current folder, applied tiles in the user's data folder."""

from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner
from tune_fakes import FakeMeasurer
from tune_records import invoke

from schedules import tuned
from schedules.commands import cli as schedules_cli
from schedules.sources.names import resolve
from tune import folders
from tune.engine import tuning
from tune.folders import records_folder

PARALLEL = "gemm/sgemm_cpu:parallel"


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A folder that stands for the installed package, outside a checkout; the user is new."""
    site = tmp_path / "site"
    shutil.copytree(tuned.FOLDER, site / "schedules/tuned")
    monkeypatch.setattr(folders, "ROOT", site)
    monkeypatch.setattr(tuned, "FOLDER", site / "schedules/tuned")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return site


def contents(folder) -> dict:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_an_installed_package_writes_to_the_users_folders(
    job, tmp_path, installed, monkeypatch, capsys
):
    job(trials=10)
    before = contents(installed)
    monkeypatch.setattr(tuning, "measurer_of", lambda _: FakeMeasurer())
    code, out, err = invoke(capsys, "run", "some.toml")
    assert code == 0, err
    (record,) = (tmp_path / "tuning").iterdir()
    assert f"wrote {record.relative_to(tmp_path)}; " in out

    code, out, _ = invoke(capsys, "apply", "some.toml")
    (file,) = (tmp_path / "data").rglob("*.json")
    reference = f"{PARALLEL}@{file.stem}"
    assert code == 0 and f"wrote {file}: `schedules show {reference}`" in out
    shown = CliRunner().invoke(schedules_cli, ["show", reference])
    assert shown.exit_code == 0, shown.output
    assert {path.name for path in tmp_path.iterdir()} == {"data", "site", "some.toml", "tuning"}
    assert contents(installed) == before


def test_the_users_tiles_come_before_the_packaged_ones(installed):
    name = "gemm/sgemm_tvm:ordered_products"
    packaged = tuned.configurations("nvidia-h200")
    (own,) = [one for one in packaged if one.rung == name and one.shape == (2048,) * 3]
    mine = {"rung": name, "shape": own.shape, "dtype": own.dtype, "tile": {**own.tile, "stages": 4}}
    tuned.user_folder().mkdir(parents=True)
    (tuned.user_folder() / "nvidia-h200.json").write_text(json.dumps({"configurations": [mine]}))
    (tuned.user_folder() / "other.json").write_text(json.dumps({"configurations": [mine]}))
    rung = resolve(f"{name}@nvidia-h200").rung
    tiles = [rung.tile_for(rung.workload.with_shape((size,) * 3)) for size in (2048, 4096)]
    assert [tile.stages for tile in tiles] == [4, own.tile["stages"]]
    assert len(tuned.configurations("nvidia-h200")) == len(packaged)
    assert "other" in tuned.devices()


def test_a_checkout_keeps_its_own_records(tmp_path, installed, monkeypatch):
    checkout = tmp_path / "checkout"
    (checkout / "docs/tuning").mkdir(parents=True)
    monkeypatch.setattr(folders, "ROOT", checkout)
    monkeypatch.chdir(checkout)
    assert str(records_folder()) == "tuning", "no project file: another folder of that name"
    (checkout / "pyproject.toml").touch()
    assert str(records_folder()) == "docs/tuning" and folders.tiles_folder() == tuned.FOLDER
    monkeypatch.chdir("docs")
    assert str(records_folder()) == "tuning"
    monkeypatch.chdir(tmp_path)
    assert str(records_folder()) == "tuning" and folders.tiles_folder() == tuned.user_folder()
