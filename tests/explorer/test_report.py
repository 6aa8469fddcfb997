"""`schedules report`."""

from __future__ import annotations


def test_the_report_command(cli, tmp_path):
    out = tmp_path / "page.html"
    code, said, _ = cli("report", "gemm/sgemm_cpu:serial", "--out", out)
    assert code == 0
    assert "1 rungs" in said
    assert out.read_text().startswith("<!doctype html>")


def test_the_report_command_refuses_an_unknown_ladder(cli, tmp_path):
    code, _, err = cli("report", "gemm/sgemm_tvn", "--out", tmp_path / "page.html")
    assert code == 2
    assert "did you mean 'gemm/sgemm_tvm'" in err
    assert not (tmp_path / "page.html").exists()
