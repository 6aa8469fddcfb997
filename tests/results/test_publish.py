"""Publishing: tables and plots say what the record says, and are the same bytes every time."""

from __future__ import annotations

import copy
import json
import math
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import FILES, ROOT

from schedules.catalog import ladder, ladders
from schedules.errors import UserError
from schedules.results.device_page import page
from schedules.results.groups import groups, is_record
from schedules.results.publish import NOTHING, filled_in
from schedules.results.readme import summary
from schedules.results.records import Recorded
from schedules.results.source_figures import best_source, source_rates
from schedules.results.units import (
    GIGABYTES,
    GIGAFLOPS,
    TERAFLOPS,
    digits,
    ratio_text,
    shape_text,
    time_text,
)
from schedules.results.verdicts import checked

RECORD = json.loads((FILES / "h200.json").read_text())
IN_ORDER = ["naive", "thread_tile", "vthread", "vectorized_read", "register_prefetch", "cp_async"]
MARKS = "# A page\n\n<!-- results: {} -->\nold text\n<!-- /results -->\n\nThe end.\n"


def with_sizes(record: dict, ladder_name: str, rung: str, shapes, dtype: str) -> dict:
    """A record whose one recorded row stands for another ladder: numbers to draw, of nothing."""
    row = copy.deepcopy(record["rows"][0])
    rows = [
        {**row, "ladder": ladder_name, "rung": rung, "shape": list(shape), "dtype": dtype}
        for shape in shapes
    ]
    return {**record, "rows": rows}


# --- what the rows say ----------------------------------------------------------------------------


def test_rows_come_in_ladder_order_regressions_included():
    (group,) = groups(RECORD, ladders())
    (rows,) = group.shapes.values()
    assert [row["rung"] for row in rows] == IN_ORDER
    assert rows[1]["time_us"] > rows[0]["time_us"]


def test_the_best_rung_is_the_fastest():
    (group,) = groups(RECORD, ladders())
    best = group.best((4096, 4096, 4096))
    assert best["rung"] == "cp_async"
    assert group.ratios() == {(4096, 4096, 4096): 1.0245}


def test_a_rung_that_is_gone_is_still_shown():
    record = copy.deepcopy(RECORD)
    record["rows"][0]["rung"] = "forgotten"
    (group,) = groups(record, ladders())
    (rows,) = group.shapes.values()
    assert [row["rung"] for row in rows] == [*IN_ORDER[:-1], "forgotten"]


def test_a_tuned_rung_stands_beside_its_own():
    record = copy.deepcopy(RECORD)
    tuned = {**record["rows"][0], "rung": "thread_tile@nvidia-h200"}
    gone = {**record["rows"][0], "rung": "forgotten@nvidia-h200"}
    record["rows"] = [gone, tuned, *record["rows"]]
    (group,) = groups(record, ladders())
    (rows,) = group.shapes.values()
    names = [row["rung"] for row in rows]
    assert names == [*IN_ORDER[:2], tuned["rung"], *IN_ORDER[2:], gone["rung"]]


def test_dtypes_are_groups_of_their_own():
    record = copy.deepcopy(RECORD)
    record["rows"][-1]["dtype"] = "float32 as float16"
    assert [group.dtype for group in groups(record, ladders())] == ["float32", "float32 as float16"]


def test_units_follow_from_the_computation_and_the_device():
    gemv = with_sizes(RECORD, "gemv/hgemv", "warp4", [(64, 128)], "float16")
    assert groups(gemv, ladders())[0].unit is GIGABYTES
    assert groups(RECORD, ladders())[0].unit is TERAFLOPS
    assert groups({**RECORD, "kind": "cpu"}, ladders())[0].unit is GIGAFLOPS


def test_a_row_without_a_time_is_refused():
    record = copy.deepcopy(RECORD)
    del record["rows"][0]["time_us"]
    with pytest.raises(UserError, match="has no time"):
        groups(record, ladders())


@pytest.mark.parametrize(
    ("rung", "unit", "device", "rate"),
    [
        # 423 ms for 2 * 16384^3 operations.
        ("gemm/sgemm_tvm:vectorized_read", TERAFLOPS, "RTX 3090", 20.79),
        ("gemm/sgemm_geforce:max_registers", TERAFLOPS, "RTX 4090", 58.3),
        # The kernel's 16.5 ms, neither the program's 0.58 s nor the CPU's 3.77 s.
        ("gemm/sgemm_cuda:naive", TERAFLOPS, "A100", 0.1301),
        ("gemm/sgemm_cpu:serial", GIGAFLOPS, "the CPU of its A100 host", 0.5696),
    ],
)
def test_a_sources_figure_as_speed(rung, unit, device, rate):
    name, _, rung = rung.partition(":")
    rates = {figure.device: value for figure, value in source_rates(ladder(name)[rung], unit)}
    assert rates[device] == pytest.approx(rate, rel=1e-3)


def test_a_source_that_gives_its_own_bandwidth_is_quoted_with_it():
    rung = ladder("gemv/fast_gemv")["block_reduce"]
    rates = {(f.device, f.shape): (f.unit, rate) for f, rate in source_rates(rung, GIGABYTES)}
    assert rates["P100", (8192, 8192)] == ("GB/s", 584.999)


def test_a_kernel_that_was_not_launched_has_no_speed():
    assert list(source_rates(ladder("gemm/sgemm_cuda")["float4_fetch"], TERAFLOPS)) == []


def test_the_sources_best_kernel_is_of_a_rung_that_was_measured():
    (group,) = groups(RECORD, ladders())
    rung, figure, _ = best_source(group)
    assert (rung.name, figure.device) == ("vectorized_read", "RTX 3090")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (52.3075, "52.3"),
        (4248.4, "4248"),
        (0.0336, "0.0336"),
        (1.0, "1.00"),
        (120, "120"),
    ],
)
def test_three_digits(value, text):
    assert digits(value) == text


def test_texts():
    assert [time_text(t) for t in (9.43, 2627.52, 3.77e6)] == ["9.43 µs", "2.63 ms", "3.77 s"]
    assert [shape_text(s) for s in ((8,) * 3, (8, 8), (4096, 128))] == ["8³", "8²", "4096 x 128"]
    assert [ratio_text(r) for r in (1.0245, 0.0336)] == ["1.024", "0.034"]


def test_other_results_are_no_records():
    assert is_record(RECORD)
    assert not is_record({"rows": {"dump": {"median_s": 1.0}}})
    assert not is_record({"rows": ["text"]})
    assert not is_record([])


# --- pages ----------------------------------------------------------------------------------------


@pytest.fixture
def recorded(tmp_path):
    return Recorded(tmp_path / "docs" / "results" / "nvidia-h200.json", RECORD)


def test_the_summary_has_a_line_per_ladder(recorded, tmp_path):
    text = summary(recorded, ladders(), tmp_path)
    (line,) = [line for line in text.splitlines() if line.startswith("| `gemm")]
    assert line == (
        "| `gemm/sgemm_tvm`, float32 | `cp_async` | 4096³ | 2.63 ms | 52.3 TFLOP/s | 79 % | "
        "1.024 x cuBLAS | - | 20.8 TFLOP/s on RTX 3090 (`vectorized_read`, 16384³) |"
    )
    assert text.startswith("Measured on NVIDIA H200 (driver 580.159.04, cuda 13.0, torch 2.11.0,")
    assert "](docs/results/nvidia-h200.md)" in text
    assert "![roofline](docs/results/nvidia-h200/roofline.svg)" in text


def test_the_page_has_every_row_in_ladder_order(recorded):
    text = page(recorded, ladders(), ["roofline.svg", "sgemm_tvm.svg"])
    assert re.findall(r"^\| \d+ \| `(\w+)` \|", text, re.M) == IN_ORDER
    for row in RECORD["rows"]:
        assert f"| {row['time_us']} |" in text
    assert "Ceilings of the last run: copy 4248 GB/s, float32 FMA 65.8 TFLOP/s" in text
    assert "cuBLAS 2691.872 µs" in text


def test_the_sources_columns_and_counters_are_shown_where_there_are_any(tmp_path):
    record = copy.deepcopy(RECORD)
    record["rows"][0] |= {
        "whole_us": 33000.5,
        "cpu_us": 91000.0,
        "cpu": "NumPy 2.4, float32, 16 logical cores",
        "host_difference": 3.1e-5,
        "counters": {"shared_load_requests": 100, "shared_load_wavefronts": 400},
    }
    text = page(Recorded(tmp_path / "x.json", record), ladders(), [])
    assert (
        "| `cp_async` | 32 x 16 x 1 | 256 x 1 x 1 | 33000.5 | 2627.52 | 91000.0 | 3.1e-05 |" in text
    )
    assert "CPU is NumPy 2.4, float32, 16 logical cores, where the source has a serial loop" in text
    assert "| `cp_async` | 4.0 | - |" in text
    assert "whole" not in page(Recorded(tmp_path / "x.json", RECORD), ladders(), [])


# --- verdicts -------------------------------------------------------------------------------------

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


def test_verdicts_are_counted_per_ladder():
    (one,) = checked(with_verdicts(), ladders())
    assert (one.ladder, one.rungs) == ("gemm/sgemm_tvm", len(ladder("gemm/sgemm_tvm").rungs))
    # Six rungs are timed, of which naive is wrong elsewhere; warp_tile was only verified.
    assert one.passed == {
        "right": 6,
        "memcheck": 3,
        "racecheck": 1,
        "synccheck": 2,
        "initcheck": 2,
    }
    assert one.failures == [
        "`gemm/sgemm_tvm:naive` at 128 x 256 x 16: random 0 inputs: 2 of 9 wrong",
        "`gemm/sgemm_tvm:vthread` at 128 x 256 x 16, racecheck: 3 errors: "
        "Race reported between Write and Read",
    ]


def test_the_page_shows_verdicts_where_there_are_any(recorded):
    record = with_verdicts()
    text = page(Recorded(recorded.path, record), ladders(), [])
    rungs = len(ladder("gemm/sgemm_tvm").rungs)
    assert f"| `gemm/sgemm_tvm` | {rungs} | 6 | 3 | 1 | 2 | 2 |" in text
    assert "- `gemm/sgemm_tvm:vthread` at 128 x 256 x 16, racecheck: 3 errors: Race" in text
    assert "No failure." not in text
    record["verified"] = []
    record["sanitized"] = record["sanitized"][2:]
    text = page(Recorded(recorded.path, record), ladders(), [])
    assert f"| `gemm/sgemm_tvm` | {rungs} | 6 | 1 | - | - | - |" in text
    assert "No failure." in text
    assert "## Checks" not in page(recorded, ladders(), [])


def test_the_summary_counts_what_the_sanitizer_passed(recorded, tmp_path):
    text = summary(Recorded(recorded.path, with_verdicts()), ladders(), tmp_path)
    rungs = len(ladder("gemm/sgemm_tvm").rungs)
    assert (
        f" Of {rungs} rungs, compute-sanitizer passes: memcheck 3, racecheck 1, synccheck 2, "
        "initcheck 2. [Every table]"
    ) in text


@pytest.mark.parametrize("kind", ["gpu", "cpu"])
def test_without_a_record_a_section_says_so(kind, tmp_path):
    text = filled_in(MARKS.format(kind), [], ladders(), tmp_path / "README.md")
    assert text == MARKS.format(kind).replace("old text", NOTHING[kind])


def test_a_cpu_is_no_gpu(recorded, tmp_path):
    marked = MARKS.format("cpu") + MARKS.format("gpu")
    text = filled_in(marked, [recorded], ladders(), tmp_path / "README.md")
    cpu, gpu = text.split("The end.\n")[:2]
    assert NOTHING["cpu"] in cpu
    assert "cp_async" in gpu


@pytest.mark.parametrize(
    ("text", "message"),
    [("# no marks\n", "has no <!-- results"), (MARKS.format("gpus"), "did you mean 'gpu'?")],
)
def test_a_page_without_marks_is_refused(text, message, tmp_path):
    with pytest.raises(UserError, match=re.escape(message)):
        filled_in(text, [], ladders(), tmp_path / "README.md")


def test_the_readme_has_both_sections():
    assert re.findall(r"<!-- results: (\w+) -->", (ROOT / "README.md").read_text()) == [
        "gpu",
        "cpu",
    ]


def test_what_is_committed_is_what_publish_makes(cli, monkeypatch):
    if any((ROOT / "docs/results").glob("*/*.svg")):
        pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    monkeypatch.chdir(ROOT)
    code, _, err = cli("publish", "--check")
    assert code == 0, err


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with a README to fill in, a record, and another result."""
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    results = tmp_path / "docs" / "results"
    results.mkdir(parents=True)
    shutil.copy(FILES / "h200.json", results / "nvidia-h200.json")
    (results / "pipeline.json").write_text('{"rows": {"dump": {}}}')
    (tmp_path / "README.md").write_text(MARKS.format("gpu"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def everything(folder) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_publish_writes_what_check_wants(cli, project):
    assert cli("publish", "--check")[0] == 1
    assert sorted(everything(project)) == [
        "README.md",
        "docs/results/nvidia-h200.json",
        "docs/results/pipeline.json",
    ]
    code, out, _ = cli("publish")
    assert code == 0
    assert out.split() == [
        "wrote",
        "docs/results/nvidia-h200.md",
        "wrote",
        "docs/results/nvidia-h200/roofline.svg",
        "wrote",
        "docs/results/nvidia-h200/sgemm_tvm.svg",
        "wrote",
        "README.md",
    ]
    assert cli("publish", "--check") == (0, "", "")
    assert cli("publish") == (0, "", "")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda root: (root / "README.md").write_text(MARKS.format("gpu")),
        lambda root: (root / "docs/results/nvidia-h200.md").unlink(),
        lambda root: (root / "docs/results/nvidia-h200/roofline.svg").write_text("<svg/>"),
        lambda root: (root / "docs/results/nvidia-h200/gone.svg").write_text("<svg/>"),
        lambda root: (root / "docs/results/nvidia-h200.json").write_text(
            json.dumps({**RECORD, "rows": RECORD["rows"][1:]})
        ),
    ],
    ids=["readme", "page", "plot", "stale plot", "record"],
)
def test_check_finds_what_differs(cli, project, spoil):
    cli("publish")
    spoil(project)
    code, out, err = cli("publish", "--check")
    assert (code, out) == (1, "")
    assert "is not what `schedules publish` makes" in err
    assert cli("publish")[0] == 0
    assert cli("publish", "--check")[0] == 0


def test_publishing_is_deterministic(project):
    made = []
    for seed in ("1", "2"):
        for path in (project / "docs/results/nvidia-h200").glob("*"):
            path.unlink()
        (project / "README.md").write_text(MARKS.format("gpu"))
        environment = os.environ | {"PYTHONHASHSEED": seed, "MPLBACKEND": "agg"}
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *sys.path])
        subprocess.run([sys.executable, "-m", "schedules", "publish"], env=environment, check=True)
        made.append(everything(project))
    assert made[0] == made[1]


def test_records_can_be_named(cli, project):
    other = project / "elsewhere" / "mine.json"
    other.parent.mkdir()
    shutil.copy(FILES / "h200.json", other)
    assert cli("publish", "--results", other)[0] == 0
    assert (other.parent / "mine.md").is_file()
    assert (other.parent / "mine" / "roofline.svg").is_file()
    assert "](elsewhere/mine.md)" in (project / "README.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--results", "none.json"), "no such record: none.json"),
        (("--results", "docs/results/pipeline.json"), "pipeline.json is no record"),
        (("--readme", "none.md"), "none.md is missing"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(cli, project, arguments, message):
    code, _, err = cli("publish", *arguments)
    assert code == 2
    assert message in err
    assert len(err.splitlines()) == 1


# --- plots ----------------------------------------------------------------------------------------


@pytest.fixture
def drawn():
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    from schedules.results.plots import plots

    def draw(record: dict) -> dict[str, str]:
        return plots(record, ladders())

    return draw


def words(svg: str) -> list[str]:
    """The texts of an SVG, in its order."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_a_ladders_bars_stand_in_its_order(drawn):
    texts = words(drawn(RECORD)["sgemm_tvm.svg"])
    rungs = list(ladder("gemm/sgemm_tvm").rungs)
    assert [text for text in texts if text in rungs] == rungs
    assert texts.count("not measured at this size") == len(rungs) - len(IN_ORDER)
    for text in ("52.3", "1.024", "cuBLAS", "x cuBLAS", "speed (TFLOP/s)", "rung, in ladder order"):
        assert text in texts


def test_the_sources_own_speeds_stand_beside_the_bars_at_its_size(drawn):
    assert "its source, RTX 3090" not in words(drawn(RECORD)["sgemm_tvm.svg"])
    record = with_sizes(RECORD, "gemm/sgemm_tvm", "vthread", [(16384,) * 3], "float32")
    assert "its source, RTX 3090" in words(drawn(record)["sgemm_tvm.svg"])


def test_the_roofline_has_its_ceilings_and_units(drawn):
    texts = words(drawn(RECORD)["roofline.svg"])
    for text in (
        "float32 FMA: 65.8",
        "float16 tensor cores: 781",
        "copy: 4248 GB/s",
        "speed (TFLOP/s)",
        "arithmetic intensity (FLOP per byte of inputs and outputs)",
    ):
        assert text in texts


def test_every_rung_is_a_point_of_the_roofline():
    pytest.importorskip("matplotlib", reason="plots need the extra 'plots'")
    from schedules.results.plot_style import figure_of
    from schedules.results.plots import drawings

    draw, *data = drawings(RECORD, ladders())["roofline.svg"]
    (axes,) = figure_of(draw, *data).axes
    (points,) = [line for line in axes.lines if line.get_linestyle() == "None"]
    assert sorted(points.get_ydata()) == sorted(row["tflops"] for row in RECORD["rows"])
    # 2 * 4096^3 operations on 3 * 4096^2 floats.
    assert list(points.get_xdata()) == pytest.approx([4096 / 6] * len(IN_ORDER), rel=1e-3)


def test_bandwidth_over_size_has_the_copy_ceiling(drawn):
    shapes = [(n, 128) for n in (64, 256, 1024)]
    record = with_sizes(RECORD, "gemv/hgemv", "warp4", shapes, "float16")
    texts = words(drawn(record)["hgemv-over-size.svg"])
    for text in ("bandwidth (GB/s)", "size N at K = 128 (elements)", "copy (measured)", "256"):
        assert text in texts
    assert any(text.startswith("cuBLAS") for text in texts)


def test_one_size_has_no_plot_over_size(drawn):
    assert sorted(drawn(RECORD)) == ["roofline.svg", "sgemm_tvm.svg"]


def test_every_colour_has_one_for_dark_pages(drawn):
    from schedules.results.plot_style import DARK

    for svg in drawn(RECORD).values():
        used = set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", svg))
        assert used
        assert used <= set(DARK)
        assert "prefers-color-scheme:dark" in svg


def test_a_plot_carries_no_date_and_no_version(drawn):
    for svg in drawn(RECORD).values():
        assert "<dc:date>" not in svg
        assert "atplotlib v" not in svg


def test_without_matplotlib_the_extra_is_named(cli, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = cli("bench", "gemm/sgemm_cpu", "--plot", "anywhere")
    assert code == 2
    assert err == "schedules: plots need matplotlib: install the extra 'plots'\n"


def test_the_table_of_goals_is_of_the_record():
    """docs/benchmarks.md says what was aimed at; what was reached is the record's."""
    record = json.loads((ROOT / "docs/results/nvidia-h200.json").read_text())
    rows = [row for row in record["rows"] if "time_us" in row]

    def best(ladder: str, shape: tuple[int, ...], against: str, only=lambda rung: True, dtype=None):
        return max(
            row["baselines"][against]["ratio"]
            for row in rows
            if (row["ladder"], tuple(row["shape"])) == (ladder, shape)
            and only(row["rung"])
            and dtype in (None, row["dtype"])
        )

    sgemm = [best("gemm/sgemm_tvm", (n,) * 3, "cuBLAS") for n in (1024, 2048, 4096, 8192, 16384)]
    hgemv = {
        row["shape"][0]: best("gemv/hgemv", tuple(row["shape"]), "torch.mv")
        for row in rows
        if row["ladder"] == "gemv/hgemv" and row["shape"][1] == 128
    }
    gemv = [
        best("gemv/fast_gemv", (n, n), "torch.mv", dtype="float16")
        for n in (512, 1024, 2048, 4096, 8192)
    ]
    bandwidth = max(
        row["gbps"]
        for row in rows
        if (row["shape"], row["dtype"]) == ([16384, 16384], "float16") and "gemv" in row["ladder"]
    )
    quantized = {
        (bits, n): best("gemv/fast_gemv", (n, n), "torch.mv float16", dtype=f"int{bits}")
        for bits, n in ((8, 16384), (4, 8192), (4, 16384))
    }
    by_mma, by_wgmma = (
        [best("gemm/hgemm", (n,) * 3, "cuBLAS", only) for n in (4096, 8192)]
        for only in (lambda rung: "wgmma" not in rung, lambda rung: "wgmma" in rung)
    )
    short = [n for n, ratio in hgemv.items() if ratio < 1.5]
    accumulated = best("gemm/sgemm_geforce", (4096,) * 3, "cuBLAS")
    reached = [
        f"{min(sgemm):.3f} to {max(sgemm):.3f}, {math.prod(sgemm) ** (1 / len(sgemm)):.3f}",
        f"**{accumulated:.3f}**",
        f"1.5 at {len(hgemv) - len(short)}; **{hgemv[4096]:.3f}** at N = {short[0]}",
        f"{min(gemv):.2f} to {max(gemv):.2f}",
        f"{bandwidth / 48:.1f} %",
        f"{quantized[8, 16384]:.2f}",
        f"**{quantized[4, 8192]:.2f}** and {quantized[4, 16384]:.2f}",
        f"**{by_mma[0]:.2f}** and **{by_mma[1]:.2f}**",
        f"{by_wgmma[0]:.3f} and {by_wgmma[1]:.3f}",
    ]
    text = (ROOT / "docs/benchmarks.md").read_text().partition("## What was aimed at")[2]
    lines = [line for line in text.splitlines() if line.startswith("| ")][2:]
    assert [line.split(" | ")[2].rstrip(" |") for line in lines] == reached
    assert len(short) == 1
