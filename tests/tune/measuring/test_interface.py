"""Options of measuring that cannot be."""

from __future__ import annotations

import pytest

from gpusim.errors import UserError
from tune.measuring.interface import MeasureOptions
from tune.measuring.pool import Pool


@pytest.mark.parametrize(
    "options", [{"builders": 0}, {"build_timeout_s": 0.0}, {"run_timeout_s": -1.0}]
)
def test_impossible_options(options):
    with pytest.raises(UserError, match=next(iter(options))):
        Pool(MeasureOptions(kind="llvm", **options))
