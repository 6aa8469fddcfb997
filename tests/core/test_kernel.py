"""Views of steps, what each changed, and the dumps made of them."""

from __future__ import annotations

import pytest
from exhaustive import REPRESENTATIVES, sampled

from gpusim.errors import UserError
from schedules.core.errors import NoKernel
from schedules.core.kernel import effects, false_claims, idle_steps, kernels_of
from schedules.core.ladder import NO_EFFECT, Ladder, Rung, ladder, ladders
from schedules.views.dumps import differences, index_section, rung_files, write

SGEMM = ladder("gemm/sgemm_tvm")
RUNGS = [rung.path for one in ladders().values() for rung in one.rungs.values()]


def find(path: str) -> Rung:
    name, _, rung = path.partition(":")
    return ladder(name)[rung]


def seen(name: str):
    return kernels_of(SGEMM[name])


def test_a_step_without_a_kernel_says_so_and_still_has_its_tir():
    view = seen("block_tile")[0]
    assert view.source is None
    assert view.launches == ()
    assert view.no_kernel == (
        "no kernel yet: no loop bound to a block or thread axis: C (loops i_0, i_1, j, k)"
    )
    assert "T.sblock" in view.tir
    assert "for i_0, i_1, j, k in T.grid" in view.lowered
    with pytest.raises(NoKernel, match="step split_i: no kernel yet"):
        view.text("cuda")


def test_effects_tell_the_levels_apart():
    found = seen("double_buffer")
    change = dict(zip((v.step.name for v in found), effects(found), strict=True))
    assert change["split_block"] is None
    assert (change["bind_block"].source, change["bind_block"].launch) == (None, None)
    assert (change["split_thread"].source, change["split_thread"].launch) == (True, False)
    assert change["double_buffer"].launch
    idle = change["double_buffer_scope"]
    assert (idle.tir, idle.lowered, idle.source, idle.launch) == (True, False, False, False)
    assert [name for name, one in change.items() if one and one.idle] == ["double_buffer_scope"]


def test_declared_and_undeclared_lack_of_effect():
    def rung(sch, tile):
        i, j, _ = sch.get_loops("C")
        sch.bind(i, "blockIdx.x")
        yield "bind_block"
        sch.annotate(j, "pragma_made_up", 1)
        yield "declared", "does nothing", NO_EFFECT
        sch.annotate(j, "pragma_made_up_too", 1)
        yield "undeclared", "does nothing"
        sch.bind(j, "threadIdx.x")
        yield "false_claim", "does something", NO_EFFECT

    one = Ladder("test/idle", "a test", SGEMM["naive"].workload)
    one.rung(SGEMM["naive"].tile)(rung)
    found = kernels_of(one["rung"])
    assert [step.name for step in idle_steps(found)] == ["undeclared"]
    assert [step.name for step in false_claims(found)] == ["false_claim"]


@pytest.mark.parametrize("path", sampled(RUNGS, sorted(REPRESENTATIVES)[::4]))
def test_every_rung_ends_in_a_kernel_and_declares_its_idle_steps(path):
    found = kernels_of(find(path))
    files, section = rung_files(found), index_section(find(path), found)
    assert found[-1].no_kernel == ""
    assert idle_steps(found) == []
    assert false_claims(found) == []
    assert all(view.step.why for view in found)
    assert all(text.strip() for text in files.values())
    # A pass writes ordered products out, 2048 of them for 128 sums and 16 rows of K.
    most = {True: 140_000, False: 60_000}
    for name, text in files.items():
        assert len(text.encode()) < most["order_products" in name], name
    assert len(section.splitlines()) >= len(found)


def test_dump_files_and_headers():
    rung = SGEMM["vthread"]
    found = kernels_of(rung)
    files = rung_files(found)
    folder = "gemm/sgemm_tvm/07-vthread"
    assert f"{folder}/01-split_block.cu" not in files
    assert f"{folder}/01-split_block.lowered.py" in files
    assert "no kernel yet" in files[f"{folder}/01-split_block.lowered.py"]
    text = files[f"{folder}/12-bind_fetch.cu"]
    assert text.startswith("// gemm/sgemm_tvm:vthread:bind_fetch\n// C[i,j] = sum_k A[k,i] B[k,j]")
    assert (
        "// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, "
        "shared 16384 B static + 0 B dynamic\n" in text
    )
    assert "#include" not in text
    assert len(files) == sum(2 + (view.source is not None) for view in found)
    tir = files[f"{folder}/05-vthread.tir.py"]
    assert 'thread_axis="vthread.y")' in tir.partition("\n\n")[0]
    compile(tir, "dump", "exec")


def test_the_index_names_idle_steps_and_missing_kernels():
    section = index_section(SGEMM["double_buffer"], seen("double_buffer"))
    (idle,) = (line for line in section.splitlines() if "double_buffer_scope |" in line)
    assert "(no effect on cuda)" in idle
    (unbound,) = (line for line in section.splitlines() if "split_block |" in line)
    assert "| no kernel yet |" in unbound
    assert "430 ms (slower than without) on RTX 3090" in section


# --- writing --------------------------------------------------------------------------------------

FILES = {"family/one/01-rung/01-a.cu": "text\n", "family/one/README.md": "index\n"}


def test_write_touches_nothing_that_is_not_its_own(tmp_path):
    write(FILES, "family/one", tmp_path)
    mine = tmp_path / "family/one/notes.txt"
    mine.write_text("mine")
    with pytest.raises(UserError, match="holds files that no dump wrote .notes.txt"):
        write(FILES, "family/one", tmp_path)
    assert mine.read_text() == "mine"
    assert not [p for p in (tmp_path / "family").iterdir() if p.name.startswith(".")]


def test_a_write_that_fails_leaves_the_old_files(tmp_path):
    write(FILES, "family/one", tmp_path)
    broken = {"family/one/01-rung/01-a.cu": "new\n", "family/one/01-rung/01-a.cu/below": "no\n"}
    with pytest.raises(UserError, match="cannot write"):
        write(broken, "family/one", tmp_path)
    assert list(differences(FILES, "family/one", tmp_path)) == []
    assert not [p for p in (tmp_path / "family").iterdir() if p.name.startswith(".")]
