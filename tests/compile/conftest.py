"""Caches of a test's own."""

from __future__ import annotations

import pytest

from schedules.compile import nvrtc
from schedules.compile import sass as nvdisasm
from schedules.compile.cache import FOLDER_VARIABLE
from schedules.compile.sass import disassemble


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of its own, and nothing remembered in this process."""
    own = tmp_path / "cache"
    monkeypatch.setenv(FOLDER_VARIABLE, str(own))
    disassemble.cache_clear()
    return own


@pytest.fixture
def no_compiler(monkeypatch):
    """Makes compiling and disassembling an error, for what must come from the cache."""

    def refuse(*_):
        raise AssertionError("compiled again")

    def forbid() -> None:
        disassemble.cache_clear()
        monkeypatch.setattr(nvrtc, "_compiled", refuse)
        monkeypatch.setattr(nvdisasm, "_nvdisasm", refuse)

    return forbid
