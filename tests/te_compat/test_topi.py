"""TOPI's schedules, as old scripts import them: each right against NumPy, on the CPU."""

from __future__ import annotations

import numpy as np
import pytest
from exhaustive import every, sampled, sampled_tuples

from te_compat import te, tvm
from te_compat.session import new_session

topi, cuda = tvm.topi, tvm.topi.cuda


def ran(schedule, args: list, inputs: list[np.ndarray], target: str = "cuda") -> np.ndarray:
    """The last argument, computed on the CPU."""
    with new_session(on_cpu=True):
        out = tvm.nd.empty([int(extent) for extent in args[-1].shape], args[-1].dtype)
        tvm.build(schedule, args, target)(*map(tvm.nd.array, inputs), out)
        return out.numpy()


def drawn(*shapes: tuple[int, ...]) -> tuple[list, list[np.ndarray]]:
    """Placeholders, and values for them."""
    rng = np.random.default_rng(0)
    values = [rng.uniform(-1, 1, shape).astype("float32") for shape in shapes]
    return [te.placeholder(shape, name=f"A{at}") for at, shape in enumerate(shapes)], values


def close(got, right) -> None:
    np.testing.assert_allclose(got, right, rtol=1e-4, atol=1e-4)


def windows(x: np.ndarray, size: int, stride: int, pad: int, fill: float = 0.0) -> np.ndarray:
    padded = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)), constant_values=fill)
    every = np.lib.stride_tricks.sliding_window_view(padded, (size, size), (2, 3))
    return every[:, :, ::stride, ::stride]


@pytest.mark.parametrize("shape", every([(13, 30), (), (3, 5, 40)], 3))
def test_injective(shape):
    (a,), (x,) = drawn(shape)
    b = topi.nn.relu(a) + 1.0
    close(ran(cuda.schedule_injective([b]), [a, b], [x]), np.maximum(x, 0) + 1)
    close(ran(topi.generic.schedule_injective(b), [a, b], [x], "llvm"), np.maximum(x, 0) + 1)


@pytest.mark.parametrize("axis", sampled([2, (0, 1), None], [2]))
@pytest.mark.parametrize("kind", ["sum", "max", "argmax"])
def test_reductions(kind, axis):
    if kind == "argmax" and axis == (0, 1):
        axis = 1
    (a,), (x,) = drawn((5, 6, 70))
    b = getattr(topi, kind)(a * 2.0, axis=axis)
    right = getattr(np, kind)(2 * x, axis=axis)
    if kind == "sum":
        b, right = b + 1.0, right + 1
    close(ran(cuda.schedule_reduce(b), [a, b], [x]), right)


@pytest.mark.parametrize(("shape", "axis"), [((7, 70), -1), ((5, 40, 6), 1)])
def test_softmax(shape, axis):
    (a,), (x,) = drawn(shape)
    b = topi.nn.softmax(a, axis)
    powers = np.exp(x)
    right = powers / powers.sum(axis, keepdims=True)
    close(ran(cuda.schedule_softmax(b), [a, b], [x]), right)
    if axis == -1:
        b = topi.nn.log_softmax(a)
        close(ran(cuda.schedule_softmax([b]), [a, b], [x]), np.log(right))


@pytest.mark.parametrize("kind", ["max", "avg"])
def test_pooling(kind):
    (a,), (x,) = drawn((1, 3, 9, 9))
    b = topi.nn.relu(topi.nn.pool2d(a, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), kind))
    parts = windows(x, 3, 2, 1, -9.0 if kind == "max" else 0.0)
    right = parts.max((4, 5)) if kind == "max" else parts.mean((4, 5))
    close(ran(cuda.schedule_pool([b], "NCHW"), [a, b], [x]), np.maximum(right, 0))


def test_adaptive_pooling():
    """Its windows differ in size: they are reduced over the largest, with a condition."""
    (a,), (x,) = drawn((1, 2, 9, 9))
    b = topi.nn.adaptive_pool(a, (4, 4), "avg")
    ends = [(i * 9 // 4, -(-(i + 1) * 9 // 4)) for i in range(4)]
    right = [[x[0, :, i:j, k:m].mean((1, 2)) for k, m in ends] for i, j in ends]
    got = ran(cuda.schedule_adaptive_pool([b]), [a, b], [x])
    close(got[0], np.array(right).transpose(2, 0, 1))


@pytest.mark.parametrize("batch", ["small", "large"])
def test_dense(batch):
    args, (x, w, c) = drawn((3, 70), (50, 70), (50,))
    gpu = tvm.topi.gpu
    b = topi.nn.relu(getattr(gpu, f"dense_{batch}_batch")(*args))
    schedule = getattr(gpu, f"schedule_dense_{batch}_batch")
    close(ran(schedule([b]), [*args, b], [x, w, c]), np.maximum(x @ w.T + c, 0))
    b = topi.nn.dense(*args[:2])
    close(ran(schedule(b), [*args[:2], b], [x, w]), x @ w.T)


def test_batch_matmul():
    args, (x, y) = drawn((2, 20, 70), (2, 33, 70))
    b = cuda.batch_matmul(*args)
    close(ran(cuda.schedule_batch_matmul([b]), [*args, b], [x, y]), x @ y.transpose(0, 2, 1))


CONVOLUTIONS = [
    ("conv2d_nchw", 1, 1, 3),
    ("conv2d_nchw", 2, 2, 5),
    ("conv2d_nchw_winograd", 1, 1, 3),
    ("depthwise_conv2d_nchw", 1, 1, 3),
]


@pytest.mark.parametrize(
    ("how", "stride", "pad", "size"), sampled_tuples(CONVOLUTIONS, CONVOLUTIONS[1:2])
)
def test_convolutions(how, stride, pad, size):
    each = how.startswith("depthwise")
    args, (x, w) = drawn((1, 5, 12, 12), (5, 1, size, size) if each else (7, 5, size, size))
    b = topi.nn.relu(getattr(cuda, how)(*args, stride, pad, 1, "float32"))
    parts, of = windows(x, size, stride, pad), "cij->nchw" if each else "fcij->nfhw"
    right = np.einsum(f"nchwij,{of}", parts, w[:, 0] if each else w)
    got = ran(getattr(cuda, f"schedule_{how}")([b]), [*args, b], [x, w])
    close(got, np.maximum(right, 0))
