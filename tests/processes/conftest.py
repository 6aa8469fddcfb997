"""New processes, as users' commands start them."""

from __future__ import annotations

from multiprocessing import get_context

import pytest

from schedules.processes import worker


@pytest.fixture(autouse=True)
def new_processes(monkeypatch):
    monkeypatch.setattr(worker, "get_context", get_context)
