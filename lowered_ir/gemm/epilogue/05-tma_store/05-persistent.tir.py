# gemm/epilogue:tma_store:persistent
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: 128 blocks, each of which computes 4 tiles
# since the previous step:
#   l26, l27 = sch.split(loop=l19, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l28 = sch.fuse(l23, l26, preserve_unit_iters=True)
#   sch.reorder(l27, l24, l28)
#   sch.annotate(block_or_loop=l28, ann_key="schedules.rounds", ann_val=1)
#   sch.bind(loop=l27, thread_axis="blockIdx.y")
#   sch.bind(loop=l24, thread_axis="blockIdx.x")

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
        for ax0_0_1 in T.thread_binding(16, thread="blockIdx.y"):
            for ax1_1 in T.thread_binding(8, thread="blockIdx.x"):
                for ax1_0_ax0_0_0_fused in T.serial(4, annotations={"schedules.rounds": 1}):
                    for ax0_1, ax2_ax3_ax4_fused, ax8_0, ax5, ax6, ax7, ax8_1 in T.grid(2, 128, 64, 32, 2, 2, 64):
                        with T.sblock("C_sum"):
                            v0 = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1)
                            v1 = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1)
                            v2 = T.axis.spatial(4, ax2_ax3_ax4_fused // 32)
                            v3 = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4)
                            v4 = T.axis.spatial(4, ax2_ax3_ax4_fused % 4)
                            v5, v6, v7 = T.axis.remap("SSS", [ax5, ax6, ax7])
                            v8 = T.axis.reduce(4096, ax8_0 * 64 + ax8_1)
                            T.reads(A[v0 * 64 + v2 * 16 + v6 * 8 + v3, v8], B[v1 * 256 + v5 * 8 + v4 * 2 + v7, v8])
                            T.writes(C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7])
                            with T.init():
                                C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] = T.float32(0.0)
                            C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] = C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", A[v0 * 64 + v2 * 16 + v6 * 8 + v3, v8]) * T.Cast("float32", B[v1 * 256 + v5 * 8 + v4 * 2 + v7, v8])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            with T.sblock("C_sum_local_reindex"):
                v0, v1, v2, v3, v4, v5, v6, v7 = T.axis.remap("SSSSSSSS", [ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7])
                T.reads(C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7], bias[v1 * 256 + v5 * 8 + v4 * 2 + v7], residual[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7])
                T.writes(C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] = T.Cast("float16", (C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7]) + (C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * (C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * (C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557))) + T.Cast("float32", residual[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7]))
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            with T.sblock("C_reindex"):
                v0, v1, v2, v3, v4, v5, v6, v7 = T.axis.remap("SSSSSSSS", [ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7])
                T.reads(C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                T.writes(C[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7])
                C[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7] = C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7]
