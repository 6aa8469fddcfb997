"""The documents' own kernels: launches, references, the sources' faults, and what is recorded."""

from __future__ import annotations

import runpy

import numpy as np
import pytest
from accesses import needs_compiler
from exhaustive import every, sampled

from benchmarks import listings
from benchmarks.listings import (
    CHIPS,
    FOLDER,
    LISTINGS,
    RECORD,
    Case,
    Listing,
    Timed,
    cases,
    predicted,
    source_us,
    timed_shapes,
)
from schedules.analyses.verification.compare import difference
from schedules.analyses.verification.verify import run
from schedules.core.files import read_json
from schedules.core.ladder import ladder
from schedules.core.problem import Problem
from schedules.sources.input_values import Own
from schedules.sources.kernel_files import FileKernel

FILES = {one.file: (key, one) for key, one in LISTINGS.items()}


def own_shape(listing: Listing) -> tuple[int, ...]:
    """The extents of FILE.toml as a shape of the ladder's workload."""
    arguments = FileKernel.load(str(listing.path)).launch_file.named()
    if "c" in arguments:
        return (*arguments["c"].shape, arguments["a"].shape[0])
    return (*arguments["y"].shape, *arguments["x"].shape)


def test_every_listing_is_timed_and_every_file_is_a_listing():
    assert {one.path for one in LISTINGS.values()} == set(FOLDER.glob("*/*.cu"))
    assert {(one.ladder, one.rung) for one in timed_shapes()} == set(LISTINGS)


def test_every_time_of_a_known_gpu_is_predicted():
    wanted = {(*case.timed, case.chip, case.source_us) for case in cases()}
    rows = read_json(RECORD)
    names = ("ladder", "rung", "shape", "chip", "source_us")
    made = [tuple(row[name] for name in names) for row in rows]
    assert wanted == {(ladder, rung, tuple(shape), *rest) for ladder, rung, shape, *rest in made}
    assert len(wanted) == len(rows) and {row["chip"] for row in rows} == set(CHIPS.values())


def test_a_figure_is_the_time_of_the_kernel_alone():
    naive = ladder("gemm/sgemm_cuda")["naive"]
    times = [source_us(naive, figure) for figure in naive.figures]
    # Of four figures a GPU, the whole program, the host's loop and the error are no kernel times.
    assert [us for us in times if us is not None] == pytest.approx([16504.7, 8701.8])
    best = ladder("gemm/sgemm_geforce")["shared_tile"]
    assert source_us(best, best.figures[0]) == pytest.approx(2 * 4096**3 / 37e6)


@needs_compiler
def test_a_committed_prediction_is_the_models():
    """A listing of the record, predicted again: the record is of the present constants."""
    (row,) = [row for row in read_json(RECORD) if (row["rung"], row["shape"][0]) == ("int8", 512)]
    case = Case(Timed("gemv/fast_gemv", "int8", (512, 512)), row["chip"], row["source_us"])
    assert predicted(case)["predicted_us"] == pytest.approx(row["predicted_us"], rel=1e-6)


@pytest.mark.parametrize("file", FILES)
def test_the_reference_is_the_ladders(file):
    (name, rung), listing = FILES[file]
    workload = ladder(name)[rung].workload.with_shape(own_shape(listing))
    inputs = workload.inputs(np.random.default_rng(0))
    right = Problem(inputs, workload.reference(inputs), workload.tolerance(inputs))
    operands = "ab" if listing.operands == "aa" else listing.operands
    arrays = {to: inputs["ab".index(of)] for to, of in zip("ab", operands, strict=True)}
    if name.startswith("gemv"):
        arrays = dict(zip(("w", "x", "scale", "zero"), inputs, strict=False))
    arrays |= {"c": inputs[2] if getattr(workload, "accumulate", False) else None, "y": None}
    if file.endswith("int4.cu"):
        arrays["w"] = arrays["w"].view("uint8")
    given = [
        one.scalar() if one.shape is None else arrays[name]
        for name, one in FileKernel.load(str(listing.path)).launch_file.named().items()
    ]
    made = runpy.run_path(str(listing.path.parent / "reference.py"))["reference"](*given)
    assert not difference([made], right).message


def found(key: tuple[str, str], shape: tuple[int, ...]) -> str:
    """Findings and differences of a listing at a shape."""
    return "; ".join(run(LISTINGS[key].kernel(shape)).problems)


# Long in the simulator.
SLOW = ("thread_tile", "sgemm_geforce", "sgemm_tvm/naive", "register_tile", "reindexed_fetch")


@needs_compiler
@pytest.mark.parametrize(
    "file",
    sampled(FILES, [file for file in FILES if not any(slow in file for slow in SLOW)][::2]),
)
def test_a_listing_is_right_at_its_own_extents(file):
    _, listing = FILES[file]
    check = run(FileKernel.load(str(listing.path)))
    if listing.operands == "aa":
        # The fault of the document's first kernel: it never reads B.
        assert len(check.problems) == 1 and "4096 of 4096 elements wrong" in check.problems[0]
        same = np.random.default_rng(0).uniform(-1, 1, (64, 64)).astype("float32")
        check = run(FileKernel.load(str(listing.path), own=Own(inputs=lambda _: [same, same])))
    assert check.ok and check.compared


@needs_compiler
@pytest.mark.parametrize(
    ("rung", "shape", "faults"),
    [
        # Guards of stores leave out the thread's own row and column.
        ("reindexed_fetch", (100,) * 3, ("out-of-bounds: `@", "race-write")),
        # No load is guarded.
        ("float4_fetch", (100,) * 3, ("out-of-bounds: `LDG", "out-of-bounds: `@")),
        ("conflict_free", (100,) * 3, ("out-of-bounds: `LDG", "out-of-bounds: `STG")),
        # Guarded: right at any extents.
        ("register_tile", (36,) * 3, ()),
        ("shared_tile", (36,) * 3, ()),
        # Lanes past K load and add.
        ("warp1", (16, 100), ("out-of-bounds: `LDG", "elements wrong")),
        ("warp2", (16, 100), ("out-of-bounds: `LDG", "elements wrong")),
        ("thread_smem", (16, 100), ("out-of-bounds: `LDG", "out-of-bounds: `STS")),
        ("thread", (16, 100), ()),
    ],
)
def test_faults_of_a_source_are_findings(rung, shape, faults):
    name = "gemm/sgemm_cuda" if len(shape) == 3 else "gemv/hgemv"
    text = found((name, rung), shape)
    assert all(fault in text for fault in faults) and bool(text) == bool(faults)


@needs_compiler
@pytest.mark.parametrize(
    "listing", every(timed_shapes(), 9), ids=lambda listing: f"{listing.rung}-{listing.shape[0]}"
)
def test_the_records_are_of_the_present_machine_code(listing):
    key = listing.ladder, listing.rung, listing.shape
    for device in ("nvidia-h200", "nvidia-h100-80gb-hbm3"):
        rows = read_json(listings.RESULTS / f"listings-{device}.json")["listings"]
        (code,) = [
            row["code"] for row in rows if (row["ladder"], row["rung"], tuple(row["shape"])) == key
        ]
        assert code == listings.compiled((listing, "sm_90"))
