"""What each rung is compared with: the library, the goal, and what bounds a miss."""

from __future__ import annotations

from dataclasses import dataclass

Shape = tuple[int, ...]
COLD, HOT = "cold", "hot"


@dataclass(frozen=True)
class Row:
    """Rungs at a shape and the libraries to compare them with; the fastest rung counts.

    `goal` is the minimum ratio of the time of `library` to the rung's, in `regimes`.
    """

    what: str
    rungs: tuple[str, ...]
    shape: Shape
    library: str
    goal: float | None
    bound: str = ""
    regimes: tuple[str, ...] = (COLD, HOT)

    @property
    def group(self) -> str:
        """Its name without the size, by which rows share a line of the table."""
        return self.what.rpartition(", ")[0]

    @property
    def size(self) -> str:
        return self.what.rpartition(", ")[2]


def square(size: int) -> Shape:
    return (size, size, size)


# Goals of geometric means.
MEANS = {"HGEMM `tma_store`": 1.03}

POWER = (
    "Power: the clock under wgmma falls to 1.4 to 1.5 GHz when sustained "
    "([measured](ladders/hgemm-wgmma.md#what-bounds-wgmma)); in a single launch, the tensor cores "
    "idle before the first slice and after the last."
)

ROWS = (
    *(
        Row(f"HGEMM `tma_store`, {n}", ("gemm/hgemm:tma_store",), square(n), "cuBLAS", 1.0, POWER)
        for n in (2048, 4096, 6144, 8192)
    ),
    *(
        Row(
            *(f"bfloat16, {n}", ("gemm/hgemm:bfloat16_tma_store",), square(n), "cuBLAS"),
            *(1.0, "As in float16."),
        )
        for n in (4096, 8192)
    ),
    Row(
        *("`pingpong`, 4096", ("gemm/hgemm:pingpong",), square(4096), "cuBLAS", None),
        "Kept as a negative result. Only in clusters do its tiles load as few bytes per FMA from "
        "L2 as those of `tma_store`, and the blocks of a cluster wait for each other.",
    ),
    Row(
        *("`multicast`, 8192", ("gemm/hgemm:multicast",), square(8192), "cuBLAS", None),
        "Kept as a negative result: it saves a third of the L2 traffic, which is not the limit.",
    ),
    *(
        Row(
            *(
                f"float8, {n}",
                ("gemm/fp8gemm:wgmma_tma", "gemm/fp8gemm:tma_store"),
                square(n),
                "torch._scaled_mm",
                1.0,
            ),
            "As HGEMM. In addition, the tensor cores idle while C is stored after the last slice.",
        )
        for n in (4096, 8192)
    ),
    *(
        Row(
            *(
                f"float8, one scale, {n}",
                ("gemm/fp8gemm:tensor_scale", "gemm/fp8gemm:tensor_scale_tma_store"),
                square(n),
            ),
            *("torch._scaled_mm", 1.0, "As with a scale per row."),
        )
        for n in (4096, 8192)
    ),
    *(
        Row(
            *(
                f"epilogue, {n}",
                ("gemm/epilogue:wgmma_tma", "gemm/epilogue:tma_store"),
                square(n),
                "torch.compile",
                1.1,
            ),
            "The tensor cores idle while the only block of an SM computes and stores its tile.",
        )
        for n in (4096, 8192)
    ),
    Row(
        *(
            "epilogue over the GEMM alone, 4096",
            ("gemm/epilogue:wgmma_tma", "gemm/epilogue:tma_store"),
            square(4096),
        ),
        *("cuBLAS's GEMM alone", 0.98, "The epilogue is not overlapped with another tile's MMAs."),
    ),
    *(
        Row(
            *(
                f"w4a16, N = K = 8192, by rows, {rows}",
                tuple(
                    f"gemm/w4a16:{rung}"
                    for rung in (
                        *("sliced_k", "split_k", "dependent_launch"),
                        *["wgmma"] * (rows >= 16),
                    )
                ),
            ),
            *((rows, 8192, 8192), "cuBLAS float16", goal, bound),
        )
        for rows, goal, bound in (
            (1, 3.2, "The launch, and the reduction at its end."),
            (4, 3.2, "The launch, and the reduction at its end."),
            (16, 3.0, "The launch, and the reduction at its end."),
            (
                64,
                2.0,
                "With 64 rows, DRAM is busy for 83 % of the predicted time.",
            ),
        )
    ),
    *(
        Row(
            *(f"SGEMM, {n}", ("gemm/sgemm_tvm:ordered_products",), square(n), "cuBLAS", 1.05),
            "Both run at the rate of the FMA pipe; the rest is the start and the last wave.",
        )
        for n in (1024, 2048, 4096, 8192, 16384)
    ),
    Row(
        *("C += A·B, 4096", ("gemm/sgemm_geforce:rolled_rows",), square(4096), "torch.addmm", 1.0),
        "The last of 3.88 waves of blocks is incomplete: 3 %.",
    ),
    *(
        Row(
            *(f"HGEMM by mma.sync, {n}", ("gemm/hgemm:cp_async",), square(n), "cuBLAS", 0.65),
            "`mma.sync` takes 6.03 cycles instead of 4, so its ceiling is 0.72 of cuBLAS "
            "([measured](ladders/hgemm-mma-sync.md#what-bounds-mmasync)).",
        )
        for n in (4096, 8192)
    ),
    Row(
        "HGEMV, 4096 x 128",
        tuple(f"gemv/hgemv:{name}" for name in ("warp2", "warp4", "warp4_smem")),
        *((4096, 128), "torch.mv", 1.5),
        "Latency; the time of an empty kernel is below the list.",
        (COLD,),
    ),
    Row(
        "tall, 256 x 256 x 16384",
        tuple(
            f"gemm/tall:{name}"
            for name in ("split_small_tiles", "dependent_launch", "dependent_launch@nvidia-h200")
        ),
        *((256, 256, 16384), "cuBLAS", 1.05),
        "The second kernel: 0.5 µs with programmatic dependent launch, 1.5 without.",
    ),
)
