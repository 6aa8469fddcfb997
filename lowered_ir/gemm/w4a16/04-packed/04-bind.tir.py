# gemm/w4a16:packed:bind
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: 64 columns per block, 16 per warp
# since the previous step:
#   b11 = sch.get_sblock(name="C_sum", func_name="main")
#   l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23, l24, l25, l26 = sch.get_loops(block=b11)
#   l27, l28 = sch.split(loop=l13, factors=[None, 4], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l12, l27, l28, l14, l15, l20, l16, l17, l18, l19, l21, l22, l23, l24, l25, l26)
#   l29 = sch.fuse(l14, l15, preserve_unit_iters=True)
#   sch.bind(loop=l12, thread_axis="blockIdx.y")
#   sch.bind(loop=l27, thread_axis="blockIdx.x")
#   sch.bind(loop=l28, thread_axis="threadIdx.y")
#   sch.bind(loop=l29, thread_axis="threadIdx.x")
#   sch.reverse_compute_at(block=b9, loop=l29, preserve_unit_loops=True, index=-1)
#   b30 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_inline(block=b30)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_reindex_local = T.sblock_alloc_buffer((512, 8, 4, 2, 2, 2), scope="local")
        for ax0 in T.thread_binding(1, thread="blockIdx.y"):
            for ax1_0 in T.thread_binding(128, thread="blockIdx.x"):
                for ax1_1 in T.thread_binding(4, thread="threadIdx.y"):
                    for ax2_ax3_fused in T.thread_binding(32, thread="threadIdx.x"):
                        for ax8, ax4, ax5, ax6, ax7, ax9, ax10, ax11, ax12, ax13, ax14 in T.grid(64, 1, 2, 2, 2, 2, 2, 4, 2, 2, 2):
                            with T.sblock("C_sum"):
                                v0 = T.axis.spatial(1, ax0)
                                v1 = T.axis.spatial(512, ax1_0 * 4 + ax1_1)
                                v2 = T.axis.spatial(8, ax2_ax3_fused // 4)
                                v3 = T.axis.spatial(4, ax2_ax3_fused % 4)
                                v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14 = T.axis.remap("SSSSRRRRRRR", [ax4, ax5, ax6, ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14])
                                T.reads(A[v5 * 8 + v3 * 2 + v7, v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14], W[v1, (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 64, v2 * 4 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 32 // 8, (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 64 // 32 * 2 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 8 // 4], scale_zero[(v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 128, v1 * 16 + v6 * 8 + v2, 0:2])
                                T.writes(C_sum_reindex_local[v1, v2, v3, v5, v6, v7])
                                with T.init():
                                    C_sum_reindex_local[v1, v2, v3, v5, v6, v7] = T.float32(0.0)
                                C_sum_reindex_local[v1, v2, v3, v5, v6, v7] = C_sum_reindex_local[v1, v2, v3, v5, v6, v7] + T.Cast("float32", A[v5 * 8 + v3 * 2 + v7, v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14]) * T.Cast("float32", (T.Cast("float16", W[v1, (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 64, v2 * 4 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 32 // 8, (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 64 // 32 * 2 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 8 // 4] >> (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 2 * 16 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 4 // 2 * 8 + v6 * 4 & 15) - scale_zero[(v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 128, v1 * 16 + v6 * 8 + v2, 1]) * scale_zero[(v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 128, v1 * 16 + v6 * 8 + v2, 0])
                        for ax0_1, ax1, ax2, ax3, ax4, ax5 in T.grid(1, 1, 1, 2, 2, 2):
                            with T.sblock("C_sum_reindex"):
                                v0 = T.axis.spatial(512, ax1_0 * 4 + ax1_1 + ax0_1)
                                v1 = T.axis.spatial(8, ax2_ax3_fused // 4 + ax1)
                                v2 = T.axis.spatial(4, ax2_ax3_fused % 4 + ax2)
                                v3, v4, v5 = T.axis.remap("SSS", [ax3, ax4, ax5])
                                T.reads(C_sum_reindex_local[v0, v1, v2, v3, v4, v5])
                                T.writes(C[v3 * 8 + v2 * 2 + v5, v1 + v4 * 8 + v0 * 16])
                                C[v3 * 8 + v2 * 2 + v5, v1 + v4 * 8 + v0 * 16] = T.Cast("float16", C_sum_reindex_local[v0, v1, v2, v3, v4, v5])
