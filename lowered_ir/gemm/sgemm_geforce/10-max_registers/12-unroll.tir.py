# gemm/sgemm_geforce:max_registers:unroll
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: rows of A lie along k: with k unrolled, nvcc reads four k by one LDS.128
# since the previous step:
#   sch.annotate(block_or_loop=l80, ann_key="pragma_auto_unroll_max_step", ann_val=8192)
#   sch.annotate(block_or_loop=l80, ann_key="pragma_unroll_explicit", ann_val=0)

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
        A_shared = T.sblock_alloc_buffer((4096, 4096), scope="shared")
        B_shared = T.sblock_alloc_buffer((4096, 4096), scope="shared")
        B_shared_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for i_0 in T.thread_binding(64, thread="blockIdx.y"):
            for j_0 in T.thread_binding(16, thread="blockIdx.x"):
                for j_1_0 in T.thread_binding(2, thread="vthread.x"):
                    for i_1_0 in T.thread_binding(16, thread="vthread.y"):
                        for i_1_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for j_1_1 in T.thread_binding(32, thread="threadIdx.x"):
                                for i_1_2_init, j_1_2_init in T.grid(1, 4):
                                    with T.sblock("C_sum_init"):
                                        v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1 + i_1_2_init)
                                        v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1 * 4 + j_1_2_init)
                                        T.reads()
                                        T.writes(C_sum_local[v_i, v_j])
                                        C_sum_local[v_i, v_j] = T.float32(0.0)
                                for k_0 in range(256):
                                    for ax0_ax1_fused_0 in range(2):
                                        for ax0_ax1_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_3 in T.vectorized(4):
                                                    with T.sblock("A_shared"):
                                                        v0 = T.axis.spatial(4096, i_0 * 64 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 128 + ax0_ax1_fused_2 * 4 + ax0_ax1_fused_3) // 16)
                                                        v1 = T.axis.spatial(4096, k_0 * 16 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 128 + ax0_ax1_fused_2 * 4 + ax0_ax1_fused_3) % 16)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared[v0, v1])
                                                        A_shared[v0, v1] = A[v0, v1]
                                    for ax0_ax1_fused_0 in range(8):
                                        for ax0_ax1_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_3 in T.vectorized(4):
                                                    with T.sblock("B_shared"):
                                                        v0 = T.axis.spatial(4096, k_0 * 16 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 128 + ax0_ax1_fused_2 * 4 + ax0_ax1_fused_3) // 256)
                                                        v1 = T.axis.spatial(4096, j_0 * 256 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 128 + ax0_ax1_fused_2 * 4 + ax0_ax1_fused_3) % 256)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared[v0, v1])
                                                        B_shared[v0, v1] = B[v0, v1]
                                    for k_1 in T.serial(16, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                                        for ax0 in range(1):
                                            for ax1 in T.vectorized(4):
                                                with T.sblock("B_shared_local"):
                                                    v0 = T.axis.spatial(4096, k_0 * 16 + k_1 + ax0)
                                                    v1 = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1 * 4 + ax1)
                                                    T.reads(B_shared[v0, v1])
                                                    T.writes(B_shared_local[v0, v1])
                                                    B_shared_local[v0, v1] = B_shared[v0, v1]
                                        for i_1_2, j_1_2 in T.grid(1, 4):
                                            with T.sblock("C_sum_update"):
                                                v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1 + i_1_2)
                                                v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1 * 4 + j_1_2)
                                                v_k = T.axis.reduce(4096, k_0 * 16 + k_1)
                                                T.reads(C_sum_local[v_i, v_j], A_shared[v_i, v_k], B_shared_local[v_k, v_j])
                                                T.writes(C_sum_local[v_i, v_j])
                                                C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + A_shared[v_i, v_k] * B_shared_local[v_k, v_j]
                                for ax0, ax1 in T.grid(1, 4):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1 + ax0)
                                        v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1 * 4 + ax1)
                                        T.reads(C_in[v_i, v_j], C_sum_local[v_i, v_j])
                                        T.writes(C[v_i, v_j])
                                        C[v_i, v_j] = C_in[v_i, v_j] + C_sum_local[v_i, v_j]
