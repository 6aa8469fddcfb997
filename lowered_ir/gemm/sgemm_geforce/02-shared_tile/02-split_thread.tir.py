# gemm/sgemm_geforce:shared_tile:split_thread
# C[i,j] = C_in[i,j] + sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: 16 x 8 accumulators per thread: 16 + 8 elements feed 128 FMAs
# since the previous step:
#   l8, l9, l10 = sch.split(loop=l5, factors=[None, 4, 1], preserve_unit_iters=True, disable_predication=False)
#   l11, l12, l13 = sch.split(loop=l7, factors=[None, 32, 1], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l11, l8, l9, l12, l3, l10, l13)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1, k, i_1_2, j_1_2 in T.grid(64, 16, 8, 16, 4, 32, 4096, 1, 1):
            with T.sblock("C"):
                v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1 + i_1_2)
                v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 32 + j_1_1 + j_1_2)
                v_k = T.axis.reduce(4096, k)
                T.reads(A[v_i, v_k], B[v_k, v_j])
                T.writes(C[v_i, v_j])
                with T.init():
                    C[v_i, v_j] = C_in[v_i, v_j]
                C[v_i, v_j] = C[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
