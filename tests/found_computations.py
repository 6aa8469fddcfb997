"""Small computations of each kind that `find` knows, with odd extents."""

from __future__ import annotations

from tvm import te, tirx, topi


def placeholder(*shape: int, name: str = "A", dtype: str = "float32") -> te.Tensor:
    return te.placeholder(shape, dtype, name)


def elementwise(m: int = 13, n: int = 36) -> list[te.Tensor]:
    a, b = placeholder(m, n), placeholder(n, name="B")
    doubled = te.compute((m, n), lambda i, j: a[i, j] * 2.0, "doubled")
    return [a, b, te.compute((m, n), lambda i, j: doubled[i, j] + b[j], "C")]


def transpose(z: int = 2, m: int = 37, n: int = 45) -> list[te.Tensor]:
    a = placeholder(z, m, n)
    return [a, te.compute((n, z, m), lambda j, z, i: a[z, i, j] + 1.0, "C")]


def row_sums(m: int = 19, n: int = 300) -> list[te.Tensor]:
    a, k = placeholder(m, n), te.reduce_axis((0, n), "k")
    sums = te.compute((m,), lambda i: te.sum(a[i, k] * a[i, k], k), "S")
    return [a, te.compute((m,), lambda i: tirx.sqrt(sums[i]), "C")]


def row_max(z: int = 3, m: int = 7, n: int = 131) -> list[te.Tensor]:
    a, k = placeholder(z, m, n), te.reduce_axis((0, n), "k")
    return [a, te.compute((z, m), lambda z, i: te.max(a[z, i, k], k), "C")]


def softmax(m: int = 5, n: int = 133) -> list[te.Tensor]:
    a = placeholder(m, n)
    return [a, topi.nn.softmax(a)]


def column_sums(m: int = 301, n: int = 137) -> list[te.Tensor]:
    a, k = placeholder(m, n), te.reduce_axis((0, m), "k")
    return [a, te.compute((n,), lambda j: te.sum(a[k, j], k), "C")]


def gemv_int8(m: int = 21, n: int = 320) -> list[te.Tensor]:
    a, x = placeholder(m, n, dtype="int8"), placeholder(n, name="x")
    k = te.reduce_axis((0, n), "k")
    return [a, x, te.compute((m,), lambda i: te.sum(a[i, k].astype("float32") * x[k], k), "y")]


def gemm(m: int = 70, n: int = 52, l: int = 75, layout: str = "mk,kn") -> list[te.Tensor]:  # noqa: E741
    by_row = layout.split(",")
    a = placeholder(*((m, l) if by_row[0] == "mk" else (l, m)))
    b = placeholder(*((l, n) if by_row[1] == "kn" else (n, l)), name="B")
    k = te.reduce_axis((0, l), "k")

    def term(i, j):
        return (a[i, k] if by_row[0] == "mk" else a[k, i]) * (
            b[k, j] if by_row[1] == "kn" else b[j, k]
        )

    return [a, b, te.compute((m, n), lambda i, j: te.sum(term(i, j), k), "C")]


def batched_gemm_with_epilogue() -> list[te.Tensor]:
    a, b = placeholder(3, 36, 50), placeholder(3, 44, 50, name="B")
    prologue = te.compute(a.shape, lambda *i: a(*i) * 0.5, "half")
    k = te.reduce_axis((0, 50), "k")
    sums = te.compute((3, 36, 44), lambda z, i, j: te.sum(prologue[z, i, k] * b[z, j, k], k), "S")
    return [a, b, te.compute(sums.shape, lambda *i: tirx.max(sums(*i), 0.0), "C")]


def convolution() -> list[te.Tensor]:
    x, w = placeholder(2, 5, 9, 11, name="X"), placeholder(7, 5, 3, 3, name="W")
    return [x, w, topi.nn.relu(topi.nn.conv2d_nchw(x, w, 2, 1, 1))]


def convolution_nhwc() -> list[te.Tensor]:
    x, w = placeholder(1, 9, 9, 8, name="X"), placeholder(1, 1, 8, 12, name="W")
    return [x, w, topi.nn.conv2d_nhwc(x, w, 1, 0, 1)]


def depthwise() -> list[te.Tensor]:
    x, w = placeholder(1, 4, 11, 13, name="X"), placeholder(4, 1, 3, 3, name="W")
    return [x, w, topi.nn.depthwise_conv2d_nchw(x, w, 1, 1, 1)]


def pooling() -> list[te.Tensor]:
    x = placeholder(1, 3, 15, 13, name="X")
    return [x, topi.nn.pool2d(x, (2, 2), (2, 2), (1, 1), (0, 0, 0, 0), "max")]


def half_gemm(
    m: int = 70,
    n: int = 72,
    l: int = 136,  # noqa: E741
    layout: str = "mk,nk",
    dtype: str = "float16",
) -> list[te.Tensor]:
    by_row = layout.split(",")
    a = placeholder(*((m, l) if by_row[0] == "mk" else (l, m)), dtype=dtype)
    b = placeholder(*((l, n) if by_row[1] == "kn" else (n, l)), name="B", dtype=dtype)
    k = te.reduce_axis((0, l), "k")

    def term(i, j):
        x = a[i, k] if by_row[0] == "mk" else a[k, i]
        y = b[k, j] if by_row[1] == "kn" else b[j, k]
        return x.astype("float32") * y.astype("float32")

    sums = te.compute((m, n), lambda i, j: te.sum(term(i, j), k), "S")
    return [a, b, te.compute((m, n), lambda i, j: (sums[i, j] * 0.5).astype(dtype), "C")]


def two_gemms() -> list[te.Tensor]:
    a, b, c = placeholder(20, 24), placeholder(24, 28, name="B"), placeholder(28, 12, name="W")
    k, l = te.reduce_axis((0, 24), "k"), te.reduce_axis((0, 28), "l")  # noqa: E741
    first = te.compute((20, 28), lambda i, j: te.sum(a[i, k] * b[k, j], k), "first")
    return [a, b, c, te.compute((20, 12), lambda i, j: te.sum(first[i, l] * c[l, j], l), "second")]


def arg_max(m: int = 9, n: int = 40) -> list[te.Tensor]:
    a = placeholder(m, n)
    return [a, topi.argmax(a, axis=1)]
