"""Jobs, and records of runs on a fake measurer."""

from __future__ import annotations

import math
import shutil

import pytest
from tune_fakes import FakeMeasurer, job_text

from schedules import tuned
from tune.engine import confirming
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


@pytest.fixture(autouse=True)
def enough_time_to_confirm(monkeypatch):
    """A search on a fake measurer takes no time, of which no part is left for further turns."""
    monkeypatch.setattr(confirming, "SHARE", math.inf)


def run_fake(path, name: str) -> None:
    job = load(path / f"{name}.toml")
    start(job, path / f"{name}.jsonl", Watcher(), resume=False, opened=lambda _: FakeMeasurer())


@pytest.fixture(scope="session")
def forty_trials(tmp_path_factory):
    """A folder with a job and its record: `job(trials=40)`, run."""
    path = tmp_path_factory.mktemp("forty")
    (path / "some.toml").write_text(job_text(trials=40))
    run_fake(path, "some")
    return path


@pytest.fixture
def forty(forty_trials, tmp_path):
    """A copy of the record of `forty_trials`."""
    return shutil.copy(forty_trials / "some.jsonl", tmp_path / "r.jsonl")


@pytest.fixture(scope="session")
def searched(forty_trials, tmp_path_factory):
    """A job and two records of it: of 40 random trials, and of a whole small space."""
    path = shutil.copytree(forty_trials, tmp_path_factory.mktemp("searched") / "folder")
    (path / "grid.toml").write_text(
        job_text(strategy="grid", trials=500).replace("[64, 64, 64]", "[32, 32, 32]")
    )
    run_fake(path, "grid")
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
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path
