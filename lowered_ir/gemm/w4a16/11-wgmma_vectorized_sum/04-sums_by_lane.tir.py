# gemm/w4a16:wgmma_vectorized_sum:sums_by_lane
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane, K in order
# why: wgmma distributes accumulators: a loop per part of the lane's index
# since the previous step:
#   b44 = sch.get_sblock(name="C_sum_rf", func_name="main")
#   sch.transform_block_layout(block=b44, index_map=lambda part, i, n, upper, g, group, k: (part, i // 16, n, g,
#      i % 8 // 2, 0, i % 16 // 8, upper, i % 2, group, k // 64, k % 64 // 32, k % 32 // 16, k % 16 // 8, k % 8
#     // 2, k % 2,))
#   b45 = sch.get_sblock(name="C_sum_rf", func_name="main")
#   b46 = sch.reindex(block=b45, buffer=("write", 0))
#   b47 = sch.get_sblock(name="C_sum_rf", func_name="main")
#   sch.set_scope(block=b47, buffer_index=0, storage_scope="local")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_rf = T.sblock_alloc_buffer((4, 16, 512, 2, 8))
        C_sum_local = T.sblock_alloc_buffer((16, 512, 2, 8), scope="local")
        C_sum_rf_reindex_local = T.sblock_alloc_buffer((4, 512, 8, 4, 2, 2, 2), scope="local")
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14, ax15 in T.grid(4, 1, 512, 8, 4, 1, 2, 2, 2, 16, 2, 2, 2, 2, 4, 2):
            with T.sblock("C_sum_rf"):
                v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15 = T.axis.remap("SSSSSSSSSRRRRRRR", [ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14, ax15])
                T.reads(A[v6 * 8 + v4 * 2 + v8, v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15], W[v2, (v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15) // 64, v3 * 4 + (v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15) % 8 // 2, (v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15) % 64 // 16], scale_zero[v0 * 16 + v9, v2 * 16 + v7 * 8 + v3, 0:2])
                T.writes(C_sum_rf_reindex_local[v0, v2, v3, v4, v6, v7, v8])
                with T.init():
                    C_sum_rf_reindex_local[v0, v2, v3, v4, v6, v7, v8] = T.float32(0.0)
                C_sum_rf_reindex_local[v0, v2, v3, v4, v6, v7, v8] = C_sum_rf_reindex_local[v0, v2, v3, v4, v6, v7, v8] + T.Cast("float32", A[v6 * 8 + v4 * 2 + v8, v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15]) * T.Cast("float32", (T.Cast("float16", W[v2, (v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15) // 64, v3 * 4 + (v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15) % 8 // 2, (v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15) % 64 // 16] >> (v0 * 2048 + v9 * 128 + (v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15)) % 2 * 16 + (v0 * 2048 + v9 * 128 + (v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15)) % 16 // 8 * 8 + v7 * 4 & 15) - scale_zero[(v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15) // 128, v2 * 16 + v7 * 8 + v3, 1]) * scale_zero[(v0 * 2048 + v9 * 128 + v10 * 64 + v11 * 32 + v12 * 16 + v13 * 8 + v14 * 2 + v15) // 128, v2 * 16 + v7 * 8 + v3, 0])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6 in T.grid(4, 512, 8, 4, 2, 2, 2):
            with T.sblock("C_sum.rf_reindex"):
                v0, v1, v2, v3, v4, v5, v6 = T.axis.remap("SSSSSSS", [ax0, ax1, ax2, ax3, ax4, ax5, ax6])
                T.reads(C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6])
                T.writes(C_sum_rf[v0, v4 * 8 + v3 * 2 + v6, v1, v5, v2])
                C_sum_rf[v0, v4 * 8 + v3 * 2 + v6, v1, v5, v2] = C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6]
        for ax0_ax1_ax2_ax3_0_fused_0 in T.thread_binding(256, thread="blockIdx.x"):
            for ax0_ax1_ax2_ax3_0_fused_1 in T.thread_binding(128, thread="threadIdx.x"):
                for ax1_init, ax2_init, ax3_init in T.grid(1, 1, 1):
                    for ax4_init in T.vectorized(4):
                        with T.sblock("C_sum_init"):
                            v_i = T.axis.spatial(16, ax0_ax1_ax2_ax3_0_fused_0 // 16 + ax1_init)
                            v_i0 = T.axis.spatial(512, ax0_ax1_ax2_ax3_0_fused_0 % 16 * 32 + ax0_ax1_ax2_ax3_0_fused_1 // 4 + ax2_init)
                            v_i1 = T.axis.spatial(2, ax0_ax1_ax2_ax3_0_fused_1 % 4 // 2 + ax3_init)
                            v_i2 = T.axis.spatial(8, ax0_ax1_ax2_ax3_0_fused_1 % 2 * 4 + ax4_init)
                            T.reads()
                            T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                            C_sum_local[v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                for ax0 in T.serial(4, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                    for ax1, ax2, ax3 in T.grid(1, 1, 1):
                        for ax4 in T.vectorized(4):
                            with T.sblock("C_sum_update"):
                                vk_0 = T.axis.reduce(4, ax0)
                                v_i = T.axis.spatial(16, ax0_ax1_ax2_ax3_0_fused_0 // 16 + ax1)
                                v_i0 = T.axis.spatial(512, ax0_ax1_ax2_ax3_0_fused_0 % 16 * 32 + ax0_ax1_ax2_ax3_0_fused_1 // 4 + ax2)
                                v_i1 = T.axis.spatial(2, ax0_ax1_ax2_ax3_0_fused_1 % 4 // 2 + ax3)
                                v_i2 = T.axis.spatial(8, ax0_ax1_ax2_ax3_0_fused_1 % 2 * 4 + ax4)
                                T.reads(C_sum_local[v_i, v_i0, v_i1, v_i2], C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2])
                                T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                                C_sum_local[v_i, v_i0, v_i1, v_i2] = C_sum_local[v_i, v_i0, v_i1, v_i2] + C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2]
                for ax3_1 in T.vectorized(4):
                    with T.sblock("C_sum_local"):
                        v0 = T.axis.spatial(16, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) // 2048)
                        v1 = T.axis.spatial(512, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 2048 // 4)
                        v2 = T.axis.spatial(2, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 4 // 2)
                        v3 = T.axis.spatial(8, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 2 * 4 + ax3_1)
                        T.reads(C_sum_local[v0, v1, v2, v3])
                        T.writes(C[v0, v3 + v2 * 8 + v1 * 16])
                        C[v0, v3 + v2 * 8 + v1 * 16] = T.Cast("float16", C_sum_local[v0, v1, v2, v3])
