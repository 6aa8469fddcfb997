"""Generated tables, plots and figures of the README and docs/ are those that their records give."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from conftest import ROOT

from benchmarks.figures import MARKED, TABLES, filled, images, ladders, pages, plots
from benchmarks.figures.goals import COLUMNS, GOALS, Reached
from benchmarks.figures.records import H200, RESULTS, records
from benchmarks.figures.results import document_rates, groups
from schedules.core.ladder import ladder
from schedules.measure.units import GIGAFLOPS, TERAFLOPS

PAGES = pages()
RECORD = RESULTS / f"{H200}.json"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_is_current(page):
    """After a change: `python -m benchmarks.figures`."""
    assert page.read_text(encoding="utf-8") == PAGES[page]


@pytest.mark.exhaustive
def test_the_plots_are_current():
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    made = images()
    assert set(made) == set(RESULTS.glob("*/*.svg"))
    assert [path.name for path, svg in made.items() if path.read_text("utf-8") != svg] == []


def test_each_table_stands_on_a_page_and_none_twice():
    found = Counter(
        match[2] + match[3] for text in PAGES.values() for match in MARKED.finditer(text)
    )
    assert set(found.values()) == {1}
    assert {name.partition(" ")[0] for name in found} == set(TABLES)


def test_a_figure_that_was_edited_is_found():
    text = PAGES[ROOT / "docs/benchmarks.md"]
    spoiled = text.replace(", 1.053 |", ", 1.054 |", 1)
    assert spoiled != text and filled(spoiled) == text


def test_every_missed_goal_says_what_bounds_it():
    columns = [Reached(*column) for column in COLUMNS.values()]
    missed = [goal for goal in GOALS if any("**" in goal.cells(column) for column in columns)]
    said = PAGES[ROOT / "docs/benchmarks.md"]
    assert missed and [goal.what for goal in missed if f"\n- {goal.what}: " not in said] == []


# --- devices --------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", records(), ids=lambda file: file.stem)
def test_a_devices_page_has_a_row_per_rung(file):
    text = PAGES[file.with_suffix(".md")]
    rungs = {(row["ladder"], row["rung"]) for row in records()[file]["rows"]}
    assert len(re.findall(r"^\| \d+ \| `", text, re.M)) == len(rungs)
    assert len(text) < 20_000


def test_the_best_rung_has_the_best_ratio_within_a_run():
    record = records()[RECORD]
    (group,) = [group for group in groups(record) if group.name == "sgemm_tvm"]
    shape = group.main_shape
    best = group.best(shape)["rung"]
    # Another run, in which the clock was higher: a rung is faster, and so was cuBLAS.
    (row,) = [row for row in group.shapes[shape] if row["rung"] == "vthread"]
    group.shapes[shape] = [*group.shapes[shape], row | {"time_us": 1.0}]
    assert group.best(shape)["rung"] == best
    faster = row["baselines"] | {"cuBLAS": {"time_us": 1.0, "ratio": 2.0}}
    group.shapes[shape].append(row | {"time_us": 0.5, "baselines": faster})
    assert group.best(shape)["rung"] == "vthread"


@pytest.mark.parametrize(
    ("rung", "unit", "device", "rate"),
    [
        # 423 ms for 2 * 16384^3 operations.
        ("gemm/sgemm_tvm:vectorized_read", TERAFLOPS, "RTX 3090", 20.79),
        ("gemm/sgemm_geforce:max_registers", TERAFLOPS, "RTX 4090", 58.3),
        # The kernel's 16.5 ms, neither the program's 0.58 s nor the CPU's 3.77 s.
        ("gemm/sgemm_cuda:naive", TERAFLOPS, "A100", 0.1301),
        ("gemm/sgemm_cpu:serial", GIGAFLOPS, "the CPU of its A100 host", 0.5696),
    ],
)
def test_a_documents_figure_as_speed(rung, unit, device, rate):
    name, _, rung = rung.partition(":")
    rates = {figure.device: value for figure, value in document_rates(ladder(name)[rung], unit)}
    assert rates[device] == pytest.approx(rate, rel=1e-3)


@pytest.mark.exhaustive
def test_every_rung_is_a_point_of_the_roofline_below_its_roof():
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    (axes,) = plots.drawn(records()[RECORD], "roofline.svg").axes
    points = [line for line in axes.lines if line.get_linestyle() == "None"]
    groups_ = groups(records()[RECORD])
    assert sum(len(line.get_ydata()) for line in points) == sum(
        len(group.shapes[group.main_shape]) for group in groups_
    )
    for group in groups_:
        for row in group.shapes[group.main_shape]:
            assert any(row["tflops"] in line.get_ydata() for line in points)


def test_a_legend_fits_its_plot_and_no_two_ladders_look_alike():
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    for name in ("fp8gemm.svg", "sgemm_cuda.svg", "hgemv-over-size.svg"):
        figure = plots.drawn(records()[RECORD], name)
        box = figure.legends[0].get_window_extent()
        assert box.x0 >= 0 and box.x1 <= figure.bbox.width, name
    looks = [(plots.marker(at), plots.SERIES[at % len(plots.SERIES)]) for at in range(12)]
    assert len(set(looks)) == 12


def test_over_size_each_series_has_one_point_for_a_size():
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    (axes,) = plots.drawn(records()[RECORD], "w4a16-over-size.svg").axes
    for line in axes.lines:
        assert len(set(line.get_xdata())) == len(line.get_xdata())
    (best,) = [line for line in axes.lines if line.get_label() == "best rung, int4"]
    assert best.get_ydata()[0] == pytest.approx(3.235, abs=0.05)


# --- tuned tiles ----------------------------------------------------------------------------------


def test_the_tuned_tables_are_of_confirmed_winners():
    for log in ladders.logs().values():
        for winner in ladders.confirmed(log):
            assert winner["hand_written_us"] >= winner["time_us"] > 0
            assert winner["candidates"] > 0 and "=" in winner["knobs"]
    final = {"type": "final", "shape": [64] * 3, "hand_written_us": 4.0}
    job = {"workload": "gemm/made:third", "space": "some"}
    lines = [
        {"type": "run", "job": job, "device": "some GPU"},
        {"type": "candidate", "key": "64x64x64 a=1"},
        {"type": "candidate", "key": "64x64x64 a=2"},
        {**final, "key": "64x64x64 a=1", "time_us": 3.0},
        {**final, "key": "64x64x64 a=2", "time_us": 2.0},
    ]
    (winner,) = ladders.confirmed(lines)
    assert (winner["knobs"], winner["candidates"], winner["time_us"]) == ("a=2", 2, 2.0)
