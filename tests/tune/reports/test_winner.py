"""The winner on the page: who it was compared with, and its source."""

from __future__ import annotations

import re

from click.testing import CliRunner
from tune_records import edited, final_of, load_space, rows_of

from tune.commands import cli
from tune.reports.page import page
from tune.space.base import value_text


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
        assert found[name] == [value_text(entry.knobs[name]) for entry in entries]
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
