"""Commands for a GPU where there is none, and options that go together."""

from __future__ import annotations

import pytest

from schedules.measure.records import write


@pytest.mark.parametrize("command", [("verify", "--on", "cuda"), ("bench",)], ids=" ".join)
def test_another_devices_record_is_refused_before_anything_is_run(cli, played, tmp_path, command):
    file = tmp_path / "record.json"
    write(file, {"device": "Another GPU", "rows": []})
    code, out, err = cli(*command, "gemm/sgemm_tvm:naive", "--record", file)
    assert (code, out, played) == (2, "", [])
    assert err == (
        "schedules: the record is for Another GPU and this device is Pretended GPU: "
        "choose another --record\n"
    )
