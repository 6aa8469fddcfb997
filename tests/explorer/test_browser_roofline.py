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
        if path.startswith(CPU)
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
