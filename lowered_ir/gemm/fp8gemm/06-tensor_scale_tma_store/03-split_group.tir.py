# gemm/fp8gemm:tensor_scale_tma_store:split_group
# C[i,j] = scale_a scale_b sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 -> bfloat16
# why: 128 x 256 of C per block: a value from the L2 cache is used 128 or 256 times
# since the previous step:
#   b7 = sch.get_sblock(name="C_sum", func_name="main")
#   l8, l9, l10, l11, l12, l13, l14, l15, l16 = sch.get_loops(block=b7)
#   l17, l18 = sch.split(loop=l8, factors=[None, 2], preserve_unit_iters=True, disable_predication=False)
#   l19, l20 = sch.split(loop=l16, factors=[None, 128], preserve_unit_iters=True, disable_predication=False)
#   l21, l22 = sch.split(loop=l9, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l21, l17, l22, l18, l10, l11, l12, l19, l13, l14, l15, l20)
#   l23 = sch.fuse(l10, l11, l12, preserve_unit_iters=True)

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
        for ax1_0, ax0_0, ax1_1, ax0_1, ax2_ax3_ax4_fused, ax8_0, ax5, ax6, ax7, ax8_1 in T.grid(2, 32, 8, 2, 128, 32, 32, 2, 2, 128):
            with T.sblock("C_sum"):
                v0 = T.axis.spatial(64, ax0_0 * 2 + ax0_1)
                v1 = T.axis.spatial(16, ax1_0 * 8 + ax1_1)
                v2 = T.axis.spatial(4, ax2_ax3_ax4_fused // 32)
                v3 = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4)
                v4 = T.axis.spatial(4, ax2_ax3_ax4_fused % 4)
                v5, v6, v7 = T.axis.remap("SSS", [ax5, ax6, ax7])
                v8 = T.axis.reduce(4096, ax8_0 * 128 + ax8_1)
                T.reads(A[v0 * 64 + v2 * 16 + v6 * 8 + v3, v8], B[v1 * 256 + v5 * 8 + v4 * 2 + v7, v8])
                T.writes(C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7])
                with T.init():
                    C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] = T.float32(0.0)
                C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] = C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", A[v0 * 64 + v2 * 16 + v6 * 8 + v3, v8]) * T.Cast("float32", B[v1 * 256 + v5 * 8 + v4 * 2 + v7, v8])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            with T.sblock("C_sum_local_reindex"):
                v0, v1, v2, v3, v4, v5, v6, v7 = T.axis.remap("SSSSSSSS", [ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7])
                T.reads(C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7], scale_a[0], scale_b[0])
                T.writes(C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] = T.Cast("bfloat16", C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] * scale_a[0] * scale_b[0])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            with T.sblock("C_reindex"):
                v0, v1, v2, v3, v4, v5, v6, v7 = T.axis.remap("SSSSSSSS", [ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7])
                T.reads(C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                T.writes(C[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7])
                C[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7] = C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7]
