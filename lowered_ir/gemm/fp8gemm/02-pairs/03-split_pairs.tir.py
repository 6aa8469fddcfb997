# gemm/fp8gemm:pairs:split_pairs
# C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 ->
#     bfloat16
# why: a slice of K in shared memory; an fp8x2 has two elements along k
# since the previous step:
#   l22, l23, l24 = sch.split(loop=l3, factors=[None, 8, 2], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l22, l23, l7, l11, l24)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float8_e4m3fn"), B: T.Buffer((4096, 4096), "float8_e4m3fn"), scale_a: T.Buffer((4096,), "float32"), scale_b: T.Buffer((4096,), "float32"), C: T.Buffer((4096, 4096), "bfloat16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(32, thread="blockIdx.x"):
                for i_1 in T.thread_binding(2, thread="vthread.y"):
                    for j_1 in T.thread_binding(2, thread="vthread.x"):
                        for i_2 in T.thread_binding(16, thread="threadIdx.y"):
                            for j_2 in T.thread_binding(16, thread="threadIdx.x"):
                                for k_0, k_1, i_3, j_3, k_2 in T.grid(256, 8, 4, 4, 2):
                                    with T.sblock("C_sum"):
                                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + i_2 * 4 + i_3)
                                        v_j = T.axis.spatial(4096, j_0 * 128 + j_1 * 64 + j_2 * 4 + j_3)
                                        v_k = T.axis.reduce(4096, k_0 * 16 + k_1 * 2 + k_2)
                                        T.reads(A[v_i, v_k], B[v_j, v_k])
                                        T.writes(C_sum_local[v_i, v_j])
                                        with T.init():
                                            C_sum_local[v_i, v_j] = T.float32(0.0)
                                        C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", B[v_j, v_k])
                                for ax0 in range(4):
                                    for ax1 in T.vectorized(4):
                                        with T.sblock("C"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + i_2 * 4 + ax0)
                                            v_j = T.axis.spatial(4096, j_0 * 128 + j_1 * 64 + j_2 * 4 + ax1)
                                            T.reads(C_sum_local[v_i, v_j], scale_a[v_i], scale_b[v_j])
                                            T.writes(C[v_i, v_j])
                                            C[v_i, v_j] = T.Cast("bfloat16", C_sum_local[v_i, v_j] * scale_a[v_i] * scale_b[v_j])
