"""The goals of the project, and what the records reached."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .records import H100, H200, rows_of, table

# Column of the table -> record, timing regime, memory bandwidth in TB/s by the data sheet.
COLUMNS = {
    "H200": (H200, "sustained", 4.8),
    "H200, cold": (H200, "cold", 4.8),
    "H100": (H100, "sustained", 3.35),
    "H100, cold": (H100, "cold", 3.35),
}
WGMMA = (
    *("wgmma", "wgmma_tma", "producer", "persistent", "tma_store", "multicast"),
    "pingpong",
    *("bfloat16_wgmma_tma", "bfloat16_tma_store"),
)
SQUARES = (512, 1024, 2048, 4096, 8192, 16384)


class Reached:
    """The results of a record's rungs in a timing regime."""

    def __init__(self, device: str, regime: str, terabytes: float) -> None:
        self.rows = [
            row | (row["cold"] if regime == "cold" else {})
            for row in rows_of(device)
            if regime == "sustained" or "cold" in row
        ]
        self.terabytes = terabytes

    def of(
        self,
        ladder: str,
        shape: tuple[int, ...],
        dtype: str = "",
        only: Callable[[str], bool] | None = None,
    ) -> list[dict[str, Any]]:
        """Rows of a ladder at a shape; `dtype` is a prefix, `only` a filter of rungs."""
        return [
            row
            for row in self.rows
            if (row["ladder"], tuple(row["shape"])) == (ladder, shape)
            and row["dtype"].startswith(dtype)
            and (only is None or only(row["rung"]))
        ]

    def best(self, ladder: str, size: int | tuple[int, ...], library: str, **which) -> float:
        """The largest ratio to a library's time; NaN where it was not timed."""
        shape = size
        if isinstance(size, int):
            shape = (size,) * (3 if ladder.startswith("gemm") else 2)
        ratios = [
            row["baselines"][library]["ratio"]
            for row in self.of(ladder, shape, **which)
            if library in row["baselines"]
        ]
        return max(ratios, default=math.nan)


def cell(ratio: float, aim: float, digits: int = 2) -> str:
    """Bold if it misses the goal, a dash if nothing was measured."""
    if math.isnan(ratio):
        return "-"
    return f"{ratio:.{digits}f}" if ratio >= aim else f"**{ratio:.{digits}f}**"


def each(ladder: str, sizes: Sequence, library: str, aims: float | Sequence[float], **which):
    """The best ratio at each size, compared with one goal or one per size."""
    known = aims if isinstance(aims, Sequence) else [aims] * len(sizes)

    def cells(of: Reached) -> str:
        ratios = (of.best(ladder, size, library, **which) for size in sizes)
        return " ".join(cell(ratio, aim) for ratio, aim in zip(ratios, known, strict=True))

    return cells


def sgemm(of: Reached) -> str:
    ratios = [of.best("gemm/sgemm_tvm", n, "cuBLAS") for n in SQUARES[1:]]
    mean = math.prod(ratios) ** (1 / len(ratios))
    return f"{cell(min(ratios), 1.02, 3)} to {max(ratios):.3f}, {cell(mean, 1.05, 3)}"


def accumulate(of: Reached) -> str:
    return cell(of.best("gemm/sgemm_geforce", 4096, "cuBLAS"), 1, 3)


def epilogue(of: Reached) -> str:
    """The fused layer's time over that of cuBLAS's GEMM in the same run."""
    over = 1 / of.best("gemm/epilogue", 4096, "cuBLAS, GEMM alone") - 1
    if math.isnan(over):
        return "-"
    return f"{over:.1%}" if over <= 0.02 else f"**{over:.1%}**"


def hgemv(of: Reached) -> str:
    shapes = sorted({tuple(row["shape"]) for row in of.rows if row["ladder"] == "gemv/hgemv"})
    assert len(shapes) == 24
    ratios = [of.best("gemv/hgemv", shape, "torch.mv") for shape in shapes]
    return f"{cell(min(ratios), 1.5)} to {max(ratios):.2f}"


def bandwidth(of: Reached) -> str:
    """Percent of the data sheet's bandwidth: weights and both vectors of 2 bytes."""
    times = [row["time_us"] for row in of.of("gemv/fast_gemv", (16384, 16384), "float16")]
    share = 2 * 16384 * 16386 / min(times) / 1e4 / of.terabytes
    return f"{share:.1f} %" if share >= 92 else f"**{share:.1f} %**"


class Goal(NamedTuple):
    """A row: its title, the goal, and the function that makes a cell."""

    what: str
    aim: str
    cells: Callable[[Reached], str]


ON_WGMMA = {"only": lambda rung: rung in WGMMA}
ON_MMA = {"only": lambda rung: rung not in WGMMA and not rung.startswith("bfloat16")}
SIZES, AIMS = (2048, 4096, 6144, 8192), (1, 1.05, 1.05, 1)
FEW_ROWS = [(rows, 8192, 8192) for rows in (1, 4, 16, 64)]

GOALS = (
    Goal("SGEMM, 1024 to 16384, vs. cuBLAS", "1.02 at each size, geometric mean 1.05", sgemm),
    Goal("C += A·B, 4096, vs. cuBLAS with beta = 1", "1", accumulate),
    Goal(
        "HGEMM by wgmma, 2048, 4096, 6144, 8192, vs. cuBLAS",
        "1, 1.05, 1.05, 1",
        each("gemm/hgemm", SIZES, "cuBLAS", AIMS, dtype="float16", **ON_WGMMA),
    ),
    Goal(
        "HGEMM in bfloat16, the same sizes",
        "1, 1.05, 1.05, 1",
        each("gemm/hgemm", SIZES, "cuBLAS", AIMS, dtype="bfloat16", **ON_WGMMA),
    ),
    Goal(
        "HGEMM by mma.sync, 4096, 8192, vs. cuBLAS",
        "0.65",
        each("gemm/hgemm", (4096, 8192), "cuBLAS", 0.65, **ON_MMA),
    ),
    Goal(
        "float8 GEMM, 4096, 8192, vs. torch._scaled_mm",
        "0.95",
        each("gemm/fp8gemm", (4096, 8192), "torch._scaled_mm", 0.95),
    ),
    Goal(
        "W4A16, N = K = 8192, rows 1, 4, 16, 64, vs. float16 cuBLAS",
        "3.2, 3.2, 3.0, 2.0",
        each("gemm/w4a16", FEW_ROWS, "cuBLAS float16", (3.2, 3.2, 3, 2)),
    ),
    Goal("bias, GELU and residual at 4096, over cuBLAS's GEMM alone", "at most 2 %", epilogue),
    Goal(
        "GEMM 256 x 256 x 16384 vs. cuBLAS",
        "1",
        lambda of: cell(of.best("gemm/tall", (256, 256, 16384), "cuBLAS"), 1),
    ),
    Goal("HGEMV, K = 128, 24 values of N, vs. torch.mv", "1.5 at each N", hgemv),
    Goal(
        "GEMV in float16, 512, 1024, 2048, 4096, 8192, vs. torch.mv",
        "1.15",
        each("gemv/fast_gemv", SQUARES[:5], "torch.mv", 1.15, dtype="float16"),
    ),
    Goal("GEMV in float16, 16384, share of 4.8 TB/s (H100: 3.35)", "92 %", bandwidth),
    Goal(
        "GEMV in int4, 4096, 8192, 16384, vs. float16 torch.mv",
        "2.8, 3.3, 3.5",
        each("gemv/fast_gemv", SQUARES[3:], "torch.mv float16", (2.8, 3.3, 3.5), dtype="int4"),
    ),
    Goal(
        "GEMV in int4, 512 to 16384, vs. torch's int4 kernel",
        "1",
        each("gemv/fast_gemv", SQUARES, "torch int4", 1, dtype="int4"),
    ),
)


def goals() -> str:
    """The table of goals; the page says what bounds each miss."""
    reached = [Reached(*column) for column in COLUMNS.values()]
    lines = [(goal.what, goal.aim, *map(goal.cells, reached)) for goal in GOALS]
    return table(("what", "goal", *COLUMNS), lines)
