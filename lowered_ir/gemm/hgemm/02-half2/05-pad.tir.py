# gemm/hgemm:half2:pad
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: eight pairs of a row were stored to one bank; 16 bytes of padding spread them
# since the previous step:
#   b55 = sch.get_sblock(name="A_shared", func_name="main")
#   sch.storage_align(block=b55, buffer_index=0, axis=0, factor=256, offset=8)
#   b56 = sch.get_sblock(name="B_shared", func_name="main")
#   sch.storage_align(block=b56, buffer_index=0, axis=0, factor=256, offset=8)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        A_shared = T.sblock_alloc_buffer((2048, 4096, 2), "float16", scope="shared")
        B_shared = T.sblock_alloc_buffer((2048, 4096, 2), "float16", scope="shared")
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(32, thread="blockIdx.x"):
                for i_1 in T.thread_binding(2, thread="vthread.y"):
                    for j_1 in T.thread_binding(2, thread="vthread.x"):
                        for i_2 in T.thread_binding(16, thread="threadIdx.y"):
                            for j_2 in T.thread_binding(16, thread="threadIdx.x"):
                                for k_0 in range(256):
                                    for ax0_ax1_fused_0 in range(4):
                                        for ax0_ax1_fused_1 in T.thread_binding(16, thread="threadIdx.y"):
                                            for ax0_ax1_fused_2 in T.thread_binding(16, thread="threadIdx.x"):
                                                for ax0_ax1_fused_3 in T.vectorized(2):
                                                    with T.sblock("A_shared"):
                                                        v0 = T.axis.spatial(4096, i_0 * 128 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 32 + ax0_ax1_fused_2 * 2 + ax0_ax1_fused_3) // 16)
                                                        v1 = T.axis.spatial(4096, k_0 * 16 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 32 + ax0_ax1_fused_2 * 2 + ax0_ax1_fused_3) % 16)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared[v1 // 2, v0, v1 % 2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 256, 8]]})
                                                        A_shared[v1 // 2, v0, v1 % 2] = A[v0, v1]
                                    for ax0_ax1_fused_0 in range(4):
                                        for ax0_ax1_fused_1 in T.thread_binding(16, thread="threadIdx.y"):
                                            for ax0_ax1_fused_2 in T.thread_binding(16, thread="threadIdx.x"):
                                                for ax0_ax1_fused_3 in T.vectorized(2):
                                                    with T.sblock("B_shared"):
                                                        v0 = T.axis.spatial(4096, j_0 * 128 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 32 + ax0_ax1_fused_2 * 2 + ax0_ax1_fused_3) // 16)
                                                        v1 = T.axis.spatial(4096, k_0 * 16 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 32 + ax0_ax1_fused_2 * 2 + ax0_ax1_fused_3) % 16)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared[v1 // 2, v0, v1 % 2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 256, 8]]})
                                                        B_shared[v1 // 2, v0, v1 % 2] = B[v0, v1]
                                    for k_1, i_3, j_3, k_2 in T.grid(8, 4, 4, 2):
                                        with T.sblock("C_sum"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + i_2 * 4 + i_3)
                                            v_j = T.axis.spatial(4096, j_0 * 128 + j_1 * 64 + j_2 * 4 + j_3)
                                            v_k = T.axis.reduce(4096, k_0 * 16 + k_1 * 2 + k_2)
                                            T.reads(A_shared[v_k // 2, v_i, v_k % 2], B_shared[v_k // 2, v_j, v_k % 2])
                                            T.writes(C_sum_local[v_i, v_j])
                                            with T.init():
                                                C_sum_local[v_i, v_j] = T.float32(0.0)
                                            C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + T.Cast("float32", A_shared[v_k // 2, v_i, v_k % 2]) * T.Cast("float32", B_shared[v_k // 2, v_j, v_k % 2])
                                for ax0 in range(4):
                                    for ax1 in T.vectorized(4):
                                        with T.sblock("C"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + i_2 * 4 + ax0)
                                            v_j = T.axis.spatial(4096, j_0 * 128 + j_1 * 64 + j_2 * 4 + ax1)
                                            T.reads(C_sum_local[v_i, v_j])
                                            T.writes(C[v_i, v_j])
                                            C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
