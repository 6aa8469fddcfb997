# gemm/w4a16:sliced_k:bind
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: 64 columns per block, 64 per warp
# since the previous step:
#   b23 = sch.get_sblock(name="C_sum_rf", func_name="main")
#   l24, l25, l26, l27, l28, l29, l30, l31, l32, l33, l34, l35, l36, l37, l38, l39 = sch.get_loops(block=b23)
#   l40, l41 = sch.split(loop=l26, factors=[None, 1], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l25, l40, l24, l41, l27, l28, l33, l29, l30, l31, l32, l34, l35, l36, l37, l38, l39)
#   l42 = sch.fuse(l27, l28, preserve_unit_iters=True)
#   sch.bind(loop=l25, thread_axis="blockIdx.y")
#   sch.bind(loop=l40, thread_axis="blockIdx.x")
#   sch.bind(loop=l24, thread_axis="threadIdx.z")
#   sch.bind(loop=l41, thread_axis="threadIdx.y")
#   sch.bind(loop=l42, thread_axis="threadIdx.x")
#   sch.reverse_compute_at(block=b21, loop=l42, preserve_unit_loops=True, index=-1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((16, 512, 2, 8))
        C_sum_rf = T.sblock_alloc_buffer((8, 16, 512, 2, 8))
        C_sum_local = T.sblock_alloc_buffer((16, 512, 2, 8), scope="local")
        C_sum_rf_reindex_local = T.sblock_alloc_buffer((8, 128, 8, 4, 4, 2, 2, 2), scope="local")
        for ax1 in T.thread_binding(1, thread="blockIdx.y"):
            for ax2_0 in T.thread_binding(128, thread="blockIdx.x"):
                for ax0 in T.thread_binding(8, thread="threadIdx.z"):
                    for ax2_1 in T.thread_binding(1, thread="threadIdx.y"):
                        for ax3_ax4_fused in T.thread_binding(32, thread="threadIdx.x"):
                            for ax9, ax5, ax6, ax7, ax8, ax10, ax11, ax12, ax13, ax14, ax15 in T.grid(8, 4, 2, 2, 2, 2, 2, 4, 2, 2, 2):
                                with T.sblock("C_sum_rf"):
                                    v0, v1 = T.axis.remap("SS", [ax0, ax1])
                                    v2 = T.axis.spatial(128, ax2_0 + ax2_1)
                                    v3 = T.axis.spatial(8, ax3_ax4_fused // 4)
                                    v4 = T.axis.spatial(4, ax3_ax4_fused % 4)
                                    v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15 = T.axis.remap("SSSSRRRRRRR", [ax5, ax6, ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14, ax15])
                                    T.reads(A[v6 * 8 + v4 * 2 + v8, v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15], W[v2 * 4 + v5, (v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) // 64, v3 * 4 + (v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) % 32 // 8, (v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) % 64 // 32 * 2 + (v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) % 8 // 4], scale_zero[v9 * 8 + v0, v2 * 64 + v5 * 16 + v7 * 8 + v3, 0:2])
                                    T.writes(C_sum_rf_reindex_local[v0, v2, v3, v4, v5, v6, v7, v8])
                                    with T.init():
                                        C_sum_rf_reindex_local[v0, v2, v3, v4, v5, v6, v7, v8] = T.float32(0.0)
                                    C_sum_rf_reindex_local[v0, v2, v3, v4, v5, v6, v7, v8] = C_sum_rf_reindex_local[v0, v2, v3, v4, v5, v6, v7, v8] + T.Cast("float32", A[v6 * 8 + v4 * 2 + v8, v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15]) * T.Cast("float32", (T.Cast("float16", W[v2 * 4 + v5, (v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) // 64, v3 * 4 + (v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) % 32 // 8, (v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) % 64 // 32 * 2 + (v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) % 8 // 4] >> (v9 * 1024 + v0 * 128 + (v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15)) % 2 * 16 + (v9 * 1024 + v0 * 128 + (v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15)) % 4 // 2 * 8 + v7 * 4 & 15) - scale_zero[(v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) // 128, v2 * 64 + v5 * 16 + v7 * 8 + v3, 1]) * scale_zero[(v9 * 1024 + v0 * 128 + v10 * 64 + v11 * 32 + v12 * 8 + v13 * 4 + v14 * 2 + v15) // 128, v2 * 64 + v5 * 16 + v7 * 8 + v3, 0])
                            for ax0_1, ax1_1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(1, 1, 1, 1, 4, 2, 2, 2):
                                with T.sblock("C_sum.rf_reindex"):
                                    v0 = T.axis.spatial(8, ax0 + ax0_1)
                                    v1 = T.axis.spatial(128, ax2_0 + ax1_1)
                                    v2 = T.axis.spatial(8, ax3_ax4_fused // 4 + ax2)
                                    v3 = T.axis.spatial(4, ax3_ax4_fused % 4 + ax3)
                                    v4, v5, v6, v7 = T.axis.remap("SSSS", [ax4, ax5, ax6, ax7])
                                    T.reads(C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                    T.writes(C_sum_rf[v0, v5 * 8 + v3 * 2 + v7, v1 * 4 + v4, v6, v2])
                                    C_sum_rf[v0, v5 * 8 + v3 * 2 + v7, v1 * 4 + v4, v6, v2] = C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7]
        for k_1, i, i0, i1, i2 in T.grid(8, 16, 512, 2, 8):
            with T.sblock("C_sum"):
                vk_1, v_i, v_i0, v_i1, v_i2 = T.axis.remap("RSSSS", [k_1, i, i0, i1, i2])
                T.reads(C_sum_rf[vk_1, v_i, v_i0, v_i1, v_i2])
                T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                with T.init():
                    C_sum_local[v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                C_sum_local[v_i, v_i0, v_i1, v_i2] = C_sum_local[v_i, v_i0, v_i1, v_i2] + C_sum_rf[vk_1, v_i, v_i0, v_i1, v_i2]
        for ax0, ax1, ax2, ax3 in T.grid(16, 512, 2, 8):
            with T.sblock("C_sum_local"):
                v0, v1, v2, v3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(C_sum_local[v0, v1, v2, v3])
                T.writes(C_sum[v0, v1, v2, v3])
                C_sum[v0, v1, v2, v3] = C_sum_local[v0, v1, v2, v3]
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
