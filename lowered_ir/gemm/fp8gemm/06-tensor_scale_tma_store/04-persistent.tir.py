# gemm/fp8gemm:tensor_scale_tma_store:persistent
# C[i,j] = scale_a scale_b sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 -> bfloat16
# why: 128 blocks, each of which computes 4 tiles
# since the previous step:
#   l24, l25 = sch.split(loop=l17, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l26 = sch.fuse(l21, l24, preserve_unit_iters=True)
#   sch.reorder(l25, l22, l26)
#   sch.annotate(block_or_loop=l26, ann_key="schedules.rounds", ann_val=1)
#   sch.bind(loop=l25, thread_axis="blockIdx.y")
#   sch.bind(loop=l22, thread_axis="blockIdx.x")

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
        for ax0_0_1 in T.thread_binding(16, thread="blockIdx.y"):
            for ax1_1 in T.thread_binding(8, thread="blockIdx.x"):
                for ax1_0_ax0_0_0_fused in T.serial(4, annotations={"schedules.rounds": 1}):
                    for ax0_1, ax2_ax3_ax4_fused, ax8_0, ax5, ax6, ax7, ax8_1 in T.grid(2, 128, 32, 32, 2, 2, 128):
                        with T.sblock("C_sum"):
                            v0 = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1)
                            v1 = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1)
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
