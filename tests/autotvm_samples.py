"""A template, and logs, that tests of AutoTVM's words share."""

from __future__ import annotations

import json

import numpy as np
import tvm as today

from te_compat import autotvm, te, tvm

KEYS = ["input", "config", "result", "version", "tvm_version"]


@autotvm.template("test/matmul")
def matmul(n, dtype):
    a = te.placeholder((n, n), name="A", dtype=dtype)
    b = te.placeholder((n, n), name="B", dtype=dtype)
    k = te.reduce_axis((0, n), name="k")
    c = te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
    s = te.create_schedule(c.op)
    cfg = autotvm.get_config()
    i, j = s[c].op.axis
    cfg.define_split("tile_i", i, num_outputs=2)
    cfg.define_split("tile_j", j, num_outputs=3)
    cfg.define_knob("wide", [False, True])
    io, ii = cfg["tile_i"].apply(s, c, i)
    jo, jm, ji = cfg["tile_j"].apply(s, c, j)
    s[c].reorder(io, jo, jm, k, ii, ji)
    if cfg["wide"].val:
        s[c].vectorize(ji)
    if cfg["tile_i"].size[-1] == n:
        cfg.raise_error("no rows left")
    return s, [a, b, c]


def task(n: int = 8) -> autotvm.task.Task:
    return autotvm.task.create("test/matmul", args=(n, "float32"), target="llvm")


LOCAL = autotvm.measure_option(builder="local", runner="local")


def result_of(mod: today.IRModule, n: int = 8) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    a, b = (rng.random((n, n), dtype="float32") for _ in range(2))
    out = today.runtime.empty((n, n), "float32")
    built = tvm.build(mod, target="llvm")
    built(today.runtime.tensor(a), today.runtime.tensor(b), out)
    return out.numpy(), a @ b


ENTITY = [["tile_i", "sp", [-1, 2]], ["tile_j", "sp", [-1, 2, 4]], ["wide", "ot", True]]


def old_line(cost: float, entity=ENTITY, error: int = 0, target="llvm -keys=cpu -link-params=0"):
    """A line as TVM 0.8 wrote it, with an option that targets have no more."""
    return json.dumps(
        {
            "input": [target, "test/matmul", [8, "float32"], {}],
            "config": {"index": 7, "code_hash": None, "entity": entity},
            "result": [[cost], error, 1.5, 1600000000.5],
            "version": 0.2,
            "tvm_version": "0.8.dev0",
        }
    )
