# gemm/w4a16:packed:sums_by_lane
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: mma.sync distributes accumulators: a loop per part of the lane's index
# since the previous step:
#   b7 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.transform_block_layout(block=b7, index_map=lambda i, n, upper, g, k: (i // 16, n, g, i % 8 // 2, 0, i %
#     16 // 8, upper, i % 2, k // 128, k % 128 // 64, k % 128 % 64 // 32, k % 128 % 32 // 8, k % 128 % 8 // 4, k
#      % 128 % 4 // 2, k % 128 % 2,))
#   b8 = sch.get_sblock(name="C_sum", func_name="main")
#   b9 = sch.reindex(block=b8, buffer=("write", 0))
#   b10 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.set_scope(block=b10, buffer_index=0, storage_scope="local")

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
        C_sum_reindex_local = T.sblock_alloc_buffer((512, 8, 4, 2, 2, 2), scope="local")
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14 in T.grid(1, 512, 8, 4, 1, 2, 2, 2, 64, 2, 2, 4, 2, 2, 2):
            with T.sblock("C_sum"):
                v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14 = T.axis.remap("SSSSSSSSRRRRRRR", [ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14])
                T.reads(A[v5 * 8 + v3 * 2 + v7, v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14], W[v1, (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 64, v2 * 4 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 32 // 8, (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 64 // 32 * 2 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 8 // 4], scale_zero[(v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 128, v1 * 16 + v6 * 8 + v2, 0:2])
                T.writes(C_sum_reindex_local[v1, v2, v3, v5, v6, v7])
                with T.init():
                    C_sum_reindex_local[v1, v2, v3, v5, v6, v7] = T.float32(0.0)
                C_sum_reindex_local[v1, v2, v3, v5, v6, v7] = C_sum_reindex_local[v1, v2, v3, v5, v6, v7] + T.Cast("float32", A[v5 * 8 + v3 * 2 + v7, v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14]) * T.Cast("float32", (T.Cast("float16", W[v1, (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 64, v2 * 4 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 32 // 8, (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 64 // 32 * 2 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 8 // 4] >> (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 2 * 16 + (v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) % 4 // 2 * 8 + v6 * 4 & 15) - scale_zero[(v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 128, v1 * 16 + v6 * 8 + v2, 1]) * scale_zero[(v8 * 128 + v9 * 64 + v10 * 32 + v11 * 8 + v12 * 4 + v13 * 2 + v14) // 128, v1 * 16 + v6 * 8 + v2, 0])
        for ax0, ax1, ax2, ax3, ax4, ax5 in T.grid(512, 8, 4, 2, 2, 2):
            with T.sblock("C_sum_reindex"):
                v0, v1, v2, v3, v4, v5 = T.axis.remap("SSSSSS", [ax0, ax1, ax2, ax3, ax4, ax5])
                T.reads(C_sum_reindex_local[v0, v1, v2, v3, v4, v5])
                T.writes(C_sum[v3 * 8 + v2 * 2 + v5, v0, v4, v1])
                C_sum[v3 * 8 + v2 * 2 + v5, v0, v4, v1] = C_sum_reindex_local[v0, v1, v2, v3, v4, v5]
        for i, j in T.grid(16, 8192):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j // 16, v_j % 16 // 8, v_j % 8])
