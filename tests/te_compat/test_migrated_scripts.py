"""What `schedules migrate` writes of this project's old scripts computes the same in plain TVM."""

from __future__ import annotations

import re

import pytest
from exhaustive import every
from guide_rows import ROWS, SETUPS
from legacy_samples import EXAMPLES, SHAPES
from migrate_samples import check_migrated

EVERY = {**{name: shapes[0] for name, shapes in SHAPES.items()}, "symbolic_shape": "40"}
# The guide's examples that schedule something.
SCHEDULED = [
    row
    for row in ROWS
    if row.how != "refused" and re.search(r"args = |tvm.build", SETUPS["old", row.setup] + row.old)
]


def test_they_are_thirty_or_more():
    assert len(EVERY) + len(SCHEDULED) >= 30


@pytest.mark.parametrize("name", every(EVERY, 5))
def test_an_example_migrated(name, tmp_path):
    numbers, kernels = check_migrated(EXAMPLES / f"{name}.py", EVERY[name].split(), tmp_path)
    assert (numbers > 0) == (name not in ("dense_dp4a", "hgemm_wmma"))
    assert (kernels > 0) == (name not in ("gemm_cpu", "symbolic_shape"))


@pytest.mark.parametrize("row", every(SCHEDULED, 5), ids=lambda row: row.heading)
def test_an_example_of_the_guide_migrated(row, tmp_path):
    script = tmp_path / "old.py"
    lowered = "" if "tvm.build(" in row.old else "tvm.lower(s, args)\n"
    script.write_text(f"{SETUPS['old', row.setup]}{row.old}\n{lowered}")
    check_migrated(script, [], tmp_path)
