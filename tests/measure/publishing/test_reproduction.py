"""Did it reproduce: ratios of steps, of a source and of records, and the pages that tell them."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

from schedules.core.catalog import ladders
from schedules.core.ladder import Figure, Ladder, Tile
from schedules.measure.publishing.ladder_pages import (
    MARKED,
    confirmed,
    for_all,
    ladder_pages,
    logs_in,
    pages_of,
    tuned_section,
)
from schedules.measure.publishing.reproduction import (
    differ,
    differences,
    lines_of,
    recorded_times,
    rows_of,
    section,
)
from schedules.measure.records import committed
from schedules.workloads import Gemm

PAGES = ROOT / "docs/ladders"
RECORDS = committed(ROOT / "docs/results")


def times_as(value: float, unit: str = "ms") -> list[Figure]:
    return [Figure(value, unit, "RTX 3090", "a document", (64, 64, 64))]


class AnyTile(Tile):
    def block(self) -> tuple[int, int, int]:
        return (1, 1, 1)


@pytest.fixture
def ladder() -> Ladder:
    """first 8 ms, second (without a figure), third 4 ms, fourth 5 ms, against the second."""
    made = Ladder("gemm/made", "made", Gemm(64, 64, 64))
    for name, figures, against in (
        ("first", times_as(8), ()),
        ("second", [Figure(None, "ms", "RTX 3090", "a document", note="a bit faster")], ()),
        ("third", times_as(4), ()),
        ("fourth", times_as(5), "second"),
    ):
        made.rung(AnyTile(), name=name, figures=figures, against=against)(lambda sch, tile: None)
    return made


def record(**times: float) -> dict:
    rows = [
        {"ladder": "gemm/made", "rung": rung, "shape": [64, 64, 64], "time_us": time}
        for rung, time in times.items()
    ]
    return {"device": "some GPU", "rows": rows}


def test_a_ratio_is_to_the_nearest_rung_before_that_the_source_has_a_figure_of(ladder):
    recorded = recorded_times([record(first=10, second=5, third=4, fourth=20)], ladder)
    found = {rung.name: steps for rung, steps in rows_of(ladder, recorded)}
    assert found["first"] == []
    (second,), (third,), (fourth,) = (found[name] for name in ("second", "third", "fourth"))
    assert (second.before, second.source, second.ours) == ("first", None, {"some GPU": 2})
    assert (third.before, third.source, third.ours) == ("first", 2, {"some GPU": 2.5})
    assert (fourth.before, fourth.source, fourth.ours) == ("first", 1.6, {"some GPU": 0.5})
    assert not second.differs and not third.differs and fourth.differs


def test_what_was_not_measured_is_said(ladder):
    text = section(ladder, [record(first=10, third=4)], {})
    assert "| `second` | `first` | a bit faster | not measured |" in text
    assert "| `third` | `first` | 2.000 on RTX 3090 | 2.500 at 64³ |" in text
    assert "| `fourth` | `first` | 1.600 on RTX 3090 | not measured |" in text
    assert "not known" not in text
    assert section(ladders()["gemm/hgemm"], [], {}) == "Not measured yet.\n"
    assert lines_of(ladder, [], PAGES)["third"] == [
        "times the speed of first: source 2.000 on RTX 3090"
    ]


def test_a_step_that_came_out_otherwise_has_its_sentence(ladder):
    made = [record(first=10, second=5, third=4, fourth=20)]
    assert "- `fourth`: why is not known." in section(ladder, made, {})
    assert "- `fourth`: It is cold." in section(ladder, made, {"fourth": "It is cold."})
    assert "- `third`" not in section(ladder, made, {})


@pytest.mark.parametrize(
    ("source", "ours", "other"),
    [
        (1.2, 1.15, False),
        (1.2, 0.9, True),
        (1.2, 1.01, True),
        (1.01, 0.99, False),
        (1.2, 1.5, True),
        (0.5, 0.6, False),
        (0.5, 0.9, True),
        (1.0, 1.1, True),
    ],
)
def test_another_sign_or_size(source, ours, other):
    assert differ(source, ours) == other


def test_a_rung_is_a_step_from_rungs_of_its_ladder(ladder):
    assert ladder["third"].against == ("second",) and ladder["fourth"].against == ("second",)
    with pytest.raises(Exception, match="nobody"):
        ladder.rung(AnyTile(), name="fifth", against="nobody")(lambda sch, tile: None)


# --- the pages ------------------------------------------------------------------------------------


def test_the_ladders_pages_have_what_the_records_say():
    made = ladder_pages(PAGES, RECORDS, ladders(), ROOT / "docs/tuning")
    assert set(made) == set(PAGES.glob("*.md"))
    for page, text in made.items():
        assert page.read_text(encoding="utf-8") == text
    for name in ladders():
        main = made[PAGES / f"{name.rpartition('/')[2]}.md"]
        assert {match[2] for match in MARKED.finditer(main)} >= {"reproduced"}


def test_a_ladders_pages_are_its_main_page_and_those_beside_it(tmp_path):
    for name in ("hgemm.md", "hgemm-wgmma.md", "hgemv.md", "wide-hgemm.md"):
        (tmp_path / name).touch()
    assert [page.name for page in pages_of(tmp_path, "gemm/hgemm")] == [
        "hgemm.md",
        "hgemm-wgmma.md",
    ]
    assert pages_of(tmp_path, "gemm/tall") == []


@pytest.mark.parametrize("name", ladders())
def test_the_pages_ratios_are_those_of_the_records_rows(name):
    """Not by the code that wrote them."""
    ladder = ladders()[name]
    times = {
        (record["device"], row["rung"], tuple(row["shape"])): row["time_us"]
        for record in RECORDS
        for row in record["rows"]
        if row["ladder"] == name
    }
    page = (PAGES / f"{name.rpartition('/')[2]}.md").read_text(encoding="utf-8")
    table = page.partition("<!-- reproduced -->")[2].partition("<!-- /reproduced -->")[0]
    if not times:
        assert table == "\nNot measured yet.\n"
        return
    devices = re.search(r"\| step \| from \| source \| (.*) \|", table)[1].split(" | ")
    assert set(devices) == {device for device, *_ in times}
    seen = dict.fromkeys(devices, 0)
    for rung, before, cells in re.findall(
        r"^\| `(\w+)` \| `(\w+)` \| [^|]* \| (.*) \|$", table, re.M
    ):
        assert rung in ladder.rungs and before in ladder.rungs
        for device, cell in zip(devices, cells.split(" | "), strict=True):
            for ratio, at in re.findall(r"([\d.]+) at ([^,]+)", cell):
                extents = tuple(map(int, re.findall(r"\d+", at)))
                shape = extents * len(ladder.workload.shape) if len(extents) == 1 else extents
                own = times[device, before, shape] / times[device, rung, shape]
                last_digit = 10.0 ** -len(ratio.partition(".")[2])
                assert abs(float(ratio) - own) <= 0.501 * last_digit
                seen[device] += 1
    # A rung that a device did not time is in none of its cells.
    for device, count in seen.items():
        timed = {rung for of, rung, _ in times if of == device}
        assert count > 3 or count == len(timed & set(ladder.rungs)) - 1


def test_every_step_that_came_out_otherwise_is_explained_and_no_other():
    said = differences(PAGES)
    assert set(said) <= set(ladders())
    for name, ladder in ladders().items():
        sentences = said.get(name, {})
        assert set(sentences) <= set(ladder.rungs)
        for rung, steps in rows_of(ladder, recorded_times(RECORDS, ladder)):
            known = [step for step in steps if step.source is not None and step.ours]
            if any(step.differs for step in known):
                assert rung.name in sentences, f"{rung.path} differs from its source: say why"
            elif known:
                assert rung.name not in sentences, f"{rung.path} does not differ any more"


def test_show_tells_what_came_of_each_step(cli):
    code, out, _ = cli("show", "gemm/sgemm_tvm")
    assert code == 0
    assert re.search(
        r"times the speed of vthread: source 1.099 on RTX 3090; NVIDIA H100 80GB HBM3 [\d.]+ at "
        r"16384³.*; NVIDIA H200 [\d.]+ at 16384³",
        out,
    )
    assert "No gain, because " in out


def test_the_tuned_tables_are_of_confirmed_winners():
    for log in logs_in(ROOT / "docs/tuning").values():
        for winner in confirmed(log):
            assert winner["hand_written_us"] >= winner["time_us"] > 0
            assert winner["candidates"] > 0 and "=" in winner["knobs"]
    lines = [
        {
            "type": "run",
            "job": {"workload": "gemm/made:third", "space": "some"},
            "device": "some GPU",
        },
        {"type": "candidate", "key": "64x64x64 a=1"},
        {"type": "candidate", "key": "64x64x64 a=2"},
        {
            "type": "final",
            "shape": [64] * 3,
            "key": "64x64x64 a=1",
            "time_us": 3.0,
            "hand_written_us": 4.0,
        },
        {
            "type": "final",
            "shape": [64] * 3,
            "key": "64x64x64 a=2",
            "time_us": 2.0,
            "hand_written_us": 4.0,
        },
    ]
    (winner,) = confirmed(lines)
    lines[0]["job"]["space"] = "auto"
    assert confirmed(lines) == []
    assert (winner["knobs"], winner["candidates"], winner["time_us"]) == ("a=2", 2, 2.0)


def test_a_job_without_a_record_is_said_not_to_be_measured(ladder, tmp_path):
    tuning, jobs = tmp_path / "docs/tuning", tmp_path / "tune/jobs"
    tuning.mkdir(parents=True)
    jobs.mkdir(parents=True)
    assert tuned_section(ladder, tuning, {}) == "No job searches a tile of this ladder.\n"
    (jobs / "third_gpu.toml").write_text('workload = "gemm/made:third"\n')
    (jobs / "other.toml").write_text('workload = "gemm/other:third"\n')
    assert tuned_section(ladder, tuning, {}) == "Not measured: `third_gpu`.\n"
    (tuning / "third_gpu-some-gpu.jsonl").write_text("")
    assert "Not measured" not in tuned_section(ladder, tuning, logs_in(tuning))


def test_one_tile_for_all_sizes_of_a_whole_space(ladder):
    job = {"workload": "gemm/made:third", "space": "some", "strategy": "grid"}
    lines = [{"type": "run", "job": job, "device": "some GPU"}]
    # The best of either size costs double at the other; c is within 10 and 5 % at both.
    for key, time in {
        "8 k=a": 1.0,
        "9 k=a": 4.0,
        "8 k=b": 2.0,
        "9 k=b": 2.0,
        "8 k=c": 1.1,
        "9 k=c": 2.1,
        "8 k=d": 0.9,
    }.items():
        kind = "wrong" if key == "8 k=d" else "ok"
        lines.append({"type": "candidate", "key": key, "kind": kind, "times_us": [time]})
    name = "made_gpu-some-gpu.jsonl"
    assert for_all(ladder, name, lines) == (
        "One tile for the 2 sizes of `made_gpu`: `k=c` takes 1.050 to 1.100 times each size's best "
        "as searched.\n"
    )
    lines[0]["job"]["strategy"] = "ranking"
    assert for_all(ladder, name, lines) == ""
