# gemm/sgemm_tvm:z_order:cache_registers
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: operands of a thread are contiguous in groups of four: LDS.128
# since the previous step:
#   b55 = sch.cache_read(block=b0, read_buffer_index=0, storage_scope="local")
#   b56 = sch.cache_read(block=b0, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b55, loop=l28, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b56, loop=l28, preserve_unit_loops=True, index=-1)
#   l57, l58, l59, l60, l61, l62, l63, l64, l65 = sch.get_loops(block=b55)
#   sch.vectorize(loop=l65)
#   l66, l67, l68, l69, l70, l71, l72, l73, l74 = sch.get_loops(block=b56)
#   sch.vectorize(loop=l74)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        A_shared = T.sblock_alloc_buffer((16384, 16384), scope="shared")
        B_shared = T.sblock_alloc_buffer((16384, 16384), scope="shared")
        A_shared_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        B_shared_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        for i_0 in T.thread_binding(128, thread="blockIdx.y"):
            for j_0 in T.thread_binding(128, thread="blockIdx.x"):
                for i_2 in T.thread_binding(2, thread="vthread.y"):
                    for j_2 in T.thread_binding(2, thread="vthread.x"):
                        for i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused in T.thread_binding(256, thread="threadIdx.x"):
                            for k_0 in range(1024):
                                for ax0_ax1_fused_0 in range(2):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("A_shared"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 128)
                                                v1 = T.axis.spatial(16384, i_0 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 128)
                                                T.reads(A[v0, v1])
                                                T.writes(A_shared[v0, v1])
                                                A_shared[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(2):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("B_shared"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 128)
                                                v1 = T.axis.spatial(16384, j_0 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 128)
                                                T.reads(B[v0, v1])
                                                T.writes(B_shared[v0, v1])
                                                B_shared[v0, v1] = B[v0, v1]
                                for k_1 in range(16):
                                    for ax0 in range(1):
                                        for ax1 in T.vectorized(4):
                                            with T.sblock("A_shared_local"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + k_1 + ax0)
                                                v1 = T.axis.spatial(16384, i_0 * 128 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused // 64 * 32 + i_2 * 16 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 32 // 16 * 8 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 4 // 2 * 4 + ax1)
                                                T.reads(A_shared[v0, v1])
                                                T.writes(A_shared_local[v0, v1])
                                                A_shared_local[v0, v1] = A_shared[v0, v1]
                                    for ax0 in range(1):
                                        for ax1 in T.vectorized(4):
                                            with T.sblock("B_shared_local"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + k_1 + ax0)
                                                v1 = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 16 // 4 * 8 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 2 * 4 + ax1)
                                                T.reads(B_shared[v0, v1])
                                                T.writes(B_shared_local[v0, v1])
                                                B_shared_local[v0, v1] = B_shared[v0, v1]
                                    for i_4, j_4 in T.grid(4, 4):
                                        with T.sblock("C"):
                                            v_i = T.axis.spatial(16384, i_0 * 128 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused // 64 * 32 + i_2 * 16 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 32 // 16 * 8 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 4 // 2 * 4 + i_4)
                                            v_j = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 16 // 4 * 8 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 2 * 4 + j_4)
                                            v_k = T.axis.reduce(16384, k_0 * 16 + k_1)
                                            T.reads(A_shared_local[v_k, v_i], B_shared_local[v_k, v_j])
                                            T.writes(C_local[v_i, v_j])
                                            with T.init():
                                                C_local[v_i, v_j] = T.float32(0.0)
                                            C_local[v_i, v_j] = C_local[v_i, v_j] + A_shared_local[v_k, v_i] * B_shared_local[v_k, v_j]
                            for ax0 in range(4):
                                for ax1 in T.vectorized(4):
                                    with T.sblock("C_local"):
                                        v0 = T.axis.spatial(16384, i_0 * 128 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused // 64 * 32 + i_2 * 16 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 32 // 16 * 8 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 4 // 2 * 4 + ax0)
                                        v1 = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 16 // 4 * 8 + i_1_j_1_i_3_0_j_3_0_i_3_1_j_3_1_fused % 2 * 4 + ax1)
                                        T.reads(C_local[v0, v1])
                                        T.writes(C[v0, v1])
                                        C[v0, v1] = C_local[v0, v1]
