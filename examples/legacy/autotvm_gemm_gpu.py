"""AutoTVM's search of what a TVM document chose by hand: C[i, j] = sum_k A[k, i] B[k, j] on a GPU.

python autotvm_gemm_gpu.py [M N K [TRIALS [TUNER]]]

Block, virtual threads, threads and slices of K as in LeiWang1999's "a hgemm tvm schedule", for
TVM 0.10. Without a GPU it lists the space and shows the document's kernel.
"""

import math
import sys

import numpy as np
import tvm
import tvm.testing
from tvm import autotvm, te

M, N, K = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (1024, 1024, 1024)
TRIALS = int(sys.argv[4]) if len(sys.argv) > 4 else 100
TUNER = sys.argv[5] if len(sys.argv) > 5 else "XGBTuner"
LOG = "gemm_gpu.log"


@autotvm.template("example/gemm_gpu")
def gemm(M, N, K, dtype):
    A = te.placeholder((K, M), name="A", dtype=dtype)
    B = te.placeholder((K, N), name="B", dtype=dtype)
    k = te.reduce_axis((0, K), name="k")
    C = te.compute((M, N), lambda i, j: te.sum(A[k, i] * B[k, j], axis=k), name="C")

    s = te.create_schedule(C.op)
    CC = s.cache_write(C, "local")
    AA = s.cache_read(A, "shared", [CC])
    AL = s.cache_read(AA, "local", [CC])
    BB = s.cache_read(B, "shared", [CC])
    BL = s.cache_read(BB, "local", [CC])

    # The space: blocks, virtual threads, threads and a thread's patch, of rows and of columns.
    cfg = autotvm.get_config()
    i, j = s[C].op.axis
    (kk,) = s[CC].op.reduce_axis

    def patches(one):
        _, virtual, threads, patch = one.size
        return virtual <= 8 and 8 <= threads <= 32 and patch <= 8 and virtual * patch <= 16

    cfg.define_split("tile_i", i, num_outputs=4, filter=patches)
    cfg.define_split("tile_j", j, num_outputs=4, filter=patches)
    cfg.define_split("tile_k", kk, num_outputs=2, filter=lambda one: 8 <= one.size[-1] <= 32)
    cfg.define_knob("fetch", [1, 4])
    cfg.define_knob("double_buffer", [False, True])

    def fits(one):
        """64 to 512 threads, 16 to 128 sums each, whole fetches, 48 KB of static shared memory."""
        rows, columns = (math.prod(one[name].size[1:]) for name in ("tile_i", "tile_j"))
        threads = one["tile_i"].size[2] * one["tile_j"].size[2]
        depth, buffers = one["tile_k"].size[-1], 1 + one["double_buffer"].val
        return (
            64 <= threads <= 512
            and 16 * threads <= rows * columns <= 128 * threads
            and all(side * depth % (threads * one["fetch"].val) == 0 for side in (rows, columns))
            and 4 * (rows + columns) * depth * buffers <= 48 * 1024
        )

    cfg.multi_filter(fits)

    # thread block, virtual threads, threads
    bx, vx, tx, xi = cfg["tile_i"].apply(s, C, i)
    by, vy, ty, yi = cfg["tile_j"].apply(s, C, j)
    s[C].bind(bx, te.thread_axis("blockIdx.x"))
    s[C].bind(by, te.thread_axis("blockIdx.y"))
    s[C].bind(vx, te.thread_axis("vthread", name="vx"))
    s[C].bind(vy, te.thread_axis("vthread", name="vy"))
    s[C].bind(tx, te.thread_axis("threadIdx.x"))
    s[C].bind(ty, te.thread_axis("threadIdx.y"))
    s[C].reorder(bx, by, vx, vy, ty, tx, xi, yi)

    # outer products over slices of K
    s[CC].compute_at(s[C], tx)
    ko, ki = cfg["tile_k"].apply(s, CC, kk)
    xc, yc = s[CC].op.axis
    s[CC].reorder(ko, ki, xc, yc)
    s[AA].compute_at(s[CC], ko)
    s[BB].compute_at(s[CC], ko)
    s[AL].compute_at(s[CC], ki)
    s[BL].compute_at(s[CC], ki)

    # neighbours fetch neighbours
    for load in (AA, BB):
        fused = s[load].fuse(*s[load].op.axis)
        fused, vi = s[load].split(fused, factor=cfg["fetch"].val)
        fused, tx = s[load].split(fused, factor=cfg["tile_i"].size[2])
        fused, ty = s[load].split(fused, factor=cfg["tile_j"].size[2])
        s[load].bind(tx, te.thread_axis("threadIdx.x"))
        s[load].bind(ty, te.thread_axis("threadIdx.y"))
        s[load].vectorize(vi)
        if cfg["double_buffer"].val:
            s[load].double_buffer()
    return s, [A, B, C]


task = autotvm.task.create("example/gemm_gpu", args=(M, N, K, "float32"), target="cuda")
print(task.config_space)

# What the document chose: 128 x 128 x 16, 16 x 16 threads, 2 x 2 virtual ones, patches of 4 x 4.
tile = [-1, 2, 16, 4]
entity = [["tile_i", "sp", tile], ["tile_j", "sp", tile], ["tile_k", "sp", [-1, 16]]]
entity += [["fetch", "ot", 4], ["double_buffer", "ot", False]]
document = autotvm.task.space.ConfigEntity.from_json_dict(
    {"index": 0, "code_hash": None, "entity": entity}
)


def built(config):
    with tvm.target.Target("cuda"):
        return tvm.build(*task.instantiate(config))


dev = tvm.cuda(0)
if not dev.exist:
    print("no GPU, so that nothing is timed; the document's kernel:")
    print(built(document).imported_modules[0].get_source())
    sys.exit()

tuner = getattr(autotvm.tuner, TUNER)(task)
tuner.tune(
    n_trial=TRIALS,
    measure_option=autotvm.measure_option(
        builder=autotvm.LocalBuilder(timeout=30), runner=autotvm.LocalRunner(number=5, timeout=20)
    ),
    callbacks=[autotvm.callback.progress_bar(TRIALS), autotvm.callback.log_to_file(LOG)],
)

a = tvm.nd.array(np.random.rand(K, M).astype("float32"), dev)
b = tvm.nd.array(np.random.rand(K, N).astype("float32"), dev)
c = tvm.nd.array(np.zeros((M, N), dtype="float32"), dev)
for name, config in (("document", document), ("best", tuner.best_config)):
    func = built(config)
    func(a, b, c)
    tvm.testing.assert_allclose(c.numpy(), a.numpy().T @ b.numpy(), rtol=1e-4)
    seconds = func.time_evaluator(func.entry_name, dev, number=10)(a, b, c).mean
    print(f"{name}: {seconds * 1e3:.3f} ms, {2e-12 * M * N * K / seconds:.1f} TFLOP/s", config)
