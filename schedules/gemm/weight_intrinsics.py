"""4-bit codes multiplied by float16 on tensor cores, a group of 128 of K at a time.

mma.sync.m16n8k16 adds A B to D: A 16 x 16 and B 16 x 8 in float16, D in float32. Here the weights
are its A, and the few rows of float16 are its B, so eight rows fill an instruction. Codes are
stored in the order of the lanes (`weight_only.place_in_fragment`, like MARLIN's, arXiv 2408.11743):
a word is a lane's part of A. It is converted to float16 in registers, exactly, by half an operation
per code (Kim et al., "Who Says Elephants Can't Run", 2022); subtracting the zero point takes
another half. The scale multiplies the accumulators of the group. With more than 16 rows there are
more accumulators than weights, and the scale multiplies the weights.

The description of the intrinsic states what one lane computes: lane 4 g + t has the accumulators of
rows g and g + 8 of each fragment of weights with rows 2 t and 2 t + 1 of each eight rows of A. It
consists of plain loops, which a CPU can run. All 32 lanes must take part.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tvm import s_tir
from tvm.backend.cuda.op import cuda_func_call
from tvm.script import from_source
from tvm.script import tirx as T

from ..core.files import cuda_parts
from ..core.tvm_script import quick_parser
from ..workloads.weight_only import FRAGMENT_N, GROUP
from .wgmma_intrinsics import PHASE, STAGE, WGMMA_CODES

_PARTS = cuda_parts(Path(__file__).with_name("weights.cuh"))


def int4_wgmma_text(eights: int) -> str:
    """CUDA text of `int4_group_wgmma` for eight times `eights` rows of A, with four accumulators
    per lane for each eight; `hopper_text` puts in their names, and has the functions it calls."""
    count = 4 * eights
    text = (_PARTS["codes"] + _PARTS["wgmma"]).replace("@COUNT", str(count))
    for operand in range(5):
        text = text.replace(f"@{operand}", str(count + operand))
    return text


# An axis of one has a loop and no index, as in the block that is tensorized.
_BLOCK = """
@T.prim_func(s_tir=True)
def {name}(a: T.handle, w: T.handle, s: T.handle, c: T.handle) -> None:
    {strides}
    A = T.match_buffer(a, ({a_shape}), "float16", offset_factor=1, scope="shared.dyn"{a_strides})
    W = T.match_buffer(
        w, ({fragments}, 2, 4, 4), "int32", offset_factor=1, scope="{scope}"{w_strides})
    S = T.match_buffer(s, ({columns}, 2), "float16", offset_factor=1, scope="{scope}")
    C = T.match_buffer(c, ({sums}), "float32", offset_factor=1, scope="local")
    with T.sblock("root"):
        T.reads(C[{all_sums}], A[{all_a}], W[0:{fragments}, 0:2, 0:4, 0:4],
                S[0:{columns}, 0:2])
        T.writes(C[{all_sums}])
"""
_PRODUCTS = """\
        for n, m, i, p, {k_loops}, e in T.grid({fragments}, {eights}, 2, 2, {k_extents}, 2):
            with T.sblock("product"):
                {spatial}vi, vp, {k_axes}, ve = T.axis.remap(
                    "{kinds}SSRRRRRR", [{loops}i, p, {k_loops}, e])
                C[{spatial}vi, vp] = C[{spatial}vi, vp] + T.Cast("float32",
                    A[{a_index}]) * T.Cast("float32",
                    (T.Cast("float16",
                        W[{fragment}, vk, vt, vh * 2 + vq] >> ve * 16 + vr * 8 + vi * 4 & 15)
                     - S[{column}vi * 8, 1]) * S[{column}vi * 8, 0])
"""


# Strides of A and W as the implementation sees them.
_STRIDES = {
    "a": ("a_row", "a_one"),
    "a_wgmma": ("a_half", "a_row", "a_one"),
    "w": ("w_fragment", "w_part", "w_lane", "w_one"),
}


@cache
@quick_parser()
def int4_group(fragments: int, eights: int, scope: str, wgmma: bool = False) -> str:
    """Registers the product of 128 of K for one lane and gives its name.

    `fragments` of 16 rows of weights, in `scope` with their scales and zero points, with `eights`
    times eight rows of A in shared.dyn; float32 sums of shape (fragments, eights, 2, 2) in scope
    local, without the axes that are one. With `wgmma` four warps take part together, and A is of
    shape (2, rows, 64), as TMA stores it.
    """
    rows, columns = 8 * eights - 6, FRAGMENT_N * fragments - 7
    axes = [("n", fragments)] * (fragments > 1) + [("m", eights)] * (eights > 1)
    sums = (*(count for _, count in axes), 2, 2)
    row = "vm * 8 + vp" if eights > 1 else "vp"
    a_shape = (2, rows, GROUP // 2) if wgmma else (rows, GROUP)
    k_axes = {"k": 2, "h": 2, "t": 4, "q": 2, "r": 2}
    if wgmma:
        k_axes = {"k": 2, "h": 2, "q": 2, "r": 2, "t": 4}
    values = {
        "a_shape": ", ".join(map(str, a_shape)),
        "all_a": ", ".join(f"0:{extent}" for extent in a_shape),
        "a_index": f"vk, {row}, vh * 32 + vq * 16 + vr * 8 + vt * 2 + ve"
        if wgmma
        else f"{row}, vk * 64 + vh * 32 + vt * 8 + vq * 4 + vr * 2 + ve",
        "k_loops": ", ".join(k_axes),
        "k_axes": ", ".join(f"v{name}" for name in k_axes),
        "k_extents": ", ".join(map(str, k_axes.values())),
        "columns": columns,
        "fragments": fragments,
        "scope": scope,
        "sums": ", ".join(map(str, sums)),
        "all_sums": ", ".join(f"0:{count}" for count in sums),
        "loops": "".join(f"{name}, " for name, _ in axes),
        "eights": eights,
        "spatial": "".join(f"v{name}, " for name, _ in axes),
        "kinds": "S" * len(axes),
        "fragment": "vn" if fragments > 1 else "0",
        "column": "vn * 16 + " if fragments > 1 else "",
    }
    described = _BLOCK.format(name="description", strides="", a_strides="", w_strides="", **values)
    described += _PRODUCTS.format(**values)
    a_strides, w_strides = _STRIDES["a_wgmma" if wgmma else "a"], _STRIDES["w"]
    strides = (*a_strides, *w_strides)
    implemented = _BLOCK.format(
        name="implementation",
        strides=f"{', '.join(strides)} = {', '.join(['T.int32()'] * len(strides))}",
        a_strides=f", strides=[{', '.join(a_strides)}]",
        w_strides=f", strides=[{', '.join(w_strides)}]",
        **values,
    )
    implemented += "        T.evaluate(call(C, A, W, S, a_row, w_fragment))\n"

    def call(c, a, w, s, a_row, w_fragment):
        operands = (c.access_ptr("rw"), *(operand.access_ptr("r") for operand in (a, w, s)))
        if wgmma:
            left_open = (T.call_extern("int32", name) for name in (STAGE, PHASE))
            function = f"{WGMMA_CODES}<{fragments}>"
            return T.call_extern("void", function, *operands, w_fragment, *left_open)
        function = f"int4_group<{fragments}, {eights}>"
        text = _PARTS["codes"] + _PARTS["mma"]
        return cuda_func_call(function, *operands, a_row, w_fragment, source_code=text)

    name = f"int4_group_{fragments}_{eights}_{scope}" + ("_wgmma" if wgmma else "")
    s_tir.TensorIntrin.register(
        name,
        from_source(described),
        from_source(implemented, {"T": T, "call": call}),
        override=True,
    )
    return name
