# gemm/sgemm_geforce:rolled_rows:cache_registers
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: operands of a thread are contiguous in groups of four: LDS.128
# since the previous step:
#   b53 = sch.cache_read(block=b0, read_buffer_index=0, storage_scope="local")
#   b54 = sch.cache_read(block=b0, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b53, loop=l52, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b54, loop=l52, preserve_unit_loops=True, index=-1)
#   l55, l56, l57, l58, l59, l60, l61, l62, l63, l64 = sch.get_loops(block=b53)
#   sch.vectorize(loop=l64)
#   l65, l66, l67, l68, l69, l70, l71, l72, l73, l74 = sch.get_loops(block=b54)
#   sch.vectorize(loop=l74)

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
        A_shared_dyn = T.sblock_alloc_buffer((4096, 4096), scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((4096, 4096), scope="shared.dyn")
        A_shared_dyn_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        B_shared_dyn_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(16, thread="blockIdx.x"):
                for i_2 in T.thread_binding(4, thread="vthread.y"):
                    for j_2 in T.thread_binding(2, thread="vthread.x"):
                        for i_1_j_1_i_3_j_3_fused in T.thread_binding(256, thread="threadIdx.x"):
                            for k_0 in range(128):
                                for ax0_ax1_fused_0 in range(16):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in range(1):
                                            with T.sblock("A_shared.dyn"):
                                                v0 = T.axis.spatial(4096, i_0 * 128 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 + ax0_ax1_fused_2) // 32)
                                                v1 = T.axis.spatial(4096, k_0 * 32 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 + ax0_ax1_fused_2) % 32)
                                                T.reads(A[v0, v1])
                                                T.writes(A_shared_dyn[v1, v0])
                                                T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 4]]})
                                                A_shared_dyn[v1, v0] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("B_shared.dyn"):
                                                v0 = T.axis.spatial(4096, k_0 * 32 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 256)
                                                v1 = T.axis.spatial(4096, j_0 * 256 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 256)
                                                T.reads(B[v0, v1])
                                                T.writes(B_shared_dyn[v0, v1])
                                                B_shared_dyn[v0, v1] = B[v0, v1]
                                for k_1_0, k_1_1 in T.grid(2, 16):
                                    for ax0 in range(1):
                                        for ax1 in T.vectorized(4):
                                            with T.sblock("A_shared.dyn_local"):
                                                v0 = T.axis.spatial(4096, k_0 * 32 + k_1_0 * 16 + k_1_1 + ax0)
                                                v1 = T.axis.spatial(4096, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 128 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax1)
                                                T.reads(A_shared_dyn[v0, v1])
                                                T.writes(A_shared_dyn_local[v0, v1])
                                                A_shared_dyn_local[v0, v1] = A_shared_dyn[v0, v1]
                                    for ax0 in range(1):
                                        for ax1 in T.vectorized(4):
                                            with T.sblock("B_shared.dyn_local"):
                                                v0 = T.axis.spatial(4096, k_0 * 32 + k_1_0 * 16 + k_1_1 + ax0)
                                                v1 = T.axis.spatial(4096, j_0 * 256 + i_1_j_1_i_3_j_3_fused % 128 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                                T.reads(B_shared_dyn[v0, v1])
                                                T.writes(B_shared_dyn_local[v0, v1])
                                                B_shared_dyn_local[v0, v1] = B_shared_dyn[v0, v1]
                                    for i_4, j_4 in T.grid(4, 4):
                                        with T.sblock("C_sum"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 128 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4)
                                            v_j = T.axis.spatial(4096, j_0 * 256 + i_1_j_1_i_3_j_3_fused % 128 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4)
                                            v_k = T.axis.reduce(4096, k_0 * 32 + k_1_0 * 16 + k_1_1)
                                            T.reads(A_shared_dyn_local[v_k, v_i], B_shared_dyn_local[v_k, v_j])
                                            T.writes(C_sum_local[v_i, v_j])
                                            with T.init():
                                                C_sum_local[v_i, v_j] = T.float32(0.0)
                                            C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + A_shared_dyn_local[v_k, v_i] * B_shared_dyn_local[v_k, v_j]
                            for ax0 in range(4):
                                for ax1 in T.vectorized(4):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 128 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax0)
                                        v_j = T.axis.spatial(4096, j_0 * 256 + i_1_j_1_i_3_j_3_fused % 128 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                        T.reads(C_in[v_i, v_j], C_sum_local[v_i, v_j])
                                        T.writes(C[v_i, v_j])
                                        C[v_i, v_j] = C_in[v_i, v_j] + C_sum_local[v_i, v_j]
