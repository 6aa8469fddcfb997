"""Tune a quantized layer of a Relax model: y = W x with weights of 8 bits and a scale per row.

    python examples/relax_quantized_gemv.py [--target cuda]

As `relax_mlp.py`, whose functions it uses: two layers, of which each is one task, because the
conversion of the weights is part of the GEMV.
"""

import numpy as np
from relax_mlp import compare
from tvm import relax, te

N, K = 1024, 1024


def gemv(weights, scale, x):
    """y[n] = scale[n] sum_k W[n,k] x[k]"""
    n, k = weights.shape
    r = te.reduce_axis((0, k), name="k")
    total = te.compute(
        (n,), lambda i: te.sum(weights[i, r].astype("float32") * x[r], axis=r), name="total"
    )
    return te.compute((n,), lambda i: scale[i] * total[i], name="y")


def layers():
    """relu(gemv(W1, x)), then gemv(W2, ...), and the inputs."""
    given = {
        "x": ((K,), "float32"),
        "w1": ((N, K), "int8"),
        "s1": ((N,), "float32"),
        "w2": ((K // 2, N), "int8"),
        "s2": ((K // 2,), "float32"),
    }
    x, w1, s1, w2, s2 = (relax.Var(name, relax.TensorType(*one)) for name, one in given.items())
    builder = relax.BlockBuilder()
    with builder.function("main", [x, w1, s1, w2, s2]):
        with builder.dataflow():
            hidden = builder.emit_te(gemv, w1, s1, x, primfunc_name_hint="gemv")
            hidden = builder.emit(relax.op.nn.relu(hidden))
            output = builder.emit_output(
                builder.call_te(gemv, w2, s2, hidden, primfunc_name_hint="gemv")
            )
        builder.emit_func_output(output)
    numbers = np.random.default_rng(0)
    inputs = [
        numbers.integers(-127, 128, shape, dtype=dtype)
        if dtype == "int8"
        else numbers.uniform(0, 1 / 127, shape).astype(dtype)
        for shape, dtype in given.values()
    ]
    return builder.finalize(), inputs


def numpy_layers(x, w1, s1, w2, s2):
    return s2 * (w2 @ np.maximum(s1 * (w1 @ x), 0))


if __name__ == "__main__":
    compare(layers(), ["gemv"], numpy_layers)
