"""Places for runners."""

from __future__ import annotations

import pytest

from schedules.errors import NoGpu
from tune.measuring.slot import seeing


def test_devices_are_those_this_process_sees(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,5")
    assert [*map(seeing, (0, 1))] == [{"CUDA_VISIBLE_DEVICES": one} for one in ("3", "5")]
    with pytest.raises(NoGpu, match="no GPU 2"):
        seeing(2)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    assert seeing(2) == {"CUDA_VISIBLE_DEVICES": "2"}
