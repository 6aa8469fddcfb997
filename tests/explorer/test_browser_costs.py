"""Costs of lines and instructions in a browser, against what the command line prints."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pytest
from browser import FETCH, WINDOWS, by_cost, expecting

from gpusim.timing.timeline import ACTIVITIES, OTHER, longest
from schedules.compile.compiler import selected_backend
from schedules.core.kernel import last_kernel
from schedules.explorer.overview import recorded_predictions
from schedules.explorer.page import build, compressed, page_of
from schedules.sources.names import resolve
from schedules.views.timeline import COLUMNS, MOST_WARPS, pipeline_record

pytestmark = pytest.mark.exhaustive

GEMV = "gemv/hgemv:warp4"


@pytest.fixture(scope="session")
def predicted_file(tmp_path_factory) -> Path:
    """The page of one rung with its predicted time."""
    file = tmp_path_factory.mktemp("predicted") / "page.html"
    file.write_text(page_of([build(GEMV, predict=True)]), encoding="utf-8")
    return file


def test_an_access_and_its_instructions_lead_to_each_other(opened):
    page = opened(f"#{FETCH}:bind_fetch@cuda|sass")
    page.locator("tr.access", has_text="shared store").first.locator("td.what").click()
    linked = page.locator("#right-code .linked")
    expecting(linked).to_have_count(2)
    for at in range(2):
        expecting(linked.nth(at)).to_contain_text("STS.128")
    expecting(page.locator("#status")).to_have_text("2 instructions")
    page.locator("#right-code .line", has_text="LDS.128").last.click()
    expecting(page.locator("tr.access.here")).to_have_count(1)
    expecting(page.locator("tr.access.here")).to_contain_text("B_shared_ptr")


def test_predicted_parts_are_the_commands(watched, predicted_file, cli):
    page = watched.page
    page.goto(predicted_file.as_uri() + f"#{GEMV}")
    _, out, _ = cli("predict", GEMV, "--shape", "4096,128", "--json")
    prediction = json.loads(out)["items"][0]["prediction"]
    (launch,) = prediction["launches"]
    by_line: dict[int, float] = defaultdict(float)
    for one in launch["instructions"]:
        by_line[one["line"]] += one["us"]
    line = max((one for one in by_line if one), key=by_line.get)
    # Times are of the code that was timed; those of the code that is shown are one click away.
    recorded = recorded_predictions()["NVIDIA H200", GEMV, (4096, 128)]
    expecting(page.locator("#verdict")).to_contain_text(f"Predicted {recorded['us']:.3f} µs")
    expecting(page.locator("#details")).not_to_contain_text("Predicted for the code of")
    page.get_by_role("button", name="Times of this code").click()
    expecting(page.locator("#verdict")).to_contain_text(f"Predicted {prediction['us']:.3f} µs")
    expecting(page.locator("#details")).to_contain_text(
        f"Predicted for the code of {selected_backend().version}: {prediction['us']:.3f} µs"
    )
    page.set_viewport_size({"width": 1920, "height": 1080})
    by_cost(page, "right", "time %")
    first = page.locator("#right-code .line").first
    expecting(first.locator(".number")).to_have_text(str(line))
    share = by_line[line] / sum(by_line.values())
    expecting(first.locator(".cost.chosen")).to_have_text(f"{100 * share:.1f}")
    causes: Counter[str] = Counter()
    for one in launch["instructions"]:
        if one["line"] == line:
            causes.update(one["causes"])
    name, us = causes.most_common(1)[0]
    share = 100 * us / causes.total()
    expecting(first.locator(".stall")).to_have_text(re.compile(f"^{name} {share:.0f} %$"))


def test_columns_of_a_pipeline_are_those_of_the_timeline():
    rung = resolve(GEMV).rung
    kernel = last_kernel(rung, rung.at((4096, 128)), rung.lowered_for(None))
    record = pipeline_record(kernel)
    launch, line = longest(kernel.recordings("h200"))
    assert (record["cycles"], record["of"]) == (round(line.end - line.start), round(launch.cycles))
    assert len(record["warps"]) + record["others"] == len(line.warps)
    width = (line.end - line.start) / COLUMNS
    for one in record["warps"]:
        spans = [span for span in line.warps[one["block"], one["warp"]] if span.end > span.start]
        gaps, cycles, activities, steps = (one["spans"][at::4] for at in range(4))
        assert list(activities) == [span.what for span in spans]
        assert list(accumulate(steps)) == [span.at for span in spans]
        ends = [end for pair in zip(gaps, cycles, strict=True) for end in pair]
        told = [round(time - line.start, 1) for span in spans for time in (span.start, span.end)]
        assert list(accumulate(ends)) == pytest.approx(told, abs=0.2)
    for one in record["pipes"]:
        spans = line.pipes[one["name"]]
        whole = sum(span.end - span.start for span in spans) / line.units[one["name"]]
        shown = sum(map(int, one["row"])) / 9 * width
        assert shown == pytest.approx(whole, abs=0.06 * COLUMNS * width)


@pytest.mark.parametrize(("width", "height", "scheme"), WINDOWS)
def test_the_pipeline_says_what_each_warp_does(watched, predicted_file, scheme, width, height):
    page = watched.page
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    page.goto(predicted_file.as_uri() + f"#{GEMV}")
    page.locator("button.pipeline").click()
    expecting(page.locator("#pipeline-body")).to_contain_text("Predicted, not measured")
    expecting(page.locator("#pipeline .p-name").first).to_have_text("block 0, warp 0")
    page.get_by_label("Cycle", exact=True).fill("240")
    told = page.locator("#pipeline .p-told").inner_text()
    warps, busy = told.split("Warps: ")[1].split("Busy: ")
    assert sum(int(part.rpartition(": ")[2]) for part in warps.strip(" .").split("; ")) <= 8
    assert busy
    with page.expect_download() as download:
        page.get_by_role("button", name="Save trace").click()
    events = json.loads(Path(download.value.path()).read_text("utf-8"))["traceEvents"]
    names = [event["args"]["name"] for event in events if event["ph"] == "M"]
    assert names == page.locator("#pipeline .p-name").all_text_contents()[: len(names)]
    assert {event["tid"] for event in events if event["ph"] == "X"} == set(range(len(names)))
    box = page.locator("#pipeline").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    page.keyboard.press("Escape")
    expecting(page.locator("#pipeline")).to_be_hidden()


@pytest.mark.parametrize("drawn", [8, 3])
def test_the_pipeline_speaks_of_the_warps_that_it_draws(watched, tmp_path, drawn):
    part = build(GEMV, predict=True)
    record = json.loads(zlib.decompress(base64.b64decode(part.chunk)))
    pipeline = record["pipeline"]
    whole = len(pipeline["warps"]) + pipeline["others"]
    pipeline.update(warps=pipeline["warps"][:drawn], others=whole - drawn)
    file = tmp_path / "page.html"
    file.write_text(page_of([replace(part, chunk=compressed(record))]), encoding="utf-8")
    page = watched.page
    page.goto(f"{file.as_uri()}#{GEMV}")
    page.locator("button.pipeline").click()
    names = page.locator("#pipeline .p-name", has_text=re.compile(r"^block \d+, warp"))
    expecting(names).to_have_count(drawn)
    about = page.locator("#pipeline-body p").first.inner_text()
    said = re.findall(r"The picture has (\d+) of (\d+) warps", about)
    assert said == ([] if drawn == whole else [(str(drawn), str(whole))])
    expecting(page.locator(".p-sums")).to_contain_text(f"cycles of {drawn} warps")


# The colours of a drawing's row, from left to right.
COLOURS = """(canvas, row) => {
  const { data } = canvas.getContext("2d").getImageData(0, row * 15 + 6, canvas.width, 1);
  const pixels = Array.from({ length: canvas.width }, (_, at) => data.slice(4 * at, 4 * at + 4));
  return new Set(pixels.map((one) => one.join())).size;
}"""


def test_the_pipeline_is_summed_and_leads_to_the_code(watched, predicted_file):
    """Its sums are those of the timeline."""
    rung = resolve(GEMV).rung
    kernel = last_kernel(rung, rung.at((4096, 128)), rung.lowered_for(None))
    _, line = longest(kernel.recordings())
    page = watched.page
    page.goto(predicted_file.as_uri() + f"#{GEMV}")
    page.locator("button.pipeline").click()
    sums = page.get_by_role("region", name="Issue and stall cycles")
    cycles = Counter()
    for span in (one for spans in list(line.warps.values())[:MOST_WARPS] for one in spans):
        name = "issue" if span.what <= OTHER else ACTIVITIES[span.what]
        cycles[name] += span.end - span.start
    for row in sums.locator("tbody tr").all():
        name, number, _ = row.locator("td").all_inner_texts()
        assert int(number.replace(",", "")) == pytest.approx(cycles.pop(name), rel=0.01, abs=5)
    assert sum(cycles.values()) < 5
    # A warp does several things, and a click on one names its instruction; that leads to its row,
    # and to its line.
    drawing = page.locator(".p-drawing canvas")
    assert drawing.evaluate(COLOURS, 0) > 3
    drawing.click(position={"x": drawing.bounding_box()["width"] / 2, "y": 5})
    expecting(page.locator("#pipeline .says").last).to_contain_text("block 0, warp 0: ")
    link = page.locator("#pipeline .says .p-link").first
    opcode = link.inner_text()
    link.click()
    expecting(page.locator("#pipeline")).to_be_hidden()
    expecting(page.locator("#right-code .cursor")).to_contain_text(opcode)
    page.locator("button.pipeline").click()
    by_line = page.locator(".p-sums").get_by_role("button", name=re.compile("^line ")).first
    number = by_line.inner_text().removeprefix("line ")
    by_line.click()
    expecting(page.locator(".view .cursor .number", has_text=number).first).to_be_visible()
