"""A 3 x 3 convolution with padding, bias and ReLU: inlined ends, a group of copies, alignment.

python conv2d_group.py [HEIGHT WIDTH CHANNELS]
"""

import sys

import numpy as np
import tvm
import tvm.testing
from tvm import te

H, W, C = map(int, sys.argv[1:4]) if len(sys.argv) > 3 else (56, 56, 64)

data = te.placeholder((C, H, W), name="data")
weight = te.placeholder((C, C, 3, 3), name="weight")
bias = te.placeholder((C,), name="bias")
pad = te.compute(
    (C, H + 2, W + 2),
    lambda c, y, x: te.if_then_else(
        te.all(y >= 1, y - 1 < H, x >= 1, x - 1 < W),
        data[c, y - 1, x - 1],
        tvm.tir.const(0, "float32"),
    ),
    name="pad",
)
rc = te.reduce_axis((0, C), name="rc")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
conv = te.compute(
    (C, H, W),
    lambda f, y, x: te.sum(pad[rc, y + ry, x + rx] * weight[f, rc, ry, rx], axis=[rc, ry, rx]),
    name="conv",
)
biased = te.compute((C, H, W), lambda f, y, x: conv[f, y, x] + bias[f], name="biased")
out = te.compute((C, H, W), lambda f, y, x: te.max(biased[f, y, x], 0.0), name="out")

s = te.create_schedule(out.op)
s[biased].compute_inline()
s[conv].set_scope("local")
shared = s.cache_read(pad, "shared", [conv])
s[pad].compute_inline()
shared_weight = s.cache_read(weight, "shared", [conv])

f, y, x = s[out].op.axis
fo, yo, fi, yi = s[out].tile(f, y, 8, 4)
xo, xi = s[out].split(x, factor=16)
s[out].reorder(fo, yo, xo, fi, yi, xi)
s[out].bind(fo, te.thread_axis("blockIdx.z"))
s[out].bind(yo, te.thread_axis("blockIdx.y"))
s[out].bind(xo, te.thread_axis("blockIdx.x"))
ty, tx = te.thread_axis("threadIdx.y"), te.thread_axis("threadIdx.x")
s[out].bind(yi, ty)
s[out].bind(xi, tx)
s[out].reorder(yi, xi, fi)

s[conv].compute_at(s[out], xi)
rco, rci = s[conv].split(rc, factor=4)
s[conv].reorder(rco, rci, ry, rx, *conv.op.axis)
s[conv].unroll(rx)
s[conv].pragma(rco, "auto_unroll_max_step", 64)

# Both copies go where the group goes.
group = s.create_group(outputs=[shared], inputs=[data], include_inputs=False)
group.compute_at(s[conv], rco)
s[shared_weight].compute_at(s[conv], rco)
for copy in (shared, shared_weight):
    fused = s[copy].fuse(*s[copy].op.axis)
    rest, a = s[copy].split(fused, factor=16)
    rest, b = s[copy].split(rest, factor=4)
    s[copy].bind(a, tx)
    s[copy].bind(b, ty)
s[shared].storage_align(shared.op.axis[1], 2, 1)
print(tvm.lower(s, [data, weight, bias, out], simple_mode=True))

func = tvm.build(s, [data, weight, bias, out], "cuda")
print(func.imported_modules[0].get_source())

dev = tvm.cuda(0)
d = np.random.uniform(-1, 1, size=(C, H, W)).astype("float32")
w = np.random.uniform(-1, 1, size=(C, C, 3, 3)).astype("float32")
v = np.random.uniform(-1, 1, size=C).astype("float32")
o = tvm.nd.array(np.zeros((C, H, W), dtype="float32"), dev)
func(tvm.nd.array(d, dev), tvm.nd.array(w, dev), tvm.nd.array(v, dev), o)
padded = np.pad(d, ((0, 0), (1, 1), (1, 1)))
expected = sum(
    np.einsum("fc,cyx->fyx", w[:, :, i, j], padded[:, i : i + H, j : j + W])
    for i in range(3)
    for j in range(3)
)
expected = np.maximum(expected + v[:, None, None], 0)
tvm.testing.assert_allclose(o.numpy(), expected, rtol=1e-3, atol=1e-3)
