"""One size, one device and one regime for every time and count of a page."""

from __future__ import annotations

import json

import pytest
from browser import VTHREAD, expecting
from conftest import ROOT

pytestmark = pytest.mark.exhaustive

H200 = "nvidia-h200"
H100 = "nvidia-h100-80gb-hbm3"


def recorded(file: str, rung: str, shape: int, cold: bool = False) -> str:
    """A recorded time as the page writes it."""
    record = json.loads((ROOT / f"docs/results/{file}.json").read_text(encoding="utf-8"))
    (row,) = [
        row
        for row in record["rows"]
        if (row.get("ladder"), row.get("rung")) == ("gemm/sgemm_tvm", rung)
        and row["shape"] == [shape] * 3
    ]
    us = row["cold"]["time_us"] if cold else row["time_us"]
    return (
        f"{us / 1000:.1f} ms"
        if us >= 1e5
        else f"{us / 1000:.4g} ms"
        if us >= 1e3
        else f"{us:.1f} µs"
    )


def figure(page, rung: str):
    return page.locator(f'#list a.rung[data-path="gemm/sgemm_tvm:{rung}"] .figure')


def measured(page):
    return page.locator("#verdict")


def test_list_overview_and_details_are_of_one_size_device_and_regime(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    context = page.locator("#context")
    expecting(context).to_contain_text("size 16384 x 16384 x 16384")
    expecting(context.get_by_label("code by")).to_have_value("nvcc 13.0")
    expecting(context).to_contain_text("code shown by NVRTC")
    usual = recorded(H200, "vthread", 16384)
    expecting(figure(page, "vthread")).to_have_text(usual)
    expecting(measured(page)).to_contain_text(usual)
    for file, device, regime in (
        (H200, "NVIDIA H200", "cold"),
        (H100, "NVIDIA H100 80GB HBM3", "cold"),
        (H100, "NVIDIA H100 80GB HBM3", "sustained"),
    ):
        context.get_by_label("device").select_option(device)
        context.get_by_label("times").select_option(regime)
        for rung in ("cooperative_fetch", "vthread"):
            expecting(figure(page, rung)).to_have_text(
                recorded(file, rung, 16384, regime == "cold")
            )
        now = recorded(file, "vthread", 16384, regime == "cold")
        expecting(measured(page)).to_contain_text(now)
    page.keyboard.press("o")
    row = page.locator("tr.bar-row", has_text="vthread").first
    expecting(row.locator(".time-measured")).to_have_text(now)
    # A source's figure is of another device: the list has none.
    expecting(page.locator("#list")).not_to_contain_text("RTX")
