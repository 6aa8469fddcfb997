"""CUDA text of the device functions that the kernels on wgmma and TMA call (hopper.cuh).

PTX that CUDA has no words for, and which thread issues it. Instructions: PTX ISA, sections
"Asynchronous warpgroup level matrix instructions", "mbarrier", "cp.async.bulk.tensor" and
"barrier.cluster".
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from ..core.files import cuda_parts
from .weight_tiles import int4_wgmma_text
from .wgmma_intrinsics import (
    CLUSTER_SYNC,
    GIVE_REGISTERS,
    GROUP,
    GROUP_M,
    IN_PTX,
    ROLES_START,
    ROW_BYTES,
    STEP_BYTES,
    TAKE_REGISTERS,
    TILE_FREE,
    TILE_STORE,
    TILE_WRITE,
    TILE_WRITE_ROUNDED,
    TURNS_START,
    WGMMA_CODES,
    Wgmma,
)

_PARTS = cuda_parts(Path(__file__).with_name("hopper.cuh"))
# Names of the factors' dtypes in CUDA, as TVM writes it.
_IN_CUDA = {"float16": "half", "bfloat16": "nv_bfloat16", "float8_e4m3fn": "fp8_e4_t"}
# Those of which PTX is told that neither operand is transposed; 8 bits leave no choice.
_TRANSPOSABLE = ("float16", "bfloat16")


def device_functions(kind: Wgmma, names: Collection[str] = ()) -> str:
    """CUDA text of what the implementations call, with that of the functions of warps with roles,
    of tiles and of clusters where `names` has one."""
    count = GROUP_M * kind.columns // GROUP
    in_ptx = IN_PTX[kind.dtype]
    values = {
        "@REGISTERS": ", ".join(f"%{number}" for number in range(count)),
        "@SUMS": ", ".join(f'"+f"(c[{number}])' for number in range(count)),
        "@A": f"%{count}",
        "@B": f"%{count + 1}",
        "@LATER": f"%{count + 2}",
        "@TYPE": _IN_CUDA[kind.dtype],
        "@SHAPE": f"m64n{kind.columns}k{kind.slice_k * STEP_BYTES // ROW_BYTES}",
        "@K": str(kind.slice_k),
        "@FACTORS": f"{in_ptx}.{in_ptx}",
        "@TRANSPOSED": ", 0, 0" if kind.dtype in _TRANSPOSABLE else "",
        "@COLUMNS": str(kind.columns),
        # The upper byte of an address says which block of a cluster it is in.
        "@START": "(address & 0xffffff)" if CLUSTER_SYNC in names else "address",
    }
    parts = {
        ROLES_START: _PARTS["roles"],
        TURNS_START: _PARTS["turns"],
        TILE_STORE: _tile_text(TILE_WRITE_ROUNDED in names),
        CLUSTER_SYNC: _PARTS["cluster"],
    }
    text = _PARTS["common"] + "".join(part for name, part in parts.items() if name in names)
    if any(name.startswith(WGMMA_CODES) for name in names):
        text += int4_wgmma_text(kind.columns // 8)
    for name, value in {"@ISSUE": _PARTS["issue"], **values}.items():
        text = text.replace(name, value)
    return text


# Where a warpgroup's tile begins, from a lane's first element of it.
_FIRST = "(row * @COLUMNS + lane % 4 * 2)"
_PLAIN_TILE = {
    "@WRITE": f"__device__ __forceinline__ void {TILE_WRITE}(float* c, @TYPE* to)",
    "@PLACE": f"(char*)(to - {_FIRST})",
    "@RESULT": "@TYPE",
    "@FROM": "@TYPE",
    "@FREE": "  tile_stored();\n  group_sync();\n",
    "@BEFORE": "",
}
# Of any type, in which a lane's results already are.
_ROUNDED_TILE = {
    "@WRITE": "template <class Result>\n"
    f"__device__ __forceinline__ void {TILE_WRITE_ROUNDED}(Result* c, void* to)",
    "@PLACE": f"(char*)to - {_FIRST} * sizeof(Result)",
    "@RESULT": "Result",
    "@FROM": "void",
    "@FREE": "",
    # Before the epilogue: a result can be written as soon as it is there. 24 + 2 x 240 registers
    # are those of three warpgroups with 168.
    "@BEFORE": f"""\
__device__ __forceinline__ void {TILE_FREE}() {{
  tile_stored();
  group_sync();
}}
__device__ __forceinline__ void {GIVE_REGISTERS}() {{
  asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
}}
__device__ __forceinline__ void {TAKE_REGISTERS}() {{
  asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
}}
""",
}


def _tile_text(rounded: bool) -> str:
    """The functions of a tile of C, whose type is that of the factors unless it is `rounded`."""
    text = _PARTS["tile"]
    for name, value in (_ROUNDED_TILE if rounded else _PLAIN_TILE).items():
        text = text.replace(name, value)
    return text
