"""Every example of docs/migrating/ is true, and the table of docs/migrating.md leads to it."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
import tvm as today
import tvm_ffi
from guide_rows import GUIDE, PAGES, ROWS, SETUPS, Row
from legacy_samples import EXAMPLES

from schedules.analyses.verification.serial import run_library, serial
from te_compat.calls import OldCallError
from te_compat.migrate import migrated
from te_compat.modules import tvm
from te_compat.script import ScriptImports


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


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.heading)
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
    return f"migrating/{row.page}#{anchor}"


def test_the_table_leads_to_every_example_and_every_page_leads_back():
    (table,) = re.findall(r"^## The table\n(.*?)^## ", GUIDE, re.M | re.S)
    linked = re.findall(r"\[example\]\(([^)]+)\)", table)
    assert set(linked) == {address(row) for row in ROWS}
    assert set(PAGES) - {"setup.md"} == {row.page for row in ROWS}
    assert all("](../migrating.md" in text for text in PAGES.values())
    assert all("](setup.md)" in text for name, text in PAGES.items() if name != "setup.md")


def test_the_guide_quotes_what_migrate_writes(capsys):
    text, _ = migrated(EXAMPLES / "gemm_blocked.py", ["64", "32", "8"])
    quoted = re.search(r"```python\n(.*?)```", GUIDE, re.S)
    assert quoted and quoted[1] in text


# Every public method of 0.19's te.Stage and te.Schedule, and what else its scripts name.
OLD_NAMES = (
    "split fuse reorder tile bind vectorize unroll parallel pragma tensorize compute_at",
    "compute_inline compute_root set_scope storage_align double_buffer env_threads prefetch",
    "set_store_predicate rolling_buffer transform_layout set_axis_separators cache_read",
    "cache_write rfactor create_group normalize copy stages outputs leaf_iter_vars",
    "te.create_schedule te.placeholder te.compute te.reduce_axis te.thread_axis te.var te.size_var",
    "te.sum te.max te.min te.comm_reducer te.scan te.extern te.extern_primfunc te.hybrid",
    "te.gradient te.decl_tensor_intrin te.tag_scope te.create_prim_func te.const ScheduleOps",
    "te.schedule.AutoInlineInjective te.schedule.InferBound if_then_else indexdiv indexmod",
    "tvm.lower tvm.build tvm.nd tvm.gpu tvm.cpu tvm.context tvm.target tvm.tir ir_builder",
    "decl_buffer call_intrin call_extern Select time_evaluator imported_modules get_source",
    "export_library load_module build_config PassContext register_func get_global_func",
    "tvm.contrib tvm.testing autotvm auto_scheduler relay simple_mode binds asnumpy vthread",
    "where= init=",
)


def test_the_guide_speaks_of_every_old_name():
    names = [name for line in OLD_NAMES for name in line.split()]
    told = "\n".join([GUIDE, *PAGES.values()])
    missing = [name for name in names if not re.search(rf"(?<!\w){re.escape(name)}", told)]
    assert missing == []
