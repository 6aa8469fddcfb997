# gemm/hgemm:wgmma_tma:bind
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: each lane stores its own accumulators from registers
# since the previous step:
#   sch.bind(loop=l20, thread_axis="blockIdx.z")
#   sch.bind(loop=l16, thread_axis="blockIdx.y")
#   sch.bind(loop=l21, thread_axis="blockIdx.x")
#   sch.bind(loop=l17, thread_axis="threadIdx.y")
#   sch.bind(loop=l22, thread_axis="threadIdx.x")
#   sch.reverse_compute_at(block=b3, loop=l22, preserve_unit_loops=True, index=-1)
#   b23 = sch.cache_read(block=b3, read_buffer_index=0, storage_scope="local")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local_reindex = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        C_sum_local_reindex_local = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        for ax1_0 in T.thread_binding(2, thread="blockIdx.z"):
            for ax0_0 in T.thread_binding(32, thread="blockIdx.y"):
                for ax1_1 in T.thread_binding(8, thread="blockIdx.x"):
                    for ax0_1 in T.thread_binding(2, thread="threadIdx.y"):
                        for ax2_ax3_ax4_fused in T.thread_binding(128, thread="threadIdx.x"):
                            for ax8_0, ax5, ax6, ax7, ax8_1 in T.grid(64, 32, 2, 2, 64):
                                with T.sblock("C_sum"):
                                    v0 = T.axis.spatial(64, ax0_0 * 2 + ax0_1)
                                    v1 = T.axis.spatial(16, ax1_0 * 8 + ax1_1)
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
                            for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(1, 1, 1, 1, 1, 32, 2, 2):
                                with T.sblock("C_sum_local_reindex_local"):
                                    v0 = T.axis.spatial(64, ax0_0 * 2 + ax0_1 + ax0)
                                    v1 = T.axis.spatial(16, ax1_0 * 8 + ax1_1 + ax1)
                                    v2 = T.axis.spatial(4, ax2_ax3_ax4_fused // 32 + ax2)
                                    v3 = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4 + ax3)
                                    v4 = T.axis.spatial(4, ax2_ax3_ax4_fused % 4 + ax4)
                                    v5, v6, v7 = T.axis.remap("SSS", [ax5, ax6, ax7])
                                    T.reads(C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7])
                                    T.writes(C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                    C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] = C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7]
                            for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(1, 1, 1, 1, 1, 32, 2, 2):
                                with T.sblock("C_sum_local_reindex"):
                                    v0 = T.axis.spatial(64, ax0_0 * 2 + ax0_1 + ax0)
                                    v1 = T.axis.spatial(16, ax1_0 * 8 + ax1_1 + ax1)
                                    v2 = T.axis.spatial(4, ax2_ax3_ax4_fused // 32 + ax2)
                                    v3 = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4 + ax3)
                                    v4 = T.axis.spatial(4, ax2_ax3_ax4_fused % 4 + ax4)
                                    v5, v6, v7 = T.axis.remap("SSS", [ax5, ax6, ax7])
                                    T.reads(C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                    T.writes(C[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7])
                                    C[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7] = T.Cast("float16", C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
