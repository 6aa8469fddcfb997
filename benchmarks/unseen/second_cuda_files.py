"""The CUDA files of the second set, in `kernels`: launches at given extents, and references."""

from __future__ import annotations

import hashlib

import numpy as np

from schedules.core.arrays import as_dtype

from .cuda_kernel import Array, CudaFile, Extents, Launch, Make


def _between(low: float, high: float) -> Make:
    """Uniform values in [low, high)."""

    def make(rng: np.random.Generator, shape: Extents, dtype: str) -> np.ndarray:
        if "int" in dtype:
            return rng.integers(int(low), int(high), shape, dtype)
        return as_dtype(rng.uniform(low, high, shape), dtype)

    return make


def binomial_american(options: int, steps: int) -> Launch:
    """At most 255 steps."""

    def reference(
        spot: np.ndarray, strike: np.ndarray, years: np.ndarray, volatility: np.ndarray
    ) -> np.ndarray:
        spot, strike, years, volatility = (
            array.astype("float64")[:, None] for array in (spot, strike, years, volatility)
        )
        dt = years / steps
        up, growth = np.exp(volatility * np.sqrt(dt)), np.exp(0.05 * dt)
        rise = (growth - 1 / up) / (up - 1 / up)
        value = np.zeros((options, steps + 2))
        for level in range(steps, -1, -1):
            held = (rise * value[:, 1:] + (1 - rise) * value[:, :-1]) / growth
            asset = spot * up ** (2 * np.arange(level + 1) - level)
            value = np.maximum(strike - asset, held)
        return value[:, 0]

    return Launch(
        grid=(options,),
        block=(256,),
        inputs={
            "spot": Array((options,), make=_between(80, 120)),
            "strike": Array((options,), make=_between(80, 120)),
            "years": Array((options,), make=_between(0.25, 2)),
            "volatility": Array((options,), make=_between(0.1, 0.5)),
        },
        outputs={"price": Array((options,))},
        numbers={"steps": steps},
        reference=reference,
        tolerance=2e-4,
    )


def nbody_gravity(n: int) -> Launch:
    """Positions and masses; `n` in multiples of 256."""

    def reference(bodies: np.ndarray) -> np.ndarray:
        place, mass = bodies[:, :3].astype("float64"), bodies[:, 3].astype("float64")
        apart = place - place[:, None]
        inverse = 1 / np.sqrt((apart**2).sum(-1) + 0.05)
        force = ((mass * inverse**3)[..., None] * apart).sum(1)
        return np.column_stack([force, -(mass * inverse).sum(1)])

    return Launch(
        grid=(n // 256,),
        block=(256,),
        inputs={"bodies": Array((n, 4))},
        outputs={"y": Array((n, 4))},
        numbers={"n": n},
        reference=reference,
        tolerance=1e-4,
    )


def sha256_pairs(pairs: int) -> Launch:
    """Words are numbers, most significant byte first; `pairs` in multiples of 128."""

    def reference(words: np.ndarray) -> np.ndarray:
        made = [hashlib.sha256(row.astype(">i4").tobytes()).digest() for row in words]
        return np.frombuffer(b"".join(made), ">i4").reshape(-1, 8)

    return Launch(
        grid=(pairs // 128,),
        block=(128,),
        inputs={"pairs": Array((pairs, 16), "int32", -(2**31), 2**31)},
        outputs={"digests": Array((pairs, 8), "int32")},
        reference=reference,
    )


def compact_positive(blocks: int) -> Launch:
    def reference(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        first = np.argsort(x <= 0, axis=1, kind="stable")
        return np.maximum(np.take_along_axis(x, first, 1), 0), (x > 0).sum(1)

    return Launch(
        grid=(blocks,),
        block=(256,),
        inputs={"x": Array((blocks, 1024))},
        outputs={"y": Array((blocks, 1024)), "counts": Array((blocks,), "int32")},
        reference=reference,
    )


def csr_matvec(rows: int, columns: int, elements: int) -> Launch:
    """Lengths of rows are those between random cuts: many are short, few are long."""

    def offsets(rng: np.random.Generator, shape: Extents, dtype: str) -> np.ndarray:
        cuts = np.sort(rng.integers(0, elements, rows - 1))
        return np.concatenate([[0], cuts, [elements]]).astype(dtype)

    def reference(
        offset: np.ndarray, column: np.ndarray, value: np.ndarray, x: np.ndarray
    ) -> np.ndarray:
        row = np.repeat(np.arange(rows), np.diff(offset))
        return np.bincount(row, value.astype("float64") * x[column], rows)

    return Launch(
        grid=(-(-rows // 32),),
        block=(256,),
        inputs={
            "offset": Array((rows + 1,), "int32", make=offsets),
            "column": Array((elements,), "int32", make=_between(0, columns)),
            "value": Array((elements,)),
            "x": Array((columns,)),
        },
        outputs={"y": Array((rows,))},
        numbers={"rows": rows},
        reference=reference,
        tolerance=1e-5,
    )


def radix_sort_block(blocks: int) -> Launch:
    return Launch(
        grid=(blocks,),
        block=(256,),
        inputs={"x": Array((blocks, 1024), "int32", -(2**31), 2**31)},
        outputs={"y": Array((blocks, 1024), "int32")},
        reference=lambda x: np.sort(x, 1),
    )


def smith_waterman(pairs: int, length: int) -> Launch:
    """Queries of 128 residues; `pairs` in multiples of 4."""

    def reference(queries: np.ndarray, targets: np.ndarray, matrix: np.ndarray) -> np.ndarray:
        best = np.zeros(pairs, "int64")
        score = np.zeros((length + 1, pairs), "int64")
        vertical = np.full_like(score, -10000)
        for residue in queries.T:
            corner, above, horizontal = score[0], score.copy(), np.full(pairs, -10000)
            for at, letter in enumerate(targets.T, 1):
                vertical[at] = np.maximum(vertical[at] - 1, above[at] - 11)
                horizontal = np.maximum(horizontal - 1, score[at - 1] - 11)
                gaps = np.maximum(vertical[at], horizontal)
                score[at] = np.maximum(np.maximum(corner + matrix[letter, residue], 0), gaps)
                corner = above[at]
                best = np.maximum(best, score[at])
        return best

    letters = _between(0, 24)
    return Launch(
        grid=(pairs // 4,),
        block=(128,),
        inputs={
            "queries": Array((pairs, 128), "int8", make=letters),
            "targets": Array((pairs, length), "int8", make=letters),
            "matrix": Array((24, 24), "int32", make=_between(-4, 7)),
        },
        outputs={"scores": Array((pairs,), "int32")},
        numbers={"length": length},
        reference=reference,
    )


def adamw_step(n: int) -> Launch:
    """`n` in multiples of 1024."""

    def reference(
        weight: np.ndarray, gradient: np.ndarray, m: np.ndarray, v: np.ndarray
    ) -> tuple[np.ndarray, ...]:
        weight, gradient, m, v = (array.astype("float64") for array in (weight, gradient, m, v))
        m, v = 0.9 * m + 0.1 * gradient, 0.95 * v + 0.05 * gradient**2
        scale = np.sqrt(v / (1 - 0.95**10)) + 1e-8
        weight = weight - 1e-3 * (m / (1 - 0.9**10) / scale + 0.1 * weight)
        return weight, m, v, weight

    floats = Array((n,))
    return Launch(
        grid=(n // 1024,),
        block=(256,),
        inputs={
            "weights": floats,
            "gradients": Array((n,), "float16"),
            "firsts": floats,
            "seconds": Array((n,), make=_between(0.01, 1)),
        },
        outputs={
            "new_weights": floats,
            "new_firsts": floats,
            "new_seconds": floats,
            "rounded": Array((n,), "float16"),
        },
        reference=reference,
        # Rounding of the float16 copy.
        tolerance=5e-4,
    )


def cholesky_warp(matrices: int) -> Launch:
    """In multiples of 4."""

    def definite(rng: np.random.Generator, shape: Extents, dtype: str) -> np.ndarray:
        roots = rng.uniform(-1, 1, shape)
        return (roots @ roots.swapaxes(1, 2) / 32 + np.eye(32)).astype(dtype)

    matrix = Array((matrices, 32, 32), "float64", make=definite)
    return Launch(
        grid=(matrices // 4,),
        block=(128,),
        inputs={"x": matrix},
        outputs={"y": matrix},
        reference=np.linalg.cholesky,
        tolerance=1e-12,
    )


def router_top8(tokens: int) -> Launch:
    """In multiples of 4."""

    def reference(logits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        experts = np.argsort(-logits, axis=1, kind="stable")[:, :8]
        chosen = np.take_along_axis(logits, experts, 1).astype("float64")
        exp = np.exp(chosen - chosen[:, :1])
        return exp / exp.sum(1, keepdims=True), experts

    return Launch(
        grid=(tokens // 4,),
        block=(128,),
        inputs={"logits": Array((tokens, 256), make=_between(-4, 4))},
        outputs={"weights": Array((tokens, 8)), "experts": Array((tokens, 8), "int32")},
        reference=reference,
        tolerance=1e-6,
    )


def lattice_boltzmann(height: int, width: int) -> Launch:
    """In multiples of 4 and 64."""
    rows, columns = (0, 0, 1, 0, -1, 1, 1, -1, -1), (0, 1, 0, -1, 0, 1, -1, -1, 1)
    directions = np.column_stack([rows, columns])
    weights = np.array([16, 4, 4, 4, 4, 1, 1, 1, 1]) / 36

    def reference(before: np.ndarray) -> np.ndarray:
        f = np.stack(
            [
                np.roll(plane, tuple(to), (0, 1))
                for plane, to in zip(before.astype("float64"), directions, strict=True)
            ]
        )
        density = f.sum(0)
        uy, ux = np.tensordot(directions.T, f, 1) / density
        along = 3 * (directions[:, 0, None, None] * uy + directions[:, 1, None, None] * ux)
        rest = 1 + along + along**2 / 2 - 1.5 * (ux**2 + uy**2)
        return f + 1.2 * (weights[:, None, None] * density * rest - f)

    planes = Array((9, height, width), make=_between(0.1, 1))
    return Launch(
        grid=(width // 64, height // 4),
        block=(64, 4),
        inputs={"before": planes},
        outputs={"after": planes},
        numbers={"height": height, "width": width},
        reference=reference,
        tolerance=2e-5,
    )


def selective_scan(batch: int, length: int, channels: int) -> Launch:
    """`length` in multiples of 16, `channels` of 128."""

    def reference(*inputs: np.ndarray) -> np.ndarray:
        x, delta, a, b, c, skip = (array.astype("float64") for array in inputs)
        state, y = np.zeros((batch, channels, 16)), skip * x
        for t in range(length):
            state *= np.exp(delta[:, t, :, None] * a)
            state += (delta[:, t] * x[:, t])[..., None] * b[:, t, None]
            y[:, t] += np.einsum("zdn,zn->zd", state, c[:, t])
        return y

    sequence, step = (batch, length, channels), Array((batch, length, 16))
    return Launch(
        grid=(channels // 128, batch),
        block=(128,),
        inputs={
            "x": Array(sequence),
            "delta": Array(sequence, make=_between(0.001, 0.1)),
            "a": Array((channels, 16), make=_between(-16, -1)),
            "b": step,
            "c": step,
            "skip": Array((channels,)),
        },
        outputs={"y": Array(sequence)},
        numbers={"length": length, "channels": channels},
        reference=reference,
        tolerance=1e-5,
    )


SECOND_FILES = (
    CudaFile(
        "option pricing", "American puts by binomial trees",
        binomial_american, (5, 100), (8192, 255),
    ),
    CudaFile("n-body", "gravity of all pairs", nbody_gravity, (512,), (65536,)),
    CudaFile("hashing", "SHA-256 of pairs of digests", sha256_pairs, (256,), (1 << 20,)),
    CudaFile("stream compaction", "positive values of a block", compact_positive, (5,), (65536,)),
    CudaFile(
        "CSR matrix", "CSR matrix times vector, eight lanes per row",
        csr_matvec, (1000, 700, 9000), (1 << 19, 1 << 19, 1 << 24),
    ),
    CudaFile("radix sort", "radix sort of 1024 in a block", radix_sort_block, (2,), (8192,)),
    CudaFile(
        "sequence alignment", "Smith-Waterman, warp per pair",
        smith_waterman, (8, 48), (16384, 512),
    ),
    CudaFile("optimizer", "AdamW with float16 gradients", adamw_step, (3072,), (1 << 25,)),
    CudaFile("factorization", "float64 Cholesky of 32 x 32", cholesky_warp, (8,), (16384,)),
    CudaFile("top-k", "router of experts, eight of 256", router_top8, (12,), (4096,)),
    CudaFile(
        "lattice method", "lattice Boltzmann D2Q9", lattice_boltzmann, (12, 128), (2048, 4096)
    ),
    CudaFile(
        "state-space model", "selective scan, 16 states per thread",
        selective_scan, (2, 48, 128), (8, 1024, 4096),
    ),
)  # fmt: skip
