"""The same kernels on an H200 and on an H100."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .records import H100, H200, RESULTS, read, rows_of, table

Row = dict[str, Any]
Keyed = Mapping[tuple[str, str, int], Row]


def two_gpus() -> str:
    """Times on the H100 over those on the H200, where both timed the same kernel."""
    slow, fast = _keyed(H100), _keyed(H200)

    def ratio(ladder: str, rung: str, size: int) -> float:
        key = ladder, rung, size
        return slow[key]["time_us"] / fast[key]["time_us"]

    both = [key for key in fast if key in slow]
    sgemm = [
        key for key in both if key[0].startswith("gemm/sgemm") and fast[key]["dtype"] == "float32"
    ]
    naive = [key for key in sgemm if key[:2] == ("gemm/sgemm_tvm", "naive")]
    tensor = [("gemm/hgemm", rung, 4096) for rung in ("swizzled", "cp_async", "wgmma", "wgmma_tma")]
    lines = [
        ("SGEMM on CUDA cores", _ends(ratio(*key) for key in sgemm if key not in naive)),
        ("`sgemm_tvm:naive`", _ends(ratio(*key) for key in naive)),
        ("HGEMM at 4096, `swizzled` to `wgmma_tma`", _ends(ratio(*key) for key in tensor)),
        ("cuBLAS, HGEMM at 4096", _library(slow, fast, tensor[-1], "cuBLAS")),
        *(
            (
                f"GEMV in float16 at {size}, best rung",
                f"{_best(H100, size) / _best(H200, size):.2f}",
            )
            for size in (512, 1024, 8192, 16384)
        ),
        ("GEMV in int4 at 16384, `int4`", f"{ratio('gemv/fast_gemv', 'int4', 16384):.2f}"),
        (
            "`torch.mv` at 1024",
            _library(slow, fast, ("gemv/fast_gemv", "vectorized", 1024), "torch.mv"),
        ),
        ("time to copy 4 GiB", f"{_copy(H200) / _copy(H100):.2f}"),
    ]
    return table(("what", "time on the H100 / time on the H200"), lines)


def _keyed(device: str) -> Keyed:
    return {(row["ladder"], row["rung"], row["shape"][0]): row for row in rows_of(device)}


def _ends(ratios: Iterable[float]) -> str:
    known = sorted(ratios)
    return f"{known[0]:.2f} to {known[-1]:.2f}"


def _library(slow: Keyed, fast: Keyed, key: tuple[str, str, int], name: str) -> str:
    times = [rows[key]["baselines"][name]["time_us"] for rows in (slow, fast)]
    return f"{times[0] / times[1]:.2f}"


def _best(device: str, size: int) -> float:
    """The fastest rung's time of a float16 GEMV."""
    return min(
        row["time_us"]
        for row in rows_of(device)
        if (row["ladder"], row["shape"][0], row["dtype"]) == ("gemv/fast_gemv", size, "float16")
    )


def _copy(device: str) -> float:
    return read(RESULTS / f"{device}.json")["ceilings"]["copy_gbps"]
