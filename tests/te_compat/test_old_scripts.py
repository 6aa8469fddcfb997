"""Small scripts in the words of TVM 0.3 to 0.19, each with its own check, run on the CPU."""

from __future__ import annotations

import pytest
from exhaustive import sampled
from legacy_samples import ran

HEAD = "import numpy as np\nimport tvm\nfrom tvm import te\n"
SCRIPTS = {
    "0.6": """
import topi
from topi.util import get_const_tuple

n = tvm.convert(96)
A = tvm.placeholder((n,), name="A", dtype=tvm.float32)
B = tvm.compute(
    A.shape,
    lambda *i: tvm.if_then_else(
        tvm.all(i[0] > 2, tvm.indexmod(i[0], 2) == 0),
        tvm.max(A(*i), tvm.const(0.5, "float32")),
        tvm.call_pure_intrin("float32", "exp", A(*i)),
    ),
    name="B",
)
D = topi.nn.relu(B) / 2.0
s = tvm.create_schedule(D.op)
tvm.te.schedule.AutoInlineInjective(s)
bx, tx = s[D].split(D.op.axis[0], factor=32)
s[D].bind(bx, tvm.thread_axis("blockIdx.x"))
s[D].bind(tx, tvm.thread_axis("threadIdx.x"))
with tvm.build_config(auto_unroll_max_step=16):
    func = tvm.build(s, [A, D], "cuda", target_host="llvm", name="old")
ctx = tvm.context("cuda", 0)
a = tvm.nd.array(np.random.uniform(-1, 1, get_const_tuple(A.shape)).astype(A.dtype), ctx)
d = tvm.nd.array(np.zeros(96, dtype=D.dtype), ctx)
func.entry_func(a, d)
i, a = np.arange(96), a.asnumpy()
b = np.where((i > 2) & (i % 2 == 0), np.maximum(a, 0.5), np.exp(a))
tvm.testing.assert_allclose(d.asnumpy(), np.maximum(b, 0) / 2, rtol=1e-5)
""",
    "topi 0.3": """
import topi
from topi.util import get_const_tuple, get_pad_tuple
from topi.cuda.depthwise_conv2d import schedule_depthwise_conv2d_nchw

assert get_pad_tuple("SAME", (3, 3)) == (1, 1, 1, 1)
A = tvm.placeholder((1, 4, 6, 6), name="A")
W = tvm.placeholder((2, 4, 3, 3), name="W")
B = topi.nn.conv2d_nchw(A, W, 1, 1)
C = topi.broadcast_add(B, B)
with tvm.target.create("cuda"):
    s = topi.generic.schedule_conv2d_nchw([C])
f = tvm.build(s, [A, W, C], "cuda")
a, w = (np.random.rand(*get_const_tuple(t.shape)).astype(t.dtype) for t in (A, W))
c = tvm.nd.array(np.zeros(get_const_tuple(C.shape), "float32"), tvm.gpu(0))
f(tvm.nd.array(a, tvm.gpu(0)), tvm.nd.array(w, tvm.gpu(0)), c)
np.testing.assert_allclose(c.asnumpy(), 2 * topi.testing.conv2d_nchw_python(a, w, 1, 1), rtol=1e-4)
D = topi.nn.depthwise_conv2d_nchw(A, tvm.placeholder((4, 1, 3, 3)), 1, 0)
assert schedule_depthwise_conv2d_nchw(D) is not None
named = dict(kernel=[2, 2], stride=[2, 2], padding=[0, 0, 0, 0], pool_type="max")
for made, shape in (
    (topi.nn.pool(A, (2, 2), (2, 2), (0, 0, 0, 0), "max"), (1, 4, 3, 3)),
    (topi.nn.pool(A, **named), (1, 4, 3, 3)),
    (topi.reshape(A, newshape=(4, 36)), (4, 36)),
    (topi.nn.upsampling(A, 2), (1, 4, 12, 12)),
):
    assert get_const_tuple(made.shape) == shape
assert tvm.schedule.InferBound and topi.generic.schedule_concatenate(C)
A, a = tvm.placeholder((5, 11, 7), name="A"), np.random.rand(5, 11, 7).astype("float32")
for B, right in ((topi.ndarray_size(A, "int32"), 385), (topi.sum(A), a.sum())):
    for shape in ((), (1,)):
        b = tvm.nd.empty(shape, dtype=B.dtype)
        tvm.build(topi.generic.schedule_injective(B), [A, B], "llvm")(tvm.nd.array(a), b)
        np.testing.assert_allclose(b.asnumpy(), np.full(shape, right), rtol=1e-4)
""",
    "convolutions of bytes": """
import topi

A = tvm.placeholder((1, 2, 6, 6, 8), dtype="uint8", name="A")
W = tvm.placeholder((3, 2, 3, 3, 2, 8, 4), dtype="int8", name="W")
with tvm.target.create("llvm -mcpu=skylake-avx512"):
    rest = dict(padding=1, dilation=(1, 1), layout="NCHWc", out_layout="NCHWc")
    first = topi.nn.conv2d_NCHWc(A, W, stride=2, out_dtype="int32", **rest)
    second = topi.nn.conv2d_NCHWc_int8(A, W, strides=2, out_dtype="int32", **rest)
    a = np.random.randint(0, 200, (1, 2, 6, 6, 8)).astype("uint8")
    w = np.random.randint(-99, 99, (3, 2, 3, 3, 2, 8, 4)).astype("int8")
    found = [tvm.nd.array(np.zeros((1, 3, 3, 3, 8), "int32")) for _ in "12"]
    s = topi.generic.schedule_conv2d_NCHWc([first])
    tvm.build(s, [A, W, first], "llvm")(tvm.nd.array(a), tvm.nd.array(w), found[0])
    s = topi.generic.nn.schedule_conv2d_NCHWc_int8([second])
    tvm.build(s, [A, W, second], "llvm")(tvm.nd.array(a), tvm.nd.array(w), found[1])
pixels = a.astype("int32").transpose(0, 1, 4, 2, 3).reshape(1, 16, 6, 6)
rows = w.astype("int32").transpose(0, 5, 1, 4, 6, 2, 3).reshape(24, 16, 3, 3)
right = topi.testing.conv2d_nchw_python(pixels, rows, 2, 1).reshape(3, 8, 3, 3)
for one in found:
    np.testing.assert_equal(one.asnumpy()[0], right.transpose(0, 2, 3, 1))
""",
    "dp4a": """
from topi.cuda.tensor_intrin import dp4a

A = tvm.placeholder((16, 64), "int8", name="A")
B = tvm.placeholder((16, 64), "int8", name="B")
k = tvm.reduce_axis((0, 64), name="k")
C = tvm.compute((16, 16), lambda i, j: tvm.sum(
    A[i, k].astype("int32") * B[j, k].astype("int32"), axis=k))
s = tvm.create_schedule(C.op)
CL = s.cache_write(C, "local")
AA, BB = (s.cache_read(t, "shared", [CL]) for t in (A, B))
bx, tx = s[C].split(C.op.axis[0], factor=4)
s[C].bind(bx, tvm.thread_axis("blockIdx.x"))
s[C].bind(tx, tvm.thread_axis("threadIdx.x"))
s[CL].compute_at(s[C], tx)
ko, ki = s[CL].split(CL.op.reduce_axis[0], factor=4)
s[CL].reorder(ko, *CL.op.axis, ki)
s[CL].tensorize(ki, dp4a("shared", "shared", "local"))
for t in (AA, BB):
    s[t].compute_at(s[C], bx)
f = tvm.build(s, [A, B, C], "cuda")
assert "__dp4a" in f.imported_modules[0].get_source()
a, b = (np.random.randint(-128, 128, (16, 64)).astype("int8") for _ in "ab")
c = tvm.nd.empty((16, 16), "int32")
f(tvm.nd.array(a), tvm.nd.array(b), c)
np.testing.assert_array_equal(c.asnumpy(), a.astype("int32") @ b.T.astype("int32"))
""",
    "rules": """
def rule(op):
    assert isinstance(op, tvm.expr.Call)
    return tvm.tir.call_pure_extern(op.dtype, "my_" + op.name, op.args[0])

tvm.register_intrin_rule("cuda", "exp", rule, override=True)
tvm.ir.register_intrin_lowering("tir.sqrt", target="cuda", f=rule, level=99)
tvm.ir.register_op_attr("tir.mylog", "TCallEffectKind", tvm.tir.CallEffectKind.Pure)
tvm.ir.register_intrin_lowering("tir.mylog", target="default", f=lambda op: te.log(op.args[0]))
A = te.placeholder((8,), name="A")
log = lambda x: tvm.tir.call_intrin("float32", "tir.mylog", x)
B = te.compute((8,), lambda i: te.exp(log(te.sqrt(A[i]))), name="B")
s = te.create_schedule(B.op)
s[B].bind(B.op.axis[0], te.thread_axis("threadIdx.x"))
f = tvm.build(s, [A, B], "cuda")
assert all(f"my_{name}(" in f.imported_modules[0].get_source() for name in ("exp", "sqrt"))
b = tvm.nd.empty((8,))
f(tvm.nd.array(np.arange(1, 9, dtype="float32")), b)
np.testing.assert_allclose(b.asnumpy(), np.sqrt(np.arange(1, 9)), rtol=1e-5)
""",
    "expressions": """
n = tvm.var("n")
assert str(tvm.ir_pass.Simplify(n + 0)) == "n" and isinstance(n < 3, tvm.expr.LT)
assert te.var("n").dtype == "int32" and str(tvm.const(0.0).ty.dtype) == "float32"
A = tvm.placeholder((8,), name="A")
B = tvm.compute((8,), lambda i: tvm.make.Select(A[i] > 2.0, tvm.fmod(A[i], 3.0), A[i]))
C = tvm.compute((16 / 2,), lambda i: B[(i - 4) / 3 + 1] / 4.0, name="C")
f = tvm.build(tvm.create_schedule(C.op), [A, C], "llvm")
a, c = np.arange(8, dtype="float32"), tvm.nd.empty((8,))
f(tvm.nd.array(a), c)
right = np.trunc((np.arange(8) - 4) / 3).astype(int) + 1
np.testing.assert_allclose(c.asnumpy(), np.where(a > 2, np.fmod(a, 3), a)[right] / 4)
assert 7 / 2 == 3.5 and tvm.thread_axis((0, 8 / 2), "threadIdx.x").dom.extent == 4
equal = tvm.tir.analysis.expr_deep_equal
assert equal(A[0] + 1.0, A[0] + 1.0) and not equal(A[0] + 1.0, A[0] + 2.0)
assert int(tvm.arith.Analyzer().simplify(tvm.expr.Select(True, 1, 2) + 1)) == 2
""",
    "objects": """
x, y = tvm.var("x"), tvm.const(7, "int32")
n = tvm.convert(1024)
assert (x + y).dtype == y.dtype == tvm.convert([1, 2])[0].dtype == "int32" and n.value == 1024
assert (x > y).dtype == "bool" and x.astype("float32x4").dtype == "float32x4"
assert str(n / 2) == "512" and str(y / 2) == "3" and tvm.ir_pass.Equal(x + 1, x + 1)
with tvm.ir_builder.create().for_range(0, n / 2):
    pass
A = tvm.placeholder((8, 8), name="A")
B = tvm.compute((8, 8), lambda i, j: A[i, j] + 1.0, name="B")
C = tvm.compute((8, 8), lambda i, j: B[i, j] * 2.0, name="C")
s = tvm.create_schedule(C.op)
s[B].compute_at(s[C], C.op.axis[1])
path = tvm.schedule.CreateAttachPath(s)[B.op]
assert path == [C.op.axis[1], C.op.axis[0]] and len(tvm.load_json(tvm.save_json(s)).stages) == 3
s[C].pragma(C.op.axis[0], "auto_unroll_max_step", 8)
assert s[C].iter_var_attrs[C.op.axis[0]].pragmas[0].value == "auto_unroll_max_step"
for tensor in (A, B, s.cache_read(A, "local", [B]), A[0, 1], B.op.output(0), B.op.input_tensors[0]):
    assert tensor.dtype == "float32"
assert isinstance(B.op, te.ComputeOp) and B.op in {B.op} and s[B] is s[B.op]
AA = tvm.placeholder((n, x), name="AA")
CC = tvm.compute((n, x), lambda i, j: tvm.const(1.0), name="CC")
D = tvm.compute((n, x), lambda i, j: AA[i, j] * CC[i, j], name="D")
s = tvm.create_schedule(D.op)
copy, out = s.cache_read(AA, "shared", readers=[D]), s.cache_write(D, "shared")
s[copy].compute_at(s[out], out.op.axis[0])
assert tvm.schedule.InferBound(s)[copy.op.axis[0]].extent.value == 1

assert s.create_group(outputs=out, inputs=[copy, CC]).num_child_stages == 1

@tvm.target.generic_func
def kind(data):
    return data

kind.register(["cuda"], lambda data: data + 1)
with tvm.target.cuda():
    assert kind(1) == 2
assert kind(1) == 1 and tvm.target.current_target() is None
with tvm.build_config(offset_factor=16):
    z = tvm.compute((16,), lambda i: tvm.const(1.0), name="z")
    made = tvm.decl_tensor_intrin(z.op, lambda ins, outs: tvm.call_packed("f", outs[0]))
    assert made.buffers[0].offset_factor == 16
""",
    "arrays and builds": """
from tvm.contrib import random

a = tvm.nd.array(np.arange(4, dtype="float32"))
np.testing.assert_array_equal(np.from_dlpack(a), np.arange(4))
made = random.uniform(0, 1, size=(64, 8))
b = tvm.nd.array(np.zeros((64, 8), made.dtype), ctx=tvm.cpu(0))
tvm.build(te.create_schedule(made.op), [made], "llvm")(b)
assert 0.3 < b.asnumpy().mean() < 0.7
n = te.var("n")
lowered = []
for k in (2, 3):
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] * float(k), name="B")
    lowered.append(tvm.lower(te.create_schedule(B.op), [A, B], name=f"times{k}"))
both, b = tvm.build(lowered, "llvm"), tvm.nd.empty((4,))
for k in (2, 3):
    both[f"times{k}"](a, b)
    np.testing.assert_array_equal(b.asnumpy(), k * np.arange(4))
s = te.create_schedule(B.op)
for alone in (tvm.build(s, [A], "llvm"), tvm.build(tvm.lower(s, [A]), target="llvm")):
    alone(a)
def doubled(source, target):
    ib = tvm.tir.ir_builder.create()
    source, target = ib.buffer_ptr(source), ib.buffer_ptr(target)
    with ib.for_range(0, n) as i:
        target[i] = source[i] * 2.0
    return ib.get()

C = te.extern((n,), [A], lambda ins, outs: doubled(*ins, *outs), name="C", dtype="float32")
tvm.build(te.create_schedule(C.op), [A, C], "llvm")(a, b)
np.testing.assert_array_equal(b.asnumpy(), 2 * np.arange(4))
X, Y = (te.placeholder((32,), name=name, dtype="int8x4") for name in "XY")
Z = te.compute(
    (32,), lambda i: tvm.tir.call_pure_extern("int32", "__dp4a", X[i], Y[i], tvm.const(1)), name="Z"
)
W = te.compute((32,), lambda i: X[i] + tvm.tir.const(1, X.dtype), name="W")
s = te.create_schedule([Z.op, W.op])
for out in (Z, W):
    s[out].bind(out.op.axis[0], te.thread_axis("threadIdx.x"))
x, y = np.random.randint(-128, 127, (2, 32, 4)).astype("int8")
arrays = [tvm.nd.empty((32,), t.dtype, tvm.cuda()).copyfrom(v) for t, v in ((X, x), (Y, y))]
z, w = tvm.nd.empty((32,), "int32"), tvm.nd.empty((32,), "int8x4")
tvm.build(s, [X, Y, Z, W], "cuda")(*arrays, z, w)
np.testing.assert_array_equal(z.asnumpy(), 1 + (x.astype("int32") * y).sum(1))
np.testing.assert_array_equal(w.asnumpy(), x + 1)
""",
    "templates and topi by their modules": """
import topi
from topi.nn.pad import pad
from tvm.topi.nn.dilate import dilate
from tvm import autotvm

A = tvm.placeholder((4, 4), name="A")
assert tuple(map(int, pad(A, [1, 1], [1, 1], name="P").shape)) == (6, 6)
assert tuple(map(int, dilate(A, [2, 1]).shape)) == (7, 4)
for target, tag in (("llvm", False), ("cuda", True)):
    s = topi.testing.get_injective_schedule(target)(topi.nn.relu(A))
    assert any(s[stage.op].of(x).tag for stage in s.stages for x in stage.leaf_iter_vars) == tag
assert topi.testing.dispatch("cuda", {"generic": 1, "gpu": 2}) == 2

@autotvm.template("legacy.test.var")
def shifted(n, dtype):
    A = te.placeholder((n,), name="A", dtype=dtype)
    B = te.compute((n,), lambda i: A[i] + 1.0, name="B")
    s = te.create_schedule(B.op)
    cfg = autotvm.get_config()
    cfg.define_knob("factor", [4, 8])
    s[B].split(B.op.axis[0], cfg["factor"].val)
    return s, [A, B]

with tvm.target.Target("llvm"):
    f = tvm.build(*shifted(te.var("n"), "float32"))
b = tvm.nd.empty((5,))
f(tvm.nd.array(np.zeros(5, "float32")), b)
assert (b.asnumpy() == 1).all()
""",
    "numpy": """
import numpy
import numpy.linalg as la
from numpy import prod, float as real

a = np.ones((2, 3), dtype=np.float)
assert np.reshape(a, newshape=(3, 2)).shape == np.reshape(a, (3, 2)).shape == (3, 2)
assert np.product((2, 3)) == prod((2, 3)) == 6 and np.asscalar(np.array([2])) == 2
assert np.Inf > 1e300 and numpy.int is int and real is float and la.norm(a) > 0
assert isinstance(a, numpy.ndarray) and not hasattr(np, "no_such_name")
""",
    "packed functions": """
from tvm.contrib import cblas

@tvm.register_func("legacy.test.times")
def times(x, factor, y):
    tvm.nd.array(x.asnumpy() * factor).copyto(y)

A, factor = te.placeholder((6,), name="A"), te.var("factor", "float32")
B = te.extern(
    A.shape,
    [A],
    lambda ins, outs: tvm.tir.call_packed("legacy.test.times", ins[0], factor, outs[0]),
    name="B",
)
C = te.compute(B.shape, lambda i: B[i] + factor, name="C")
assert B.dtype == "float32"
func = tvm.build(te.create_schedule(C.op), [A, factor, C], "llvm")
a, c = tvm.nd.array(np.arange(6, dtype="float32")), tvm.nd.empty((6,))
func(a, 3.0, c)
np.testing.assert_array_equal(c.numpy(), a.numpy() * 3 + 3)
assert tvm.get_global_func("tvm.contrib.cblas.matmul", allow_missing=True)
A, B = te.placeholder((5, 7), name="A"), te.placeholder((6, 7), name="B")
C = cblas.matmul(A, B, transb=True)
D = te.compute(C.shape, lambda i, j: C[i, j] + 1.0, name="D")
f = tvm.build(te.create_schedule(D.op), [A, B, D], "llvm")
a, b = (np.random.rand(rows, 7).astype("float32") for rows in (5, 6))
d = tvm.nd.empty((5, 6))
f(tvm.nd.array(a), tvm.nd.array(b), d)
np.testing.assert_allclose(d.asnumpy(), a @ b.T + 1, rtol=1e-5)
""",
    "an extern kernel with its own threads": """
def kernel(ins, outs):
    ib = tvm.tir.ir_builder.create()
    a, b = ib.buffer_ptr(ins[0]), ib.buffer_ptr(outs[0])
    bx, tx = te.thread_axis("blockIdx.x"), te.thread_axis("threadIdx.x")
    ib.scope_attr(bx, "thread_extent", 4)
    ib.scope_attr(tx, "thread_extent", 16)
    at = bx * 16 + tx
    with ib.if_scope(at < 50):
        b[at] = a[at] * 2.0
    with ib.else_scope():
        with ib.if_scope(at < 60):
            b[at] = 0.0
    return ib.get()
A = te.placeholder((60,), name="A")
B = te.extern((60,), [A], kernel, name="B", dtype="float32")
f = tvm.build(te.create_schedule(B.op), [A, B], "cuda")
assert "blockIdx.x" in f.imported_modules[0].get_source()
a, b = np.arange(60, dtype="float32"), tvm.nd.empty((60,))
f(tvm.nd.array(a), b)
np.testing.assert_array_equal(b.asnumpy(), np.where(a < 50, a * 2, 0))
""",
    "a tensorized copy with its own threads": """
x = te.placeholder((4, 32), name="x")
y = te.compute((4, 32), lambda *i: x(*i), name="y")
rows = dict(shape=(4, 32), dtype="float32", strides=[32, 1], offset_factor=1)
of = {x: tvm.tir.decl_buffer(**rows), y: tvm.tir.decl_buffer(**rows, scope="shared")}
def copy(ins, outs):
    ib = tvm.tir.ir_builder.create()
    tx = te.thread_axis("threadIdx.x")
    ib.scope_attr(tx, "thread_extent", 32)
    for row in range(4):
        ib.emit(outs[0].vstore([row, tx], ins[0].vload([row, tx], "float32")))
    return ib.get()
A = te.placeholder((16, 32), name="A")
B = te.compute((16, 32), lambda *i: A(*i) + 1.0, name="B")
s = te.create_schedule(B.op)
AS = s.cache_read(A, "shared", [B])
outer, _ = s[B].split(B.op.axis[0], factor=4)
s[B].bind(outer, te.thread_axis("blockIdx.x"))
s[B].bind(B.op.axis[1], te.thread_axis("threadIdx.x"))
s[AS].compute_at(s[B], outer)
s[AS].tensorize(AS.op.axis[0], te.decl_tensor_intrin(y.op, copy, binds=of))
f = tvm.build(s, [A, B], "cuda")
assert "__shared__" in f.imported_modules[0].get_source()
a, b = np.random.rand(16, 32).astype("float32"), tvm.nd.empty((16, 32))
f(tvm.nd.array(a), b)
np.testing.assert_array_equal(b.asnumpy(), a + 1)
assert str(b) == str(b.asnumpy())
""",
    "an intrinsic called in te.compute": """
def add(n, scope):
    x, y = (te.placeholder((n,), name=name) for name in "xy")
    z = te.compute((n,), lambda i: x[i] + y[i], name="z")
    bound = {
        t: tvm.tir.decl_buffer(t.shape, t.dtype, scope=scope, offset_factor=1) for t in (x, y, z)
    }

    def statements(ins, outs):
        ib = tvm.tir.ir_builder.create()
        with ib.for_range(0, n, name="l") as l:
            ib.emit(outs[0].vstore([l], ins[0].vload([l]) + ins[1].vload([l])))
        return ib.get()

    return te.decl_tensor_intrin(z.op, statements, name="add", binds=bound)

A, B = (te.placeholder((6, 16), name=name) for name in "AB")
more = te.compute((6, 16), lambda i, j: B[i, j] + 5, name="more")
called = add(16, "local")
C = te.compute((6, 16), lambda i: called(A[i, 0:16], more[i, 0:16]), name="C")
s = te.create_schedule(C.op)
AL, CL = s.cache_read(A, "local", C), s.cache_write(C, "local")
outer, inner = s[C].split(C.op.axis[0], factor=4)
s[CL].compute_at(s[C], inner)
s[AL].compute_at(s[CL], CL.op.axis[0])
s[more].set_scope("local")
s[more].compute_at(s[C], outer)
assert s[CL].iter_var_attrs[CL.op.axis[1]].tensor_intrin is called
f = tvm.build(s, [A, B, C], "llvm")
a, b = (np.random.rand(6, 16).astype("float32") for _ in range(2))
c = tvm.nd.empty((6, 16))
f(tvm.nd.array(a), tvm.nd.array(b), c)
np.testing.assert_allclose(c.numpy(), a + b + 5, rtol=1e-6)
""",
    "libraries and devices": """
from tvm.contrib import util

A = te.placeholder((64,), name="A")
B = te.compute((64,), lambda i: A[i] * 2.0, name="B")
s = te.create_schedule(B.op)
s[B].bind(B.op.axis[0], te.thread_axis("threadIdx.x"))
path = util.tempdir().relpath("kernel.so")
built = tvm.build(s, [A, B], "cuda", name="twice")
built.export_library(path)
built.imported_modules[0].save(path + ".cu")
kernels = tvm.module.load(path + ".cu")
assert "__global__" in kernels.get_source()
a, b = tvm.nd.array(np.arange(64, dtype="float32")), tvm.nd.empty((64,))
library = tvm.module.load(path)
library.import_module(kernels)
library["twice"](a, b)
np.testing.assert_array_equal(b.asnumpy(), a.asnumpy() * 2)
assert a[3] == 3 and a.ctx == a.device == tvm.cpu(0) and isinstance(B, tvm.tensor.Tensor)
assert tvm.gpu(0).max_shared_memory_per_block == 49152 and tvm.gpu(0).multi_processor_count > 50
assert not hasattr(tvm.gpu(0), "max_clock_rate")
""",
    "symbolic caches and factors": """
n, m = te.size_var("n"), te.var("m")
A = te.placeholder((n, m), name="A")
k = te.reduce_axis((0, m), name="k")
B = te.compute((n,), lambda i: te.sum(A[i, k], axis=k), name="B")
s = te.create_schedule(B.op)
_, inner = s[B].split(k, factor=16)
BF = s.rfactor(B, inner)
assert tuple(BF.shape) == (16, n)
AA = s.cache_read(A, "local", [BF])
outer, _ = s[B].split(s[B].op.axis[0], factor=8)
s[BF].compute_at(s[B], outer)
s[AA].compute_at(s[BF], BF.op.axis[1])
for f in (tvm.build(s, [A, B], "llvm"), tvm.build(tvm.lower(s, [A, B], name="g"), target="llvm")):
    for rows, columns in ((5, 100), (1, 3)):
        a = np.random.rand(rows, columns).astype("float32")
        b = tvm.nd.empty((rows,))
        f(tvm.nd.array(a), b)
        np.testing.assert_allclose(b.numpy(), a.sum(axis=1), rtol=1e-5)
        assert f.time_evaluator(f.entry_name, tvm.cpu(0), number=1)(tvm.nd.array(a), b).mean
""",
    "what old tests import": """
import pytest
import tvm.testing
from tvm import testing
from tvm.driver.build_module import schedule_to_module

testing.utils.install_request_hook(depth=3)
A = te.placeholder((4,), name="A")
B = te.compute((4,), lambda i: A[i] + 1.0, name="B")
mod = schedule_to_module(te.create_schedule(B.op), [A, B])
assert isinstance(mod["main"], tvm.tir.PrimFunc) and "def main" in mod.astext()
seen = []
tvm.tir.stmt_functor.post_order_visit(mod["main"].body, seen.append)
assert any(isinstance(node, tvm.tir.For) for node in seen)
with tvm.target.Target("llvm"):
    assert tvm.driver.build(te.create_schedule(B.op), [A, B])
assert tvm.testing.requires_gpu() == []
assert [kind for kind, device in tvm.testing.enabled_targets()] == ["llvm", "cuda"]
assert tvm.testing.device_enabled("cuda") and tvm.cuda(0).exist
assert not tvm.context("aocl_sw_emu", 0).exist
ran = []

@tvm.testing.uses_gpu
def test_one():
    ran.append("one")

def test_each(target, dev):
    ran.append(target)

n = tvm.testing.parameter(4, 8)
a, b = tvm.testing.parameters((1, "x"), (2, "y"))

@tvm.testing.fixture
def doubled(n):
    return 2 * n

@tvm.testing.parametrize_targets("llvm", "vulkan")
def test_targets(target, dev, n):
    ran.append((target, n))

class TestPairs:
    def test_pair(self, a, b, doubled):
        ran.append((a, b, doubled))

@pytest.mark.parametrize("p", [1, pytest.param(2)])
def test_mark(p):
    if p == 2:
        pytest.skip("two")
    ran.append(p)

assert pytest.main([__file__]) == 0
assert ran[:3] == ["one", "llvm", "cuda"] and ran[3:5] == [("llvm", 4), ("llvm", 8)]
assert ran[5:] == [(1, "x", 8), (1, "x", 16), (2, "y", 8), (2, "y", 16), 1]
""",
}
# These take longer, or check what another one nearly does.
QUICK = [name for name in SCRIPTS if name not in ("convolutions of bytes", "dp4a", "topi 0.3")]


@pytest.mark.parametrize("name", sampled(SCRIPTS, QUICK))
def test_an_old_script(name, tmp_path):
    ran(tmp_path, HEAD + SCRIPTS[name])


# What a script is told on stderr if a call has no effect, or another one than it had.
TOLD = {
    "env_threads": "s[B].env_threads([te.thread_axis('threadIdx.x')])",
    "prefetch": "s[C].prefetch(A, C.op.axis[0], 1)",
    "set_store_predicate": """
s[C].set_store_predicate(te.thread_axis('threadIdx.y').var == 0)
lower(E)
""",
    "build_config": "with tvm.build_config(auto_unroll_min_depth=1): pass",
    "PassContext": "tvm.transform.PassContext(config={'tir.detect_global_barrier': True})",
    "tedd": "tvm.contrib.tedd.viz_schedule_tree(s, dot_file_path='unwritten.dot')",
    "target": "assert tvm.target.create('cuda -mcpu=sm_50').arch == 'sm_75'",
    "target ": "assert str(tvm.target.create('aocl_sw_emu').kind.name) == 'llvm'",
    "parallel": "s[D].parallel(k)",
    "tensorize": """
x = te.placeholder((8,), name="x")
z = te.compute((8,), lambda i: x[i] + 1.0, name="z")
i = B.op.axis[1]
s[B].tensorize(i, te.decl_tensor_intrin(z.op, lambda ins, outs: tvm.tir.Evaluate(0)))
s[B].split(i, factor=4)
lower(E)
""",
    "vectorize": "s[D].compute_at(s[E], E.op.axis[0]); s[E].vectorize(E.op.axis[0]); lower(E)",
    "compute_at": """
s[B].compute_inline(); s[C].compute_inline()
tx, ty = te.thread_axis("threadIdx.x"), te.thread_axis("threadIdx.y")
s[E].bind(E.op.axis[0], ty)
s[D].bind(s[D].split(k, factor=4)[1], tx)
s[D].compute_at(s[E], E.op.axis[0])
lower(E, "cuda")
""",
}
TOLD_OF = """
A = te.placeholder((8, 8), name="A")
B = te.compute((8, 8), lambda i, j: A[i, j] + 1.0, name="B")
C = te.compute((8, 8), lambda i, j: B[i, j] * 2.0, name="C")
k = te.reduce_axis((0, 8), name="k")
D = te.compute((8,), lambda i: te.sum(C[i, k], axis=k), name="D")
E = te.compute((8,), lambda i: D[i] * 2.0, name="E")
s = te.create_schedule(E.op)

def lower(out, target="llvm"):
    f = tvm.build(s, [A, out], target)
    a, found = np.random.rand(8, 8).astype("float32"), tvm.nd.empty((8,))
    f(tvm.nd.array(a), found)
    np.testing.assert_allclose(found.numpy(), 4 * (a + 1).sum(1), rtol=1e-5)

"""


@pytest.mark.parametrize("call", TOLD)
def test_a_call_that_is_left_out_is_told(call, tmp_path, capsys):
    ran(tmp_path, HEAD + TOLD_OF + TOLD[call])
    (told,) = capsys.readouterr().err.splitlines()
    assert f": {call.strip()}" in told or f"_{call}" in told or call == "tedd"
