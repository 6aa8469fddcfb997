"""AutoTVM's matmul: a template is tuned on this CPU, and the best config found in the log is built.

python autotvm_matmul.py [M N K [TRIALS [TUNER]]]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import autotvm, te

M, N, K = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (256, 256, 256)
TRIALS = int(sys.argv[4]) if len(sys.argv) > 4 else 30
TUNER = sys.argv[5] if len(sys.argv) > 5 else "XGBTuner"
LOG = "matmul.log"


@autotvm.template("example/matmul")
def matmul(M, N, K, dtype):
    A = te.placeholder((M, K), name="A", dtype=dtype)
    B = te.placeholder((K, N), name="B", dtype=dtype)
    k = te.reduce_axis((0, K), name="k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    s = te.create_schedule(C.op)
    CC = s.cache_write(C, "global")

    # The space: how rows and columns are tiled, the order inside a tile, and what is unrolled.
    cfg = autotvm.get_config()
    i, j = s[C].op.axis
    cfg.define_split("tile_i", i, num_outputs=2, filter=lambda one: one.size[-1] <= 64)
    cfg.define_split("tile_j", j, num_outputs=2, filter=lambda one: 8 <= one.size[-1] <= 64)
    ii, jj = s[CC].op.axis
    (kk,) = s[CC].op.reduce_axis
    _, ki = cfg.define_split("tile_k", kk, num_outputs=2, max_factor=8)
    cfg.define_reorder("order", [cfg.axis(ii), ki], policy="all")
    cfg.define_annotate("inner", [ki], policy="try_unroll")
    cfg.define_knob("parallel", [False, True])

    # The schedule, by what the config says.
    io, it = cfg["tile_i"].apply(s, C, i)
    jo, jt = cfg["tile_j"].apply(s, C, j)
    s[C].reorder(io, jo, it, jt)
    s[C].vectorize(jt)
    s[CC].compute_at(s[C], jo)
    ko, ki = cfg["tile_k"].apply(s, CC, kk)
    s[CC].reorder(ko, ii, ki, jj)
    cfg["order"].apply(s, CC, [ii, ki])
    cfg["inner"].apply(s, CC, [ki])
    s[CC].vectorize(jj)
    if cfg["parallel"].val:
        s[C].parallel(io)
    return s, [A, B, C]


task = autotvm.task.create("example/matmul", args=(M, N, K, "float32"), target="llvm")
print(task.config_space)

tuner = getattr(autotvm.tuner, TUNER)(task)
tuner.tune(
    n_trial=TRIALS,
    early_stopping=TRIALS // 2,
    measure_option=autotvm.measure_option(
        builder=autotvm.LocalBuilder(timeout=20), runner=autotvm.LocalRunner(number=5, timeout=10)
    ),
    callbacks=[autotvm.callback.progress_bar(TRIALS), autotvm.callback.log_to_file(LOG)],
)

with autotvm.apply_history_best(LOG), tvm.target.Target("llvm"):
    s, args = matmul(M, N, K, "float32")
    print(tvm.lower(s, args, simple_mode=True))
    func = tvm.build(s, args)

dev = tvm.cpu(0)
a = tvm.nd.array(np.random.rand(M, K).astype("float32"), dev)
b = tvm.nd.array(np.random.rand(K, N).astype("float32"), dev)
c = tvm.nd.empty((M, N), "float32", dev)
func(a, b, c)
tvm.testing.assert_allclose(c.numpy(), a.numpy() @ b.numpy(), rtol=1e-4)
print("best:", tuner.best_config)
print(f"{func.time_evaluator(func.entry_name, dev, number=5)(a, b, c).mean * 1e3:.3f} ms")
