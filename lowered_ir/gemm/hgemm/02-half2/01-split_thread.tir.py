# gemm/hgemm:half2:split_thread
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: 8 x 8 elements per thread in groups of four: 16 reads feed 64 FMAs
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   l1, l2, l3 = sch.get_loops(block=b0)
#   l4, l5, l6, l7 = sch.split(loop=l1, factors=[None, 2, 16, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   l8, l9, l10, l11 = sch.split(loop=l2, factors=[None, 2, 16, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l4, l8, l5, l9, l6, l10, l7, l11)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((4096, 4096))
        for i_0, j_0, i_1, j_1, i_2, j_2, i_3, j_3, k in T.grid(32, 32, 2, 2, 16, 16, 4, 4, 4096):
            with T.sblock("C_sum"):
                v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + i_2 * 4 + i_3)
                v_j = T.axis.spatial(4096, j_0 * 128 + j_1 * 64 + j_2 * 4 + j_3)
                v_k = T.axis.reduce(4096, k)
                T.reads(A[v_i, v_k], B[v_j, v_k])
                T.writes(C_sum[v_i, v_j])
                with T.init():
                    C_sum[v_i, v_j] = T.float32(0.0)
                C_sum[v_i, v_j] = C_sum[v_i, v_j] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", B[v_j, v_k])
        for i, j in T.grid(4096, 4096):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j])
