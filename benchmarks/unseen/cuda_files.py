"""The CUDA files of `kernels`: how each is launched at given extents, and what it computes."""

from __future__ import annotations

import numpy as np

from .cuda_kernel import Array, CudaFile, Launch


def softmax_online(m: int, n: int) -> Launch:
    def reference(x: np.ndarray) -> np.ndarray:
        exp = np.exp(x.astype("float64") - x.max(1, keepdims=True))
        return exp / exp.sum(1, keepdims=True)

    return Launch(
        grid=(m // 8,),
        block=(256,),
        inputs={"x": Array((m, n), low=-4, high=4)},
        outputs={"y": Array((m, n))},
        numbers={"m": m, "n": n},
        reference=reference,
        tolerance=1e-6,
    )


def layer_norm_half(m: int, n: int) -> Launch:
    """`n` is 1024."""

    def reference(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> np.ndarray:
        x = x.astype("float64")
        scale = 1 / np.sqrt(x.var(1, keepdims=True) + 1e-5)
        return (x - x.mean(1, keepdims=True)) * scale * gamma + beta

    return Launch(
        grid=(m // 4,),
        block=(128,),
        inputs={"x": Array((m, n), "float16"), "gamma": Array((n,)), "beta": Array((n,))},
        outputs={"y": Array((m, n), "float16")},
        numbers={"m": m},
        reference=reference,
        tolerance=1e-3,
    )


def column_max(m: int, n: int, chunks: int) -> Launch:
    return Launch(
        grid=(n // 32, chunks),
        block=(32, 8),
        inputs={"x": Array((m, n))},
        outputs={"y": Array((chunks, n))},
        numbers={"rows": m // chunks, "n": n},
        reference=lambda x: x.reshape(chunks, m // chunks, n).max(1),
    )


def transpose_swizzled(m: int, n: int) -> Launch:
    return Launch(
        grid=(n // 64, m // 64),
        block=(256,),
        inputs={"x": Array((m, n), "float16")},
        outputs={"y": Array((n, m), "float16")},
        numbers={"m": m, "n": n},
        reference=lambda x: x.T,
    )


def stencil_star(z: int, y: int, x: int) -> Launch:
    weights = (-2.5, 1.6, -0.2, 0.025, -0.0018)

    def reference(grid: np.ndarray) -> np.ndarray:
        grid = grid.astype("float64")
        result = 3 * weights[0] * grid[4:-4, 4:-4, 4:-4]
        for apart, weight in enumerate(weights[1:], 1):
            for axis in range(3):
                for side in (4 - apart, 4 + apart):
                    places = [slice(4, -4)] * 3
                    places[axis] = slice(side, side + result.shape[axis])
                    result = result + weight * grid[tuple(places)]
        return result

    return Launch(
        grid=(x // 32, y // 8),
        block=(32, 8),
        inputs={"x": Array((z + 8, y + 8, x + 8))},
        outputs={"y": Array((z, y, x))},
        numbers={"nz": z, "ny": y, "nx": x},
        reference=reference,
        tolerance=1e-5,
    )


def attention_decode(heads: int, keys: int) -> Launch:
    """64 dimensions a head; `keys` in multiples of 16."""

    def reference(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
        q, k, v = (operand.astype("float64") for operand in (q, k, v))
        scores = np.einsum("hd,hkd->hk", q, k) / 8
        weights = np.exp(scores - scores.max(1, keepdims=True))
        return np.einsum("hk,hkd->hd", weights / weights.sum(1, keepdims=True), v)

    cache = Array((heads, keys, 64), "float16")
    return Launch(
        grid=(heads,),
        block=(128,),
        inputs={"q": Array((heads, 64), "float16", -4, 4), "k": cache, "v": cache},
        outputs={"y": Array((heads, 64))},
        numbers={"keys": keys},
        reference=reference,
        tolerance=1e-5,
    )


def ell_matvec(rows: int, columns: int, width: int) -> Launch:
    def reference(column: np.ndarray, value: np.ndarray, x: np.ndarray) -> np.ndarray:
        return (value.astype("float64") * x[column]).sum(0)

    return Launch(
        grid=(-(-rows // 128),),
        block=(128,),
        inputs={
            "column": Array((width, rows), "int32", 0, columns),
            "value": Array((width, rows)),
            "x": Array((columns,)),
        },
        outputs={"y": Array((rows,))},
        numbers={"rows": rows, "width": width},
        reference=reference,
        tolerance=1e-5,
    )


def histogram_bytes(blocks: int, vectors: int) -> Launch:
    """`vectors` of 16 bytes for each block, at strides of the whole grid."""

    def reference(x: np.ndarray) -> np.ndarray:
        each = x.view("uint8").reshape(-1, blocks, 256 * 16).swapaxes(0, 1).reshape(blocks, -1)
        return np.stack([np.bincount(values, minlength=256) for values in each])

    return Launch(
        grid=(blocks,),
        block=(256,),
        inputs={"x": Array((blocks * vectors, 4), "int32", -(2**31), 2**31)},
        outputs={"y": Array((blocks, 256), "int32")},
        numbers={"vectors": blocks * vectors},
        reference=reference,
    )


def histogram_warps(blocks: int, each: int) -> Launch:
    """`each` values for a block, at strides of the whole grid."""

    def reference(x: np.ndarray) -> np.ndarray:
        bins = ((x + np.float32(1)) * np.float32(32)).astype("int32").clip(0, 63)
        rows = bins.reshape(-1, blocks, 256).swapaxes(0, 1).reshape(blocks, -1)
        return np.stack([np.bincount(row, minlength=64) for row in rows])

    return Launch(
        grid=(blocks,),
        block=(256,),
        inputs={"x": Array((blocks * each,))},
        outputs={"y": Array((blocks, 64), "int32")},
        numbers={"n": blocks * each},
        reference=reference,
    )


def scan_rows(m: int, n: int) -> Launch:
    """`n` is 2048."""
    return Launch(
        grid=(m,),
        block=(256,),
        inputs={"x": Array((m, n))},
        outputs={"y": Array((m, n))},
        reference=lambda x: np.cumsum(x.astype("float64"), 1),
        tolerance=2e-5,
    )


def scan_blelloch(m: int, n: int) -> Launch:
    """`n` is 1024."""
    return Launch(
        grid=(m,),
        block=(512,),
        inputs={"x": Array((m, n), "int32", -100, 100)},
        outputs={"y": Array((m, n), "int32")},
        reference=lambda x: np.cumsum(x, 1) - x,
    )


def gemm_dp4a(m: int, n: int, k: int) -> Launch:
    return Launch(
        grid=(n // 64, m // 64),
        block=(256,),
        inputs={
            "a": Array((m, k), "int8", -128, 128),
            "b": Array((n, k), "int8", -128, 128),
        },
        outputs={"c": Array((m, n), "int32")},
        numbers={"n": n, "words": k // 4},
        reference=lambda a, b: a.astype("int64") @ b.astype("int64").T,
    )


def _half_gemm(m: int, n: int, k: int, tile: int, threads: int, output: Array) -> Launch:
    return Launch(
        grid=(n // tile, m // tile),
        block=(threads,),
        inputs={"a": Array((m, k), "float16"), "b": Array((n, k), "float16")},
        outputs={"c": output},
        numbers={"n": n, "k": k},
        reference=lambda a, b: a.astype("float64") @ b.astype("float64").T,
        # Rounding of a float16 result, of float32 accumulators.
        tolerance=1e-3 if output.dtype == "float16" else 2e-5,
    )


def gemm_mma(m: int, n: int, k: int) -> Launch:
    return _half_gemm(m, n, k, 64, 128, Array((m, n)))


def gemm_mma_async(m: int, n: int, k: int) -> Launch:
    return _half_gemm(m, n, k, 128, 256, Array((m, n), "float16"))


def bitonic_sort(m: int, n: int) -> Launch:
    """`n` is 1024."""
    return Launch(
        grid=(m,),
        block=(512,),
        inputs={"x": Array((m, n))},
        outputs={"y": Array((m, n))},
        reference=lambda x: np.sort(x, 1),
    )


def fft_256(batch: int) -> Launch:
    def reference(x: np.ndarray) -> np.ndarray:
        made = np.fft.fft(x.astype("float64") @ np.array([1, 1j]), axis=1)
        return np.stack([made.real, made.imag], -1)

    return Launch(
        grid=(batch // 4,),
        block=(256,),
        inputs={"x": Array((batch, 256, 2))},
        outputs={"y": Array((batch, 256, 2))},
        reference=reference,
        tolerance=1e-5,
    )


def mandelbrot(height: int, width: int, most: int) -> Launch:
    f32 = np.float32

    def reference() -> np.ndarray:
        a = np.arange(width, dtype="float32") * (f32(3) / f32(width)) - f32(2)
        b = np.arange(height, dtype="float32") * (f32(2) / f32(height)) - f32(1)
        a, b = np.broadcast_to(a, (height, width)), np.broadcast_to(b[:, None], (height, width))
        re, im = np.zeros((2, height, width), "float32")
        count, inside = np.zeros((height, width), "int32"), np.ones((height, width), bool)
        for _ in range(most):
            inside &= re * re + im * im <= 4
            count += inside
            re, im = (
                np.where(inside, re * re - im * im + a, re),
                np.where(inside, (re + re) * im + b, im),
            )
        return count

    return Launch(
        grid=(width // 16, height // 16),
        block=(16, 16),
        outputs={"y": Array((height, width), "int32")},
        numbers={"height": height, "width": width, "most": most},
        reference=reference,
    )


def circle_points(blocks: int, points: int) -> Launch:
    def reference() -> np.ndarray:
        state = np.arange(blocks * 256, dtype="uint32") * np.uint32(2654435761) + np.uint32(12345)
        inside = np.zeros(blocks * 256, "int32")
        for _ in range(points):
            place = []
            for _ in range(2):
                state = state * np.uint32(1664525) + np.uint32(1013904223)
                place.append((state >> np.uint32(8)).astype("float32") * np.float32(2**-24))
            inside += place[0] * place[0] + place[1] * place[1] < 1
        return inside

    return Launch(
        grid=(blocks,),
        block=(256,),
        outputs={"y": Array((blocks * 256,), "int32")},
        numbers={"points": points},
        reference=reference,
    )


FILES = (
    CudaFile("softmax", "online softmax, warp per row", softmax_online, (16, 512), (16384, 1024)),
    CudaFile(
        "normalization", "float16 layer norm, warp per row",
        layer_norm_half, (16, 1024), (32768, 1024),
    ),
    CudaFile(
        "column reduction", "column maxima, 32 x 8 threads",
        column_max, (64, 96, 4), (8192, 4096, 16),
    ),
    CudaFile(
        "transpose", "float16 transpose, swizzled tile",
        transpose_swizzled, (128, 192), (8192, 8192),
    ),
    CudaFile(
        "3D stencil", "star of radius 4, marching along z",
        stencil_star, (6, 16, 64), (128, 512, 512),
    ),
    CudaFile(
        "attention", "decoding attention, float16 cache", attention_decode, (3, 96), (528, 2048)
    ),
    CudaFile(
        "indexed reads", "ELL matrix times vector",
        ell_matvec, (1000, 500, 7), (1 << 20, 1 << 20, 16),
    ),
    CudaFile("histogram", "histogram of bytes", histogram_bytes, (3, 512), (1056, 4096)),
    CudaFile(
        "histogram", "histogram of floats, copy per warp", histogram_warps, (4, 1024), (1056, 32768)
    ),
    CudaFile("scan", "row scan by shuffles", scan_rows, (6, 2048), (8192, 2048)),
    CudaFile("scan", "Blelloch scan in shared memory", scan_blelloch, (3, 1024), (16384, 1024)),
    CudaFile("int8", "int8 GEMM by dp4a", gemm_dp4a, (128, 64, 128), (1024, 2048, 2048)),
    CudaFile("tensor cores", "mma.sync GEMM", gemm_mma, (128, 64, 96), (2048, 2048, 2048)),
    CudaFile(
        "tensor cores", "mma.sync GEMM, cp.async in 3 stages",
        gemm_mma_async, (128, 256, 160), (4096, 4096, 1024),
    ),
    CudaFile("network in a block", "bitonic sort of 1024", bitonic_sort, (3, 1024), (8192, 1024)),
    CudaFile("network in a block", "FFT of 256, radix 4", fft_256, (8,), (32768,)),
    CudaFile("long loop", "Mandelbrot set", mandelbrot, (32, 48, 64), (2048, 2048, 256)),
    CudaFile("long loop", "points in a circle by an LCG", circle_points, (2, 20), (1056, 512)),
)  # fmt: skip
