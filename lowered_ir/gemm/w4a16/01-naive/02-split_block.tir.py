# gemm/w4a16:naive:split_block
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: a block has 8 rows and 32 columns of C
# since the previous step:
#   b1 = sch.get_sblock(name="C_sum", func_name="main")
#   l2, l3, l4 = sch.get_loops(block=b1)
#   l5, l6 = sch.split(loop=l2, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   l7, l8 = sch.split(loop=l3, factors=[None, 32], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l5, l7, l6, l8)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((16, 8192))
        for i_0, i0_0, i_1, i0_1, k in T.grid(2, 256, 8, 32, 8192):
            with T.sblock("C_sum"):
                v_i = T.axis.spatial(16, i_0 * 8 + i_1)
                v_i0 = T.axis.spatial(8192, i0_0 * 32 + i0_1)
                v_k = T.axis.reduce(8192, k)
                T.reads(A[v_i, v_k], W[v_i0, v_k // 8], scale_zero[v_k // 128, v_i0, 0:2])
                T.writes(C_sum[v_i, v_i0])
                with T.init():
                    C_sum[v_i, v_i0] = T.float32(0.0)
                C_sum[v_i, v_i0] = C_sum[v_i, v_i0] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", (T.Cast("float16", W[v_i0, v_k // 8] >> v_k % 8 * 4 & 15) - scale_zero[v_k // 128, v_i0, 1]) * scale_zero[v_k // 128, v_i0, 0])
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j])
