"""A recorded run, and what tests of tables and plots make of it."""

from __future__ import annotations

import copy
import json

from conftest import FILES

RECORD = json.loads((FILES / "h200.json").read_text())
IN_ORDER = ["naive", "thread_tile", "vthread", "vectorized_read", "register_prefetch", "cp_async"]
MARKS = "# A page\n\n<!-- results -->\nold text\n<!-- /results -->\n\nThe end.\n"


def with_sizes(record: dict, ladder_name: str, rung: str, shapes, dtype: str) -> dict:
    """A record whose one recorded row stands for another ladder: numbers to draw, of nothing."""
    row = copy.deepcopy(record["rows"][0])
    rows = [
        {**row, "ladder": ladder_name, "rung": rung, "shape": list(shape), "dtype": dtype}
        for shape in shapes
    ]
    return {**record, "rows": rows}


PASSED = {"state": "passed", "errors": 0, "message": ""}
RACE = {"state": "errors", "errors": 3, "message": "Race reported between Write and Read"}


def with_verdicts() -> dict:
    """The recorded rows, with verdicts that stand for what the tools said."""
    record = copy.deepcopy(RECORD)
    kernel = {"ladder": "gemm/sgemm_tvm", "shape": [128, 256, 16], "dtype": "float32"}
    all_tools = dict.fromkeys(("memcheck", "racecheck", "synccheck", "initcheck"), PASSED)
    record["sanitized"] = [
        {**kernel, "rung": "naive", **all_tools},
        {**kernel, "rung": "vthread", **all_tools, "racecheck": RACE},
        {**kernel, "rung": "cp_async", "memcheck": PASSED},
        {**kernel, "rung": "gone", **all_tools},
    ]
    record["verified"] = [
        {**kernel, "rung": "warp_tile", "right": True, "message": ""},
        {**kernel, "rung": "naive", "right": False, "message": "random 0 inputs: 2 of 9 wrong"},
    ]
    return record
