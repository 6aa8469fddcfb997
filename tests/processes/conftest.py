"""New processes, as users' commands start them."""

from __future__ import annotations

from multiprocessing import get_context

import pytest

from schedules.processes import pool, worker


@pytest.fixture(autouse=True)
def new_processes(monkeypatch):
    for module in (pool, worker):
        monkeypatch.setattr(module, "get_context", get_context)
