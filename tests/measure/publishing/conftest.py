"""A record where a project keeps it."""

from __future__ import annotations

import pytest
from publishing import RECORD

from schedules.measure.records import Recorded


@pytest.fixture
def recorded(tmp_path):
    return Recorded(tmp_path / "docs" / "results" / "nvidia-h200.json", RECORD)
