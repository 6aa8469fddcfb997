"""Small scripts in the words of TVM 0.3 to 0.19, each with its own check, run on the CPU."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from exhaustive import sampled
from legacy_samples import ran

HEAD = "import numpy as np\nimport tvm\nfrom tvm import te\n\n"
SCRIPTS = tomllib.loads(Path(__file__).with_name("old_scripts.toml").read_text("utf-8"))["scripts"]
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
