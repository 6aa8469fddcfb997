"""Plots say what the record says, and are the same bytes every time."""

from __future__ import annotations

import re
import sys

import pytest
from publishing import IN_ORDER, RECORD

from schedules.core.catalog import ladder, ladders


@pytest.fixture
def drawn():
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    from schedules.measure.publishing.plots import plots

    def draw(record: dict) -> dict[str, str]:
        return plots(record, ladders())

    return draw


def words(svg: str) -> list[str]:
    """The texts of an SVG, in its order."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_a_ladders_bars_stand_in_its_order(drawn):
    texts = words(drawn(RECORD)["sgemm_tvm.svg"])
    rungs = list(ladder("gemm/sgemm_tvm").rungs)
    assert [text for text in texts if text in rungs] == rungs
    assert texts.count("not measured at this size") == len(rungs) - len(IN_ORDER)
    for text in ("52.3", "1.024", "cuBLAS", "x cuBLAS", "speed (TFLOP/s)", "rung, in ladder order"):
        assert text in texts


def test_the_roofline_has_its_ceilings_and_units(drawn):
    texts = words(drawn(RECORD)["roofline.svg"])
    for text in (
        "float32 FMA: 65.8",
        "float16 tensor cores: 781",
        "memory: 4248 GB/s",
        "speed (TFLOP/s)",
        "arithmetic intensity (FLOP per byte of inputs and outputs)",
    ):
        assert text in texts


def test_every_rung_is_a_point_of_the_roofline():
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    from schedules.measure.publishing.plot_style import figure_of
    from schedules.measure.publishing.plots import drawings

    draw, *data = drawings(RECORD, ladders())["roofline.svg"]
    (axes,) = figure_of(draw, *data).axes
    (points,) = [line for line in axes.lines if line.get_linestyle() == "None"]
    assert sorted(points.get_ydata()) == sorted(row["tflops"] for row in RECORD["rows"])
    # 2 * 4096^3 operations on 3 * 4096^2 floats.
    assert list(points.get_xdata()) == pytest.approx([4096 / 6] * len(IN_ORDER), rel=1e-3)


def test_a_plot_carries_no_date_and_no_version(drawn):
    for svg in drawn(RECORD).values():
        assert "<dc:date>" not in svg
        assert "atplotlib v" not in svg


def test_without_matplotlib_the_extra_is_named(cli, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = cli("publish", "--check")
    assert code == 2
    assert err == "schedules: plots need matplotlib: install the extra 'plots'\n"
