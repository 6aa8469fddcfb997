# gemm/w4a16:packed:sums_by_lane
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: mma.sync distributes accumulators: a loop per part of the lane's index
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7,
#     ax8, ax9, ax10, ax11, ax12, ax13, ax14); C_sum_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5); C (loops i,
#     j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_reindex_local = T.alloc_local((131072,))
        C_sum = T.alloc_buffer((131072,))
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        for ax1, ax2, ax3, ax5, ax6, ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14 in T.grid(512, 8, 4, 2, 2, 2, 64, 2, 2, 4, 2, 2, 2):
            cse_v3: T.let[T.int32] = ax1 * 256 + ax2 * 32 + ax3 * 8 + ax5 * 4 + ax6 * 2 + ax7
            if ax8 == 0 and ax9 == 0 and ax10 == 0 and ax11 == 0 and ax12 == 0 and ax13 == 0 and ax14 == 0:
                C_sum_reindex_local[cse_v3] = T.float32(0.0)
            cse_v2: T.let[T.int32] = ax8 * 16384 + ax1 * 32 + ax6 * 16 + ax2 * 2
            C_sum_reindex_local[cse_v3] = C_sum_reindex_local[cse_v3] + T.Cast("float32", A_1[ax5 * 65536 + ax3 * 16384 + ax7 * 8192 + ax8 * 128 + ax9 * 64 + ax10 * 32 + ax11 * 8 + ax12 * 4 + ax13 * 2 + ax14]) * T.Cast("float32", (T.Cast("float16", W_1[ax1 * 16384 + ax8 * 256 + ax9 * 128 + ax2 * 16 + ax11 * 4 + ax10 * 2 + ax12] >> ax14 * 16 + ax13 * 8 + ax6 * 4 & 15) - scale_zero_1[cse_v2 + 1]) * scale_zero_1[cse_v2])
        for ax0, ax1, ax2, ax3, ax4, ax5 in T.grid(512, 8, 4, 2, 2, 2):
            C_sum[ax3 * 65536 + ax2 * 16384 + ax5 * 8192 + ax0 * 16 + ax4 * 8 + ax1] = C_sum_reindex_local[ax0 * 256 + ax1 * 32 + ax2 * 8 + ax3 * 4 + ax4 * 2 + ax5]
        for i, j in T.grid(16, 8192):
            cse_v1: T.let[T.int32] = i * 8192 + j
            C_1[cse_v1] = T.Cast("float16", C_sum[cse_v1])
