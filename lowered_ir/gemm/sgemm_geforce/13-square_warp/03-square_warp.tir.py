# gemm/sgemm_geforce:square_warp:square_warp
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: 4 x 8 lanes read 128 distinct bytes of B; 1 x 32 lanes read 512
# since the previous step:
#   l14, l15 = sch.split(loop=l12, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l14, l9, l15)
#   l16 = sch.fuse(l9, l15, preserve_unit_iters=True)

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
        for i_0, j_0, j_1_0, i_1_0, j_1_1_0, i_1_1_j_1_1_1_fused, k, i_1_2, j_1_2 in T.grid(64, 16, 2, 16, 4, 32, 4096, 1, 4):
            with T.sblock("C_sum"):
                v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1_j_1_1_1_fused // 8 + i_1_2)
                v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1_0 * 32 + i_1_1_j_1_1_1_fused % 8 * 4 + j_1_2)
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
