"""Rooflines of the overview in a browser: whole ladders, from their records."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from browser import expecting

from schedules.core.ladder import ladders
from schedules.explorer import model, overview
from schedules.explorer.page import OVERVIEW, index_of, overview_chunk, page

pytestmark = pytest.mark.exhaustive

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
    """A bar is as long as its rung is fast."""
    page = watched.page
    page.goto(f"{records_file.as_uri()}#overview:{GPU}")
    measured = page.locator(".bar-track .measured")
    naive, wgmma = (
        page.locator(".bar-row", has=page.locator(f"a[aria-label^={name}]")).locator("i.measured")
        for name in ("naive", "wgmma_tma")
    )
    width = "one => parseFloat(one.style.width)"
    assert naive.evaluate(width) < 5 < 20 < wgmma.evaluate(width) <= 100
    row = page.locator(".bar-row", has=page.locator("a[aria-label^=naive]"))
    expecting(row.locator(".time-measured")).to_contain_text("ms")
    assert measured.count() > 5
