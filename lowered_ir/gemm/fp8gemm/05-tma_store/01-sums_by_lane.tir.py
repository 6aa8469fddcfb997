# gemm/fp8gemm:tma_store:sums_by_lane
# C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 ->
#     bfloat16
# why: wgmma distributes 64 x 256 accumulators over 128 lanes: one loop per part of the lane's index
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.set_scope(block=b0, buffer_index=0, storage_scope="local")
#   b1 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.transform_block_layout(block=b1, index_map=lambda i, j, k: (i // 64, j // 256, i % 64 // 16, i % 8, j %
#     8 // 2, j % 256 // 8, i % 16 // 8, j % 2, k,))
#   b2 = sch.get_sblock(name="C_sum", func_name="main")
#   b3 = sch.reindex(block=b2, buffer=("write", 0))
#   b4 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.set_scope(block=b4, buffer_index=0, storage_scope="local")
#   b5 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_inline(block=b5)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float8_e4m3fn"), B: T.Buffer((4096, 4096), "float8_e4m3fn"), scale_a: T.Buffer((4096,), "float32"), scale_b: T.Buffer((4096,), "float32"), C: T.Buffer((4096, 4096), "bfloat16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local_reindex = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8 in T.grid(64, 16, 4, 8, 4, 32, 2, 2, 4096):
            with T.sblock("C_sum"):
                v0, v1, v2, v3, v4, v5, v6, v7, v8 = T.axis.remap("SSSSSSSSR", [ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8])
                T.reads(A[v0 * 64 + v2 * 16 + v6 * 8 + v3, v8], B[v1 * 256 + v5 * 8 + v4 * 2 + v7, v8])
                T.writes(C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7])
                with T.init():
                    C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] = T.float32(0.0)
                C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] = C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", A[v0 * 64 + v2 * 16 + v6 * 8 + v3, v8]) * T.Cast("float32", B[v1 * 256 + v5 * 8 + v4 * 2 + v7, v8])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            with T.sblock("C_sum_local_reindex"):
                v0, v1, v2, v3, v4, v5, v6, v7 = T.axis.remap("SSSSSSSS", [ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7])
                T.reads(C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7], scale_a[v0 * 64 + v2 * 16 + v6 * 8 + v3], scale_b[v1 * 256 + v5 * 8 + v4 * 2 + v7])
                T.writes(C[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7])
                C[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7] = T.Cast("bfloat16", C_sum_local_reindex[v0, v1, v2, v3, v4, v5, v6, v7] * scale_a[v0 * 64 + v2 * 16 + v6 * 8 + v3] * scale_b[v1 * 256 + v5 * 8 + v4 * 2 + v7])
