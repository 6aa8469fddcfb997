# gemm/epilogue:tma_store:cache_shared
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: wgmma reads both operands from shared memory, without registers
# since the previous step:
#   b51 = sch.blockize(target=l15, preserve_unit_iters=True)
#   b52 = sch.cache_read(block=b51, read_buffer_index=0, storage_scope="shared.dyn")
#   b53 = sch.cache_read(block=b51, read_buffer_index=1, storage_scope="shared.dyn")
#   sch.compute_at(block=b52, loop=l21, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b53, loop=l21, preserve_unit_loops=True, index=-1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), bias: T.Buffer((4096,), "float16"), residual: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local_reindex = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        C_reindex_local = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), "float16", scope="local")
        C_sum_local_reindex_local = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        C_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        A_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        for ax0_0_1 in T.thread_binding(16, thread="blockIdx.y"):
            for ax1_1 in T.thread_binding(8, thread="blockIdx.x"):
                for ax1_0_ax0_0_0_fused in T.serial(4, annotations={"schedules.rounds": 1}):
                    for ax0_1 in T.thread_binding(2, thread="threadIdx.y"):
                        for ax2_ax3_ax4_fused in T.thread_binding(128, thread="threadIdx.x"):
                            for ax8_0 in range(64):
                                for ax0, ax1 in T.grid(128, 64):
                                    with T.sblock("A_shared.dyn"):
                                        v0 = T.axis.spatial(4096, ax1_0_ax0_0_0_fused % 2 * 2048 + ax0_0_1 * 128 + ax0)
                                        v1 = T.axis.spatial(4096, ax8_0 * 64 + ax1)
                                        T.reads(A[v0, v1])
                                        T.writes(A_shared_dyn[v0, v1])
                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0, ax1 in T.grid(256, 64):
                                    with T.sblock("B_shared.dyn"):
                                        v0 = T.axis.spatial(4096, ax1_0_ax0_0_0_fused // 2 * 2048 + ax1_1 * 256 + ax0)
                                        v1 = T.axis.spatial(4096, ax8_0 * 64 + ax1)
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
                                    v8_o = T.axis.reduce(64, ax8_0)
                                    T.reads(A_shared_dyn[v0_o * 64 + v2_o * 16 + v3_o:v0_o * 64 + v2_o * 16 + v3_o + 9, v8_o * 64:v8_o * 64 + 64], B_shared_dyn[v1_o * 256 + v4_o * 2:v1_o * 256 + v4_o * 2 + 250, v8_o * 64:v8_o * 64 + 64])
                                    T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2])
                                    with T.init():
                                        for ax5, ax6, ax7 in T.grid(32, 2, 2):
                                            with T.sblock("C_sum_init"):
                                                v5_i_init, v6_i_init, v7_i_init = T.axis.remap("SSS", [ax5, ax6, ax7])
                                                T.reads()
                                                T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i_init, v6_i_init, v7_i_init])
                                                C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i_init, v6_i_init, v7_i_init] = T.float32(0.0)
                                    for ax5, ax6, ax7, ax8_1 in T.grid(32, 2, 2, 64):
                                        with T.sblock("C_sum"):
                                            v5_i, v6_i, v7_i, v8_i = T.axis.remap("SSSR", [ax5, ax6, ax7, ax8_1])
                                            T.reads(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i], A_shared_dyn[v0_o * 64 + v2_o * 16 + v6_i * 8 + v3_o, v8_o * 64 + v8_i], B_shared_dyn[v1_o * 256 + v5_i * 8 + v4_o * 2 + v7_i, v8_o * 64 + v8_i])
                                            T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i])
                                            C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i] = C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i] + T.Cast("float32", A_shared_dyn[v0_o * 64 + v2_o * 16 + v6_i * 8 + v3_o, v8_o * 64 + v8_i]) * T.Cast("float32", B_shared_dyn[v1_o * 256 + v5_i * 8 + v4_o * 2 + v7_i, v8_o * 64 + v8_i])
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
                                        T.reads(C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7], bias[v1 * 256 + v5 * 8 + v4 * 2 + v7], residual[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7])
                                        T.writes(C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                        C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] = T.Cast("float16", (C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7]) + (C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * (C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * (C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557))) + T.Cast("float32", residual[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7]))
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
