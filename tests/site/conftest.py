"""The site that is tested, made once."""

from __future__ import annotations

import pytest
from site_rungs import RUNGS

from schedules.site.build import site


@pytest.fixture(scope="session")
def files():
    return site(RUNGS)
