"""Commands for a GPU where there is none, and options that go together."""

from __future__ import annotations

import pytest
from conftest import no_gpu

from schedules.measure.records import write

WITHOUT_GPU = [
    ("verify", "--on", "cuda"),
    ("verify", "gemm/sgemm_tvm", "--on", "cuda", "--sanitize", "all"),
    ("bench",),
    ("bench", "gemv/hgemv", "--sizes", "1,2"),
    ("bench", "--counters"),
]


@pytest.mark.skipif(not no_gpu(), reason="there is a GPU here")
@pytest.mark.parametrize("arguments", WITHOUT_GPU, ids=" ".join)
def test_without_a_gpu_a_command_says_so_in_one_line(cli, arguments, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli(*arguments)
    assert code == 3
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("schedules: ")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("verify", "--sanitize", "all"), "--sanitize requires --on cuda"),
        (("verify", "--on", "cuda", "--sanitize", "memchek"), "did you mean 'memcheck'?"),
        (("bench", "gemm/sgemm_cpu", "--counters"), "require a GPU ladder"),
        (("bench", "gemm/sgemm_cpu", "--missing"), "require a GPU ladder"),
        (("verify", "--record", "any.json"), "--record requires --on cuda"),
        (("bench", "gemm/sgemm_cpux"), "did you mean 'gemm/sgemm_cpu'?"),
    ],
)
def test_bad_options_are_refused_in_one_line(cli, arguments, message):
    code, _, err = cli(*arguments)
    assert code == 2
    assert message in err
    assert len(err.splitlines()) == 1


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
