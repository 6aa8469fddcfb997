"""A space of a few hundred points."""

from __future__ import annotations

import pytest
from tune_spaces import space_at


@pytest.fixture(scope="module")
def space():
    return space_at(64)
