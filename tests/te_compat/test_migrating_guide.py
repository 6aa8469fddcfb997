"""Every example of docs/migrating-examples.md is true; the table of migrating.md leads to it."""

from __future__ import annotations

import re
import runpy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import tvm as today
import tvm_ffi
from conftest import ROOT
from exhaustive import every

from schedules.analyses.verification.serial import run_library, serial
from te_compat.calls import OldCallError
from te_compat.modules import tvm
from te_compat.script import ScriptImports

GUIDE = (ROOT / "docs/migrating.md").read_text()


EXAMPLES = (ROOT / "docs/migrating-examples.md").read_text()


@dataclass(frozen=True)
class Row:
    """An example: old lines, new ones, and how they are compared."""

    heading: str
    setup: str
    how: str
    old: str
    new: str


BLOCK = re.compile(
    r"^#+ (?P<heading>[^\n]+)$|^```python (old|new) (\w+) ?(\w*)\n(.*?)^```$", re.M | re.S
)


def rows() -> list[Row]:
    found: list[Row] = []
    heading, old = "", None
    for match in BLOCK.finditer(EXAMPLES):
        if match["heading"]:
            assert old is None, f"{heading}: an old example without a new one"
            heading = match["heading"]
            continue
        side, setup, how, code = match.groups()[1:]
        if side == "old":
            assert old is None
            old = setup, how, code
        else:
            assert old is not None and (old[0], "") == (setup, how), heading
            found.append(Row(heading, *old, code))
            old = None
    return found


ROWS = rows()


SETUPS = {
    (side, name): code
    for side, name, code in re.findall(
        r"^```python (old|new)-setup (\w+)\n(.*?)^```$", EXAMPLES, re.M | re.S
    )
}


SETUPS["old", "alone"] = "import numpy as np\nimport tvm\nfrom tvm import te\n"


SETUPS["new", "alone"] = "import numpy as np\nimport tvm\nfrom tvm import s_tir, te, tirx\n"


def ran_old(row: Row, folder: Path) -> dict:
    file = folder / "old_lines.py"
    file.write_text(SETUPS["old", row.setup] + row.old)
    names: dict = {"__builtins__": ScriptImports(folder).builtins, "__name__": "__main__"}
    exec(compile(file.read_text(), str(file), "exec"), names)
    return names


def ran_new(row: Row, folder: Path) -> dict:
    file = folder / "new_lines.py"
    file.write_text(SETUPS["new", row.setup] + row.new)
    return runpy.run_path(str(file))


def values(mod: today.ir.IRModule, inputs: list[np.ndarray], shape) -> np.ndarray:
    (got,) = run_library(today.compile(serial(mod), target="llvm"), inputs, [(shape, "float32")])
    return got


@pytest.mark.parametrize("row", every(ROWS, 12), ids=lambda row: row.heading)
def test_an_example_is_true(row, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if row.how == "refused":
        with pytest.raises(OldCallError):
            ran_old(row, tmp_path)
        new = ran_new(row, tmp_path)
        np.testing.assert_allclose(new["result"], new["expected"], rtol=1e-5)
        return
    old, new = ran_old(row, tmp_path), ran_new(row, tmp_path)
    if "result" in old:
        np.testing.assert_allclose(new["result"], old["result"], rtol=1e-5)
        return
    mod = tvm.lower(old["s"], old["args"])
    if row.how == "values":
        shapes = [tuple(int(extent) for extent in one.shape) for one in old["args"]]
        rng = np.random.default_rng(0)
        inputs = [rng.uniform(-1, 1, shape).astype("float32") for shape in shapes[:-1]]
        right = values(mod, inputs, shapes[-1])
        np.testing.assert_allclose(
            values(new["sch"].mod, inputs, shapes[-1]), right, rtol=1e-4, atol=1e-5
        )
        assert np.abs(right).max() > 0.1
    else:
        assert row.how == ""
        assert tvm_ffi.structural_equal(new["sch"].mod, mod)


def address(row: Row) -> str:
    """What an example is linked by from the guide."""
    anchor = re.sub(r"[^\w\- ]", "", row.heading.lower()).replace(" ", "-")
    return f"migrating-examples.md#{anchor}"


def test_the_table_leads_to_every_example():
    (table,) = re.findall(r"^## The table\n(.*?)^## ", GUIDE, re.M | re.S)
    linked = re.findall(r"\[example\]\(([^)]+)\)", table)
    assert set(linked) == {address(row) for row in ROWS}
    assert "](migrating.md#the-table)" in EXAMPLES
