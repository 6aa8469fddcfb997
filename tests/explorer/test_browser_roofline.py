"""Rooflines of the overview in a browser: whole ladders, from their records."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from browser import expecting

from schedules.core.catalog import ladders
from schedules.explorer import model, overview
from schedules.explorer.page import OVERVIEW, index_of, overview_chunk, page

CPU, GPU = "gemm/sgemm_cpu", "gemm/hgemm"
# A label may touch another one.
TOUCH_PX = 1


@pytest.fixture(scope="module")
def records_file(tmp_path_factory) -> Path:
    """The overview of whole ladders as they were recorded; no rung can be opened."""
    told, seen = [], {}
    for name in ("gemm/sgemm_tvm", GPU, CPU):
        rungs = list(ladders()[name].rungs.values())
        told.append(
            model.ladder_record(ladders()[name]) | {"rungs": list(map(model.outline, rungs))}
        )
        for rung in rungs:
            rows = model.measurements().get(rung.path, [])
            seen[rung.path] = overview.measured_overview(rung, rows)
    file = tmp_path_factory.mktemp("records") / "page.html"
    file.write_text(page(index_of(told, {}), {OVERVIEW: overview_chunk(seen)}), encoding="utf-8")
    return file


def overlap(one, other) -> bool:
    return all(
        one[at] + TOUCH_PX < other[at] + other[size] and other[at] + TOUCH_PX < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_labels_do_not_overlap(watched, records_file):
    """Names of roofs, numbers of rungs and of the axes, in both regimes."""
    watched.page.goto(records_file.as_uri())
    for regime in ("sustained", "cold"):
        watched.page.locator("#context label", has_text="times").locator("select").select_option(
            regime
        )
        for figure in watched.page.locator(".roofline").all():
            labels = figure.locator("text").all()
            assert len(labels) > 5
            boxes = [(one.text_content(), one.bounding_box()) for one in labels]
            for (name, one), (other_name, other) in itertools.combinations(boxes, 2):
                assert not overlap(one, other), f"{name} over {other_name}, {regime}"
            assert figure.evaluate(COVERED) == []


# Labels that are cut off, or that a dot or the line from a dot to its number covers.
COVERED = """(figure) => {
  const box = (one) => one.getBoundingClientRect();
  const frame = box(figure.querySelector("svg"));
  const marks = [...figure.querySelectorAll(".dot")].flatMap((dot) => {
    const line = dot.querySelector(".leader");
    const from = line.getScreenCTM();
    const point = (part) => line.getPointAtLength(part * line.getTotalLength());
    const along = [0.25, 0.5, 0.75].map((part) => point(part).matrixTransform(from));
    const middle = box(dot.querySelector("circle"));
    const centre = { x: middle.x + middle.width / 2, y: middle.y + middle.height / 2 };
    return [...along, centre].map((at) => [dot, at]);
  });
  return [...figure.querySelectorAll("text")].filter((label) => {
    const { left, right, top, bottom } = box(label);
    return top < frame.top - 2 || bottom > frame.bottom + 2 || marks.some(([dot, { x, y }]) =>
      !dot.contains(label) && x > left && x < right && y > top + 2 && y < bottom - 2);
  }).map((label) => label.textContent);
}"""


def test_differences_of_fast_rungs_are_seen_beside_a_slow_one(watched, records_file):
    """The axis starts at zero, and ends where the slowest bar would leave nothing of the others."""
    page = watched.page
    page.goto(f"{records_file.as_uri()}#overview:{GPU}")
    measured = page.locator(".bar-track .measured")
    naive, wgmma = (
        page.locator(".bar-row", has=page.locator(f"a[aria-label^={name}]")).locator("i.measured")
        for name in ("naive", "wgmma_tma")
    )
    width = "one => parseFloat(one.style.width)"
    expecting(naive).to_have_class("measured cut")
    expecting(wgmma).to_have_class("measured")
    assert wgmma.evaluate(width) > 20
    page.get_by_label(f"Axis of {GPU}").select_option("whole")
    expecting(page.locator(".bar-track .cut")).to_have_count(0)
    assert wgmma.evaluate(width) < 1 < 50 < naive.evaluate(width)
    assert measured.count() > 5


def test_the_overview_of_a_ladder_has_its_conditions(watched, records_file):
    """Not those of the other ladders of the page."""
    page = watched.page
    page.goto(f"{records_file.as_uri()}#overview:{GPU}")
    expecting(page.locator("#context")).to_contain_text("size 4096 x 4096 x 4096")
    expecting(page.locator("#context").get_by_label("device")).to_have_value("NVIDIA H200")
    expecting(page.locator("#context")).to_contain_text("nvcc")
    page.evaluate(f"location.hash = '#overview:{CPU}'")
    expecting(page.locator("#context")).to_contain_text("size 1024 x 1024 x 1024")
    expecting(page.locator("#context").get_by_label("device")).to_have_value("AMD EPYC")
    expecting(page.locator("#context")).not_to_contain_text("nvcc")


def test_rooflines_are_beside_the_bars(watched, records_file):
    """All of them, one below the other."""
    page = watched.page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{records_file.as_uri()}#overview:{CPU}")
    bars = page.locator(".bars").bounding_box()
    figures = [one.bounding_box() for one in page.locator(".roofline").all()]
    assert len(figures) == 2
    assert all(one["x"] >= bars["x"] + bars["width"] for one in figures)


def test_a_roofline_has_one_regime(watched, records_file):
    page = watched.page
    page.goto(records_file.as_uri())
    rooflines = page.locator("section", has=page.get_by_role("heading", name=CPU)).locator(
        ".roofline"
    )
    threads = [
        row["threads"]
        for path, rows in model.measurements().items()
        for row in rows
        if path.startswith(CPU) and row["device"] == "AMD EPYC"
    ]
    expecting(rooflines).to_have_count(len(set(threads)))
    expecting(rooflines.first).to_contain_text("Roofline, launches back to back, 1 thread:")
    gpu = page.locator("section", has=page.get_by_role("heading", name=GPU)).locator(".roofline")
    expecting(gpu).to_contain_text("Roofline, launches back to back:")
    page.locator("#context label", has_text="times").locator("select").select_option("cold")
    expecting(gpu).to_contain_text("Roofline, single launches:")


def test_measured_is_said_once_for_each_ladder(watched, records_file):
    page = watched.page
    page.goto(records_file.as_uri())
    for name in ("gemm/sgemm_tvm", GPU):
        section = page.locator("section", has=page.get_by_role("heading", name=name))
        words = section.inner_text().split()
        assert [words.count(one) for one in ("measured", "predicted")] == [1, 1]
