# gemm/sgemm_geforce:cp_async:split_k
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: a slice of K fits in shared memory; each k is an outer product
# since the previous step:
#   l23, l24 = sch.split(loop=l3, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l23, l24, l8, l13)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(16, thread="blockIdx.x"):
                for i_2 in T.thread_binding(4, thread="vthread.y"):
                    for j_2 in T.thread_binding(2, thread="vthread.x"):
                        for i_1_j_1_i_3_j_3_fused in T.thread_binding(256, thread="threadIdx.x"):
                            for k_0, k_1, i_4, j_4 in T.grid(256, 16, 4, 4):
                                with T.sblock("C_sum"):
                                    v_i = T.axis.spatial(4096, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 128 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4)
                                    v_j = T.axis.spatial(4096, j_0 * 256 + i_1_j_1_i_3_j_3_fused % 128 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4)
                                    v_k = T.axis.reduce(4096, k_0 * 16 + k_1)
                                    T.reads(A[v_i, v_k], B[v_k, v_j])
                                    T.writes(C_sum_local[v_i, v_j])
                                    with T.init():
                                        C_sum_local[v_i, v_j] = T.float32(0.0)
                                    C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
                            for ax0 in range(4):
                                for ax1 in T.vectorized(4):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 128 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax0)
                                        v_j = T.axis.spatial(4096, j_0 * 256 + i_1_j_1_i_3_j_3_fused % 128 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                        T.reads(C_in[v_i, v_j], C_sum_local[v_i, v_j])
                                        T.writes(C[v_i, v_j])
                                        C[v_i, v_j] = C_in[v_i, v_j] + C_sum_local[v_i, v_j]
