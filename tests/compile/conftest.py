"""Caches of a test's own."""

from __future__ import annotations

import pytest

from gpusim.cache import FOLDER_VARIABLE
from gpusim.isa import sass as nvdisasm
from gpusim.isa.sass import disassemble
from schedules.compile import fresh


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

    def refuse(*_, **__):
        raise AssertionError("compiled again")

    def forbid() -> None:
        disassemble.cache_clear()
        monkeypatch.setattr(fresh, "call", refuse)
        monkeypatch.setattr(nvdisasm, "nvdisasm", refuse)

    return forbid
