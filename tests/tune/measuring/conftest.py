"""Candidates with planted faults."""

from __future__ import annotations

import pytest
from tune_measuring import CALLS, FILE

from schedules.core.target import native_mcpu
from tune.measuring.interface import BuildRequest


@pytest.fixture(scope="module")
def candidate(tmp_path_factory):
    """A task by the fault of its kernel, or the name of a schedule whose build has one."""
    folder = tmp_path_factory.mktemp("candidates")
    for name, call in CALLS.items():
        (folder / f"{name}.py").write_text(FILE.format(call=call))

    def make(name: str, key: str = "") -> BuildRequest:
        file, rung = (name, "plain") if name in CALLS else ("right", name)
        return BuildRequest(key or name, f"{folder / file}.py:{rung}", (), native_mcpu())

    return make
