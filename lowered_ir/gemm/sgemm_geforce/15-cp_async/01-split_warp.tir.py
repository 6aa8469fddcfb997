# gemm/sgemm_geforce:cp_async:split_warp
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: 4 x 8 lanes read 4 + 8 float4 per step; 2 x 16 lanes would read 2 + 16
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   l1, l2, l3 = sch.get_loops(block=b0)
#   l4, l5, l6, l7, l8 = sch.split(loop=l1, factors=[None, 2, 4, 4, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   l9, l10, l11, l12, l13 = sch.split(loop=l2, factors=[None, 4, 2, 8, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l4, l9, l6, l11, l5, l10, l7, l12, l8, l13)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((4096, 4096))
        for i_0, j_0, i_2, j_2, i_1, j_1, i_3, j_3, i_4, j_4, k in T.grid(32, 16, 4, 2, 2, 4, 4, 8, 4, 4, 4096):
            with T.sblock("C_sum"):
                v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + i_2 * 16 + i_3 * 4 + i_4)
                v_j = T.axis.spatial(4096, j_0 * 256 + j_1 * 64 + j_2 * 32 + j_3 * 4 + j_4)
                v_k = T.axis.reduce(4096, k)
                T.reads(A[v_i, v_k], B[v_k, v_j])
                T.writes(C_sum[v_i, v_j])
                with T.init():
                    C_sum[v_i, v_j] = T.float32(0.0)
                C_sum[v_i, v_j] = C_sum[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
        for i, j in T.grid(4096, 4096):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_in[v_i, v_j], C_sum[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = C_in[v_i, v_j] + C_sum[v_i, v_j]
