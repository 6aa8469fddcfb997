# gemm/fp8gemm:tensor_scale_tma_store:cache_shared
# C[i,j] = scale_a scale_b sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 -> bfloat16
# why: wgmma reads both operands from shared memory, without registers
# since the previous step:
#   b49 = sch.blockize(target=l13, preserve_unit_iters=True)
#   b50 = sch.cache_read(block=b49, read_buffer_index=0, storage_scope="shared.dyn")
#   b51 = sch.cache_read(block=b49, read_buffer_index=1, storage_scope="shared.dyn")
#   sch.compute_at(block=b50, loop=l19, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b51, loop=l19, preserve_unit_loops=True, index=-1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float8_e4m3fn"), B: T.Buffer((4096, 4096), "float8_e4m3fn"), scale_a: T.Buffer((1,), "float32"), scale_b: T.Buffer((1,), "float32"), C: T.Buffer((4096, 4096), "bfloat16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local_reindex = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        C_reindex_local = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), "bfloat16", scope="local")
        C_sum_local_reindex_local = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        C_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "bfloat16", scope="shared.dyn")
        A_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float8_e4m3fn", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float8_e4m3fn", scope="shared.dyn")
        for ax0_0_1 in T.thread_binding(16, thread="blockIdx.y"):
            for ax1_1 in T.thread_binding(8, thread="blockIdx.x"):
                for ax1_0_ax0_0_0_fused in T.serial(4, annotations={"schedules.rounds": 1}):
                    for ax0_1 in T.thread_binding(2, thread="threadIdx.y"):
                        for ax2_ax3_ax4_fused in T.thread_binding(128, thread="threadIdx.x"):
                            for ax8_0 in range(32):
                                for ax0, ax1 in T.grid(128, 128):
                                    with T.sblock("A_shared.dyn"):
                                        v0 = T.axis.spatial(4096, ax1_0_ax0_0_0_fused % 2 * 2048 + ax0_0_1 * 128 + ax0)
                                        v1 = T.axis.spatial(4096, ax8_0 * 128 + ax1)
                                        T.reads(A[v0, v1])
                                        T.writes(A_shared_dyn[v0, v1])
                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0, ax1 in T.grid(256, 128):
                                    with T.sblock("B_shared.dyn"):
                                        v0 = T.axis.spatial(4096, ax1_0_ax0_0_0_fused // 2 * 2048 + ax1_1 * 256 + ax0)
                                        v1 = T.axis.spatial(4096, ax8_0 * 128 + ax1)
                                        T.reads(B[v0, v1])
                                        T.writes(B_shared_dyn[v0, v1])
                                        B_shared_dyn[v0, v1] = B[v0, v1]
                                with T.sblock("C_sum_o"):
                                    v0_o = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1)
                                    v1_o = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1)
                                    v2_o = T.axis.spatial(4, ax2_ax3_ax4_fused // 32)
                                    v3_o = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4)
                                    v4_o = T.axis.spatial(4, ax2_ax3_ax4_fused % 4)
                                    v5_o = T.axis.spatial(1, 0)
                                    v6_o = T.axis.spatial(1, 0)
                                    v7_o = T.axis.spatial(1, 0)
                                    v8_o = T.axis.reduce(32, ax8_0)
                                    T.reads(A_shared_dyn[v0_o * 64 + v2_o * 16 + v3_o:v0_o * 64 + v2_o * 16 + v3_o + 9, v8_o * 128:v8_o * 128 + 128], B_shared_dyn[v1_o * 256 + v4_o * 2:v1_o * 256 + v4_o * 2 + 250, v8_o * 128:v8_o * 128 + 128])
                                    T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2])
                                    with T.init():
                                        for ax5, ax6, ax7 in T.grid(32, 2, 2):
                                            with T.sblock("C_sum_init"):
                                                v5_i_init, v6_i_init, v7_i_init = T.axis.remap("SSS", [ax5, ax6, ax7])
                                                T.reads()
                                                T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i_init, v6_i_init, v7_i_init])
                                                C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i_init, v6_i_init, v7_i_init] = T.float32(0.0)
                                    for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 128):
                                        with T.sblock("C_sum"):
                                            v5_i, v6_i, v7_i, v8_i = T.axis.remap("SSSR", [ax5, ax6, ax7, ax8_1])
                                            T.reads(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i], A_shared_dyn[v0_o * 64 + v2_o * 16 + v6_i * 8 + v3_o, v8_o * 128 + v8_i], B_shared_dyn[v1_o * 256 + v5_i * 8 + v4_o * 2 + v7_i, v8_o * 128 + v8_i])
                                            T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i])
                                            C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i] = C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i] + T.Cast("float32", A_shared_dyn[v0_o * 64 + v2_o * 16 + v6_i * 8 + v3_o, v8_o * 128 + v8_i]) * T.Cast("float32", B_shared_dyn[v1_o * 256 + v5_i * 8 + v4_o * 2 + v7_i, v8_o * 128 + v8_i])
                            for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(1, 1, 1, 1, 1, 32, 2, 2):
                                with T.sblock("C_sum_local_reindex_local"):
                                    v0 = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1 + ax0)
                                    v1 = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1 + ax1)
                                    v2 = T.axis.spatial(4, ax2_ax3_ax4_fused // 32 + ax2)
                                    v3 = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4 + ax3)
                                    v4 = T.axis.spatial(4, ax2_ax3_ax4_fused % 4 + ax4)
                                    v5, v6, v7 = T.axis.remap("SSS", [ax5, ax6, ax7])
                                    T.reads(C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7])
                                    T.writes(C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                    C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] = C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7]
                            for ax0, ax1, ax2, ax3, ax4, ax5, ax6 in T.grid(1, 1, 1, 1, 1, 32, 2):
                                for ax7 in T.vectorized(2):
                                    with T.sblock("C_sum_local_reindex"):
                                        v0 = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1 + ax0)
                                        v1 = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1 + ax1)
                                        v2 = T.axis.spatial(4, ax2_ax3_ax4_fused // 32 + ax2)
                                        v3 = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4 + ax3)
                                        v4 = T.axis.spatial(4, ax2_ax3_ax4_fused % 4 + ax4)
                                        v5, v6, v7 = T.axis.remap("SSS", [ax5, ax6, ax7])
                                        T.reads(C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7], scale_a[0], scale_b[0])
                                        T.writes(C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                        C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] = T.Cast("bfloat16", C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] * scale_a[0] * scale_b[0])
                            for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(1, 1, 1, 1, 1, 32, 2, 2):
                                with T.sblock("C_reindex"):
                                    v0 = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1 + ax0)
                                    v1 = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1 + ax1)
                                    v2 = T.axis.spatial(4, ax2_ax3_ax4_fused // 32 + ax2)
                                    v3 = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4 + ax3)
                                    v4 = T.axis.spatial(4, ax2_ax3_ax4_fused % 4 + ax4)
                                    v5, v6, v7 = T.axis.remap("SSS", [ax5, ax6, ax7])
                                    T.reads(C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                    T.writes(C_shared_dyn[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7])
                                    C_shared_dyn[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7] = C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7]
                    for ax0_0 in T.thread_binding(2, thread="threadIdx.y"):
                        for ax0_1, ax1 in T.grid(64, 256):
                            with T.sblock("C_shared.dyn"):
                                v0 = T.axis.spatial(4096, ax1_0_ax0_0_0_fused % 2 * 2048 + ax0_0_1 * 128 + ax0_0 * 64 + ax0_1)
                                v1 = T.axis.spatial(4096, ax1_0_ax0_0_0_fused // 2 * 2048 + ax1_1 * 256 + ax1)
                                T.reads(C_shared_dyn[v0, v1])
                                T.writes(C[v0, v1])
                                C[v0, v1] = C_shared_dyn[v0, v1]
