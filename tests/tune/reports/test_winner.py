"""The winner on the page: who it was compared with, and its source."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from tune_records import edited, final_of, load_space, rows_of

from tune.commands import cli
from tune.engine.recorded import own_key
from tune.reports import winner
from tune.reports.page import page
from tune.space.base import said


def test_the_winner_stands_beside_the_runner_up_and_the_hand_written_tile(record):
    text = page(record)
    head, *rows = rows_of(text, "winner")
    final, space = final_of(record), load_space(record)
    (own,) = [space.request(point).key for point in space.hand_written()]
    keys = {"hand-written": own, "winner": final["key"], "runner-up": final["runner_up"]}
    assert head == ["", *keys]
    found = {row[0]: row[1:] for row in rows}
    entries = [record.entries_by_key[key] for key in keys.values()]
    for name in ("tile_i", "tile_j"):
        assert found[name] == [said(entry.knobs[name]) for entry in entries]
    tiles = [record.line(entry)["tile"] for entry in entries]
    assert found["block_i"] == [str(tile["block_i"]) for tile in tiles]
    assert [float(time) for time in found["confirmed, µs"]] == [
        final["hand_written_us"],
        final["time_us"],
        final["runner_up_us"],
    ]
    gain = final["hand_written_us"] / final["time_us"]
    assert found["of hand-written"][:2] == ["1.00 ×", f"{gain:.2f} ×"]
    # The diff is of the tiles' schedules, that of their assembly is folded and of code alone.
    assert re.search(r"<details open><summary>From the hand-written .*: scheduled TIR<", text)
    assert re.search(r"<details><summary>From the hand-written .*: assembly<", text)
    assert text.count("+++ the winner") == 2 and "vmovups" in text and ".LCPI0_0:" not in text


@pytest.mark.parametrize("who", ["slow", "winner", "own", "none", "earlier"])
def test_the_tile_that_the_winner_is_held_against_is_that_of_the_final_line(
    folder, tmp_path, monkeypatch, record, who
):
    space, final = load_space(record), final_of(record)
    slow = record.best(count=30)[-1]
    own = space.request(space.hand_written()[0]).key
    key = {"slow": slow.key, "winner": final["key"], "own": own_key(space)}.get(who)

    def change(line):
        if line["type"] == "final":
            line["hand_written"] = key
            if who == "none":
                line["hand_written_us"] = None
            if who == "earlier":
                del line["hand_written"]

    # Tiles alone are looked at, and none is built.
    beside = []
    monkeypatch.setattr(winner, "steps", lambda rung, workload, tile: [beside.append(tile)])
    monkeypatch.setattr(winner, "Kernel", lambda *_: None)
    monkeypatch.setattr(winner, "texts", lambda *_: {})
    text = page(edited(folder, tmp_path, change, all_lines=True))
    head, *rows = rows_of(text, "winner")
    rung_tile = space.rung.tile_for(space.workload)
    expected = {
        "slow": ["", "hand-written", "winner", "runner-up"],
        "winner": ["", "winner, hand-written", "runner-up"],
        "none": ["", "winner", "runner-up"],
    }
    assert head == expected.get(who, expected["slow"])
    if who in ("winner", "none"):
        assert not beside
    else:
        entry = record.entries_by_key.get({"slow": slow.key}.get(who, own))
        assert beside == [space.tile(entry.knobs)]
        found = {row[0]: row[1] for row in rows}
        assert found["block_i"] == str(beside[0].block_i)
        assert (beside[0] == rung_tile) == (who != "slow")
    assert ("The winner is the hand-written tile." in text) == (who == "winner")
    assert ("which is not in the space" in text) == (who == "own")
    assert ("No hand-written tile was confirmed" in text) == (who == "none")


def test_the_page_and_best_name_who_compiled_what(folder, tmp_path):
    def change(line):
        line["compiler"] = "nvcc 1.3" if line["type"] == "final" else "NVRTC 1.2"

    changed = edited(folder, tmp_path, change, all_lines=True)
    text = page(changed)
    names = [row[0] for row in rows_of(text, "winner")]
    assert {"confirmed, µs nvcc 1.3", "in the search, GFLOP/s NVRTC 1.2"} <= set(names)
    assert "<dd>NVRTC 1.2 in the search, nvcc 1.3 when confirmed</dd>" in text
    assert "faster or slower, and another compiler." in text
    done = CliRunner().invoke(cli, ["best", str(changed.path)])
    assert "winner, nvcc 1.3" in done.output
