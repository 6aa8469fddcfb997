"""Jobs, and records of runs on a fake measurer."""

from __future__ import annotations

import shutil

import pytest
import tune_fakes
from tune_fakes import FakeMeasurer, job_text

from schedules import tuned
from tune.engine.tuning import start
from tune.jobs.job import load
from tune.measuring.interface import Watcher
from tune.records.record import Record


@pytest.fixture
def job(tmp_path):
    def make(**said):
        file = tmp_path / "some.toml"
        file.write_text(job_text(**said))
        return load(file)

    return make


@pytest.fixture
def small_populations(monkeypatch):
    tune_fakes.small(monkeypatch)


@pytest.fixture(scope="session")
def searched(tmp_path_factory):
    """A job and two records of it: of 40 random trials, and of a whole small space."""
    path = tmp_path_factory.mktemp("searched")
    (path / "some.toml").write_text(job_text(trials=40))
    (path / "grid.toml").write_text(
        job_text(strategy="grid", trials=500).replace("[64, 64, 64]", "[32, 32, 32]")
    )
    for name in ("some", "grid"):
        job = load(path / f"{name}.toml")
        start(job, path / f"{name}.jsonl", Watcher(), resume=False, opened=lambda _: FakeMeasurer())
    return path


@pytest.fixture(scope="module")
def folder(searched, tmp_path_factory):
    """A copy of `searched` that tests may write to."""
    return shutil.copytree(searched, tmp_path_factory.mktemp("tuned") / "folder")


@pytest.fixture
def record(folder):
    return Record.read(folder / "some.jsonl")


@pytest.fixture
def tuned_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tuned, "FOLDER", tmp_path)
    return tmp_path
