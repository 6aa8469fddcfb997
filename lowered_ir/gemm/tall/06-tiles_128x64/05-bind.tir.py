# gemm/tall:tiles_128x64:bind
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: each lane stores its own accumulators from registers
# since the previous step:
#   sch.bind(loop=l45, thread_axis="blockIdx.z")
#   sch.bind(loop=l38, thread_axis="blockIdx.y")
#   sch.bind(loop=l43, thread_axis="blockIdx.x")
#   sch.bind(loop=l39, thread_axis="threadIdx.y")
#   sch.bind(loop=l44, thread_axis="threadIdx.x")
#   sch.reverse_compute_at(block=b25, loop=l44, preserve_unit_loops=True, index=-1)
#   b46 = sch.cache_read(block=b25, read_buffer_index=0, storage_scope="local")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256, 16384), "float16"), B: T.Buffer((256, 16384), "float16"), C: T.Buffer((256, 256), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((256, 256), scope="local")
        C_sum_rf = T.sblock_alloc_buffer((16, 256, 256))
        C_sum_rf_reindex_local = T.sblock_alloc_buffer((16, 4, 4, 4, 8, 4, 8, 2, 2), scope="local")
        C_sum_rf_reindex_local_local = T.sblock_alloc_buffer((16, 4, 4, 4, 8, 4, 8, 2, 2), scope="local")
        for ax0_ax2_0_fused in T.thread_binding(16, thread="blockIdx.z"):
            for ax1_0 in T.thread_binding(2, thread="blockIdx.y"):
                for ax2_1 in T.thread_binding(4, thread="blockIdx.x"):
                    for ax1_1 in T.thread_binding(2, thread="threadIdx.y"):
                        for ax3_ax4_ax5_fused in T.thread_binding(128, thread="threadIdx.x"):
                            for ax9_0, ax6, ax7, ax8, ax9_1 in T.grid(16, 8, 2, 2, 64):
                                with T.sblock("C_sum_rf"):
                                    v0 = T.axis.spatial(16, ax0_ax2_0_fused)
                                    v1 = T.axis.spatial(4, ax1_0 * 2 + ax1_1)
                                    v2 = T.axis.spatial(4, ax2_1)
                                    v3 = T.axis.spatial(4, ax3_ax4_ax5_fused // 32)
                                    v4 = T.axis.spatial(8, ax3_ax4_ax5_fused % 32 // 4)
                                    v5 = T.axis.spatial(4, ax3_ax4_ax5_fused % 4)
                                    v6, v7, v8 = T.axis.remap("SSS", [ax6, ax7, ax8])
                                    v9 = T.axis.reduce(1024, ax9_0 * 64 + ax9_1)
                                    T.reads(A[v1 * 64 + v3 * 16 + v7 * 8 + v4, v0 * 1024 + v9], B[v2 * 64 + v6 * 8 + v5 * 2 + v8, v0 * 1024 + v9])
                                    T.writes(C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7, v8])
                                    with T.init():
                                        C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7, v8] = T.float32(0.0)
                                    C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7, v8] = C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7, v8] + T.Cast("float32", A[v1 * 64 + v3 * 16 + v7 * 8 + v4, v0 * 1024 + v9]) * T.Cast("float32", B[v2 * 64 + v6 * 8 + v5 * 2 + v8, v0 * 1024 + v9])
                            for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8 in T.grid(1, 1, 1, 1, 1, 1, 8, 2, 2):
                                with T.sblock("C_sum.rf_reindex_local_local"):
                                    v0 = T.axis.spatial(16, ax0_ax2_0_fused + ax0)
                                    v1 = T.axis.spatial(4, ax1_0 * 2 + ax1_1 + ax1)
                                    v2 = T.axis.spatial(4, ax2_1 + ax2)
                                    v3 = T.axis.spatial(4, ax3_ax4_ax5_fused // 32 + ax3)
                                    v4 = T.axis.spatial(8, ax3_ax4_ax5_fused % 32 // 4 + ax4)
                                    v5 = T.axis.spatial(4, ax3_ax4_ax5_fused % 4 + ax5)
                                    v6, v7, v8 = T.axis.remap("SSS", [ax6, ax7, ax8])
                                    T.reads(C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7, v8])
                                    T.writes(C_sum_rf_reindex_local_local[v0, v1, v2, v3, v4, v5, v6, v7, v8])
                                    C_sum_rf_reindex_local_local[v0, v1, v2, v3, v4, v5, v6, v7, v8] = C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7, v8]
                            for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8 in T.grid(1, 1, 1, 1, 1, 1, 8, 2, 2):
                                with T.sblock("C_sum.rf_reindex"):
                                    v0 = T.axis.spatial(16, ax0_ax2_0_fused + ax0)
                                    v1 = T.axis.spatial(4, ax1_0 * 2 + ax1_1 + ax1)
                                    v2 = T.axis.spatial(4, ax2_1 + ax2)
                                    v3 = T.axis.spatial(4, ax3_ax4_ax5_fused // 32 + ax3)
                                    v4 = T.axis.spatial(8, ax3_ax4_ax5_fused % 32 // 4 + ax4)
                                    v5 = T.axis.spatial(4, ax3_ax4_ax5_fused % 4 + ax5)
                                    v6, v7, v8 = T.axis.remap("SSS", [ax6, ax7, ax8])
                                    T.reads(C_sum_rf_reindex_local_local[v0, v1, v2, v3, v4, v5, v6, v7, v8])
                                    T.writes(C_sum_rf[v0, v1 * 64 + v3 * 16 + v7 * 8 + v4, v2 * 64 + v6 * 8 + v5 * 2 + v8])
                                    C_sum_rf[v0, v1 * 64 + v3 * 16 + v7 * 8 + v4, v2 * 64 + v6 * 8 + v5 * 2 + v8] = C_sum_rf_reindex_local_local[v0, v1, v2, v3, v4, v5, v6, v7, v8]
        for i_j_fused_0 in T.thread_binding(512, thread="blockIdx.x"):
            for i_j_fused_1 in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("C_sum_init"):
                    v_i = T.axis.spatial(256, (i_j_fused_0 * 128 + i_j_fused_1) // 256)
                    v_j = T.axis.spatial(256, (i_j_fused_0 * 128 + i_j_fused_1) % 256)
                    T.reads()
                    T.writes(C_sum_local[v_i, v_j])
                    C_sum_local[v_i, v_j] = T.float32(0.0)
                for k_0 in T.serial(16, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                    with T.sblock("C_sum_update"):
                        vk_0 = T.axis.reduce(16, k_0)
                        v_i = T.axis.spatial(256, (i_j_fused_0 * 128 + i_j_fused_1) // 256)
                        v_j = T.axis.spatial(256, (i_j_fused_0 * 128 + i_j_fused_1) % 256)
                        T.reads(C_sum_local[v_i, v_j], C_sum_rf[vk_0, v_i, v_j])
                        T.writes(C_sum_local[v_i, v_j])
                        C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + C_sum_rf[vk_0, v_i, v_j]
                for ax0, ax1 in T.grid(1, 1):
                    with T.sblock("C"):
                        v_i = T.axis.spatial(256, i_j_fused_0 // 2 + ax0)
                        v_j = T.axis.spatial(256, i_j_fused_0 % 2 * 128 + i_j_fused_1 + ax1)
                        T.reads(C_sum_local[v_i, v_j])
                        T.writes(C[v_i, v_j])
                        C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
