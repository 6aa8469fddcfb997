"""`advise`: each move alone on a schedule, patches of the user's file, and the next steps."""

from __future__ import annotations

import re

import found_computations as made
import pytest
from conftest import items
from tvm import s_tir, te

from schedules.api.exploration import Exploration, Given, explore
from schedules.core.kernel import last_kernel
from schedules.core.ladder import Build
from schedules.sources.names import resolve_rung
from schedules.synthesis import advice, next_moves
from schedules.synthesis import program as programs
from schedules.synthesis.next_moves import Attempt, attempts
from schedules.synthesis.program import REFUSED, NotApplicable, Program

GEMM = """
from tvm import te


def workload(m=128, n=128, k=64):
    a = te.placeholder((k, m), name="A")
    b = te.placeholder((k, n), name="B")
    r = te.reduce_axis((0, k), name="r")
    return [a, b, te.compute((m, n), lambda i, j: te.sum(a[r, i] * b[r, j], axis=r), name="C")]


def schedule(sch):
    i, j, k = sch.get_loops("C")
    by, ty = sch.split(i, [None, 16])
    bx, tx = sch.split(j, [None, 16])
    sch.reorder(by, bx, ty, tx, k)
    for loop, axis in ((by, "blockIdx.y"), (bx, "blockIdx.x"), (ty, "threadIdx.y")):
        sch.bind(loop, axis)
    sch.bind(tx, "threadIdx.x")
    yield "bind", "a thread per element"
"""
SHARED = """    ko, ki = sch.split(k, [None, 16])
    for operand in (0, 1):
        copy = sch.cache_read("C", operand, "shared")
        sch.compute_at(copy, ko)
    yield "share", "slices, which every thread copies in whole"
"""
FETCHED = """    for name in ("A_shared", "B_shared"):
        y, x = sch.get_loops(name)[-2:]
        sch.bind(y, "threadIdx.y")
        sch.bind(x, "threadIdx.x")
    sch.decompose_reduction("C", ko)
    yield "fetch", "each thread copies an element"
"""
# All blocks read the same B.
SAME_B = GEMM.replace('(k, n), name="B"', '(k,), name="B"').replace("b[r, j]", "b[r]")
LANES = GEMM.replace(', (ty, "threadIdx.y")', "").replace(
    "sch.bind(tx,", "thread = sch.fuse(ty, tx)\n    sch.bind(thread,"
)
MAP = """
from tvm import te


def workload(n=65536):
    a = te.placeholder((n,), "float16", name="A")
    return [a, te.compute((n,), lambda i: a[i] * te.const(0.5, "float16"), name="B")]


def schedule(sch):
    (i,) = sch.get_loops("B")
    block, thread = sch.split(i, [None, 256])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "bind", "a thread per element"
"""
# What a move adds to a schedule, as a pattern of primitives.
ADDS = [
    (GEMM, "accumulators in registers", r"cache_write\(.*\"local\""),
    (GEMM, "init", r"decompose_reduction"),
    (GEMM, "shared tile", r"cache_read\(.*\"shared\""),
    (GEMM, "thread tile", r"split\(.*None, 16, 4\]"),
    (GEMM, "unroll", r"pragma_auto_unroll_max_step"),
    (GEMM, "occupancy", r"schedules.max_registers"),
    (GEMM, "block order", r"fuse"),
    (GEMM + SHARED, "cooperative fetch", r"bind\(.*threadIdx.y"),
    (GEMM + SHARED + FETCHED, "padding", r"storage_align"),
    (GEMM + SHARED + FETCHED, "software pipeline", r"software_pipeline_stage"),
    (GEMM + SHARED + FETCHED, "local stage", r"manifest_shared_memory_local_stage"),
    (GEMM + SHARED + FETCHED, "async pipeline", r"software_pipeline_async_stages"),
    (GEMM + SHARED + FETCHED, "double buffer", r"pragma_te_double_buffer"),
    (MAP, "vectorize", r"vectorize"),
    (SAME_B, "shared tile", r"cache_read\(.*\"shared\""),
    (LANES, "lane order", r"reorder\(warp"),
]


@pytest.fixture
def subject(tmp_path):
    """A file with a schedule, as what is advised on, with its program."""

    def load(text: str) -> tuple[advice.Subject, Program]:
        file = tmp_path / "mine.py"
        file.write_text(text, encoding="utf-8")
        kernel = explore(str(file)).kernel
        found = advice.Subject(kernel, str(file), None, f"{file}:schedule")
        program = Program.of(found.walked, found.workload.prim_func(), Build())
        return found, program

    return load


def attempt_of(program: Program, move: str) -> Attempt:
    """The first attempt of a move that makes a program."""
    for attempt in attempts(program, "sm_90"):
        if attempt.move == move:
            try:
                attempt.program(program)
            except REFUSED:
                continue
            return attempt
    raise AssertionError(f"no attempt of {move}")


@pytest.mark.parametrize("text, move, adds", ADDS, ids=[move for _, move, _ in ADDS])
def test_each_move_is_a_patch_that_gives_a_correct_kernel(subject, text, move, adds):
    """The user's file with the patch has the module that was predicted, and computes the same."""
    found, program = subject(text)
    attempt = attempt_of(program, move)
    changed = attempt.program(program)
    assert found.source
    patched = found.source.changed(attempt, changed, len(program.lines))
    assert patched, f"{move} has no patch"
    new = [line[1:] for line in found.source.diff(patched).splitlines() if line[0] == "+"]
    assert re.search(adds, "\n".join(new)), new
    # The user's own lines stay, except for those that the patch changes.
    assert sum(line[:2] == "- " for line in found.source.diff(patched).splitlines()) <= 1
    rung = found.source.loaded(patched)
    verdict = Exploration(Given(rung)).verify(["machine"])
    assert verdict, str(verdict)


def test_a_stage_with_a_kernel_of_its_own_is_fused(subject):
    two = """
from tvm import te


def workload(n=4096):
    a = te.placeholder((n,), name="A")
    b = te.compute((n,), lambda i: a[i] + 1.0, name="B")
    return [a, te.compute((n,), lambda i: b[i] * 2.0, name="C")]


def schedule(sch):
    for stage in "BC":
        block, thread = sch.split(sch.get_loops(stage)[0], [None, 128])
        sch.bind(block, "blockIdx.x")
        sch.bind(thread, "threadIdx.x")
    yield "bind", "a kernel for each stage"
"""
    found, program = subject(two)
    attempt = attempt_of(program, "fuse")
    patched = found.source.changed(attempt, attempt.program(program), len(program.lines))
    kernel = Exploration(Given(found.source.loaded(patched)))
    assert len(kernel.launches) == 1 and kernel.verify(["machine"])


def test_a_copy_is_divided_anew(subject):
    found, program = subject(GEMM + SHARED + FETCHED)
    attempt = attempt_of(program, "cooperative fetch")
    patched = found.source.changed(attempt, attempt.program(program), len(program.lines))
    assert "sch.fuse" in patched and 'yield "fetch"' in patched
    assert Exploration(Given(found.source.loaded(patched))).verify(["machine"])


def test_later_lines_take_the_loops_that_they_took():
    """A thread tile adds loops inside the reduction's, whose lines still mean that one."""
    line, k = "l1, l2 = sch.get_loops(block=b0)", (frozenset({2}), "")
    assert programs.aligned(line, ["i", k], ["i", k, "item"]) == (
        "l1, l2, _ = sch.get_loops(block=b0)"
    )
    assert programs.aligned(line, ["i", k], ["j", "item"]) == line


THREADS, PIPELINES = {"vthread", "lane order", "thread tile"}, {"double buffer", "async pipeline"}


@pytest.mark.parametrize(
    "rung, moves, fits",
    [
        ("hgemm:swizzled", THREADS, False),
        ("hgemm:wgmma_tma", THREADS | PIPELINES, False),
        ("sgemm_tvm:block_panels", THREADS | PIPELINES, True),
        ("sgemm_geforce:transposed_store", THREADS, True),
    ],
)
def test_intrinsics_are_left_as_they_are(rung, moves, fits):
    """TVM's virtual threads would share their registers: most elements were wrong. Copies by TMA
    have pipelines of their own. In other schedules, a loop's extent may be no constant, and a block
    may be computed in a thread's loops before those are bound."""
    kernel = resolve_rung(f"gemm/{rung}", None).kernel()
    subject = advice.Subject(kernel)
    of = Program.of(subject.walked, kernel.workload.prim_func(), subject.rung.build)
    found = {attempt.move for attempt in attempts(of, "sm_90")}
    assert "occupancy" in found and (moves <= found if fits else moves.isdisjoint(found))
    assert not fits or attempt_of(of, "thread tile")


def test_a_program_is_the_schedule_that_it_was_read_from(subject):
    found, program = subject(GEMM + SHARED + FETCHED)
    kernel = last_kernel(program.rung(found.rung), found.workload, found.base.target)
    assert kernel.fingerprint == found.fingerprint
    # Without a line it is another one, and an attempt that changes nothing is left out.
    fewer = program.without('name="A_shared"')
    assert len(fewer.lines) < len(program.lines)
    same = advice.Candidate("", "", program)
    (outcome,) = advice.predictions(found, [same], "h200", float("inf"), None)
    assert outcome.us == float("inf") and outcome.problem == "it changes nothing"


@pytest.mark.parametrize(
    "error, defects",
    [
        (TypeError("a loop is no block"), "defect of the move 'planted': TypeError: a loop is no"),
        (NotApplicable("no loop over this side"), ""),
    ],
)
def test_an_error_in_a_move_is_its_defect(subject, monkeypatch, error, defects):
    """The other moves are still tried; a condition that does not hold is no defect."""

    def fails(_draft):
        raise error

    def planted(present):
        yield present.here("planted", "", fails)

    monkeypatch.setattr(next_moves, "MOVES", (planted, next_moves.vector_elements))
    found, _ = subject(MAP)
    advised = advice.advised(found.base, "h200")
    assert [defect[: len(defects)] for defect in advised.defects] == ([defects] if defects else [])
    assert advised.moves[0].move == "vectorize"
    assert ("defect" in repr(advised)) == bool(defects)


@pytest.mark.parametrize("name", ["gemm", "row_sums", "column_sums"])
def test_a_rewrite_reaches_every_kernel_of_the_recipe(name):
    function = te.create_prim_func(getattr(made, name)())
    rung = explore(getattr(made, name)()).kernel
    subject = advice.Subject(rung)
    program = Program(function, (), Build())
    names = [each.why for each in advice.rewrites(subject, program)]
    assert names and all(why.startswith("start over, with ") for why in names)


def test_a_number_of_the_users_schedule_is_tried_in_both_directions(subject):
    found, _ = subject(MAP)
    texts = dict(found.source.numbers())
    (doubled,) = (text for what, text in texts.items() if what.startswith("256 -> 512"))
    assert "[None, 512]" in doubled and len(texts) == 2


def test_advise_prints_patches_and_writes_one(cli, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MAP, encoding="utf-8")
    code, out, _ = cli("advise", str(file), "--minutes", "1", "--json")
    (record,) = items(out, "advice")
    first = record["moves"][0]
    assert code == 0 and first["move"] == "vectorize" and first["us"] < record["us"]
    assert "+    sch.vectorize(lane)" in first["patch"].splitlines()
    assert record["tried"] >= len(record["moves"]) and record["left"] == 0
    assert file.read_text(encoding="utf-8") == MAP
    code, _, _ = cli("advise", str(file), "--minutes", "1", "--apply", "1")
    assert code == 0 and "sch.vectorize(lane)" in file.read_text(encoding="utf-8")
    assert explore(str(file)).predict().us == pytest.approx(first["us"])


@pytest.mark.exhaustive
def test_find_goes_on_from_a_step_of_a_file(cli, tmp_path):
    """What follows the step goes, moves that gain come, and the result is correct."""
    file, out = tmp_path / "mine.py", tmp_path / "found.py"
    more = '    sch.annotate(sch.get_sblock("B"), "note", 1)\n    yield "note", "no effect"\n'
    file.write_text(MAP + more, encoding="utf-8")
    reference = f"{file}:schedule:bind"
    code, text, err = cli("find", "--from", reference, "--out", str(out), "--json")
    assert code == 0, err
    (record,) = items(text, "found")
    steps = [step["step"] for step in record["steps"]]
    assert steps[:2] == ["bind", "vectorize"] and record["steps"][1]["verified"]
    assert record["us"] < record["naive_us"] and record["defects"] == []
    found = out.read_text(encoding="utf-8")
    assert "sch.vectorize(lane)" in found and "note" not in found
    assert sorted(path.name for path in tmp_path.glob("*.py")) == ["found.py", "mine.py"]


def test_a_ladders_rung_is_not_written(cli):
    code, _, err = cli("advise", "gemv/hgemv:warp4", "--minutes", "0.01", "--apply", "1")
    assert code == 2 and len(err.splitlines()) == 1


def test_a_draft_goes_on_with_the_users_names():
    from schedules.synthesis.program import Draft

    sch = s_tir.Schedule(te.create_prim_func(made.gemm()))
    i, *_ = sch.get_loops("C")
    d = Draft.continued(sch, {"i": i, "text": "not a loop"})
    known = d.known(sch.get_loops("C")[0])
    assert known is not None and known.name == "i" and d.known(sch.get_loops("C")[1]) is None
    outer, inner = d.split(known, [None, 2], to="i item")
    assert (outer.name, inner.name) == ("i", "item")
    # The loop that was split is gone, and its name is no loop's.
    assert d.known(sch.get_loops("C")[0]) is None
