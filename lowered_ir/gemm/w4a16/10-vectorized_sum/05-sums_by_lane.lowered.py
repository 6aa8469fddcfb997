# gemm/w4a16:vectorized_sum:sums_by_lane
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: mma.sync distributes accumulators: a loop per part of the lane's index
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# no kernel yet: no loop bound to a block or thread axis: C_sum_rf (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6,
#     ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14, ax15); C_sum.rf_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5,
#     ax6, ax7)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_rf_reindex_local = T.alloc_local((524288,))
        C_sum_rf = T.alloc_buffer((524288,))
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        for ax0, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9, ax10, ax11, ax12, ax13, ax14, ax15 in T.grid(4, 256, 8, 4, 2, 2, 2, 2, 16, 2, 2, 4, 2, 2, 2):
            cse_v5: T.let[T.int32] = ax0 * 131072 + ax2 * 512 + ax3 * 64 + ax4 * 16 + ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8
            if ax9 == 0 and ax10 == 0 and ax11 == 0 and ax12 == 0 and ax13 == 0 and ax14 == 0 and ax15 == 0:
                C_sum_rf_reindex_local[cse_v5] = T.float32(0.0)
            cse_v4: T.let[T.int32] = ax0 * 262144 + ax9 * 16384 + ax2 * 64 + ax5 * 32 + ax7 * 16 + ax3 * 2
            C_sum_rf_reindex_local[cse_v5] = C_sum_rf_reindex_local[cse_v5] + T.Cast("float32", A_1[ax6 * 65536 + ax4 * 16384 + ax8 * 8192 + ax0 * 2048 + ax9 * 128 + ax10 * 64 + ax11 * 32 + ax12 * 8 + ax13 * 4 + ax14 * 2 + ax15]) * T.Cast("float32", (T.Cast("float16", W_1[ax2 * 32768 + ax5 * 16384 + ax0 * 4096 + ax9 * 256 + ax10 * 128 + ax3 * 16 + ax12 * 4 + ax11 * 2 + ax13] >> ax15 * 16 + ax14 * 8 + ax7 * 4 & 15) - scale_zero_1[cse_v4 + 1]) * scale_zero_1[cse_v4])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(4, 256, 8, 4, 2, 2, 2, 2):
            cse_v1: T.let[T.int32] = ax0 * 131072
            C_sum_rf[cse_v1 + ax5 * 65536 + ax3 * 16384 + ax7 * 8192 + ax1 * 32 + ax4 * 16 + ax6 * 8 + ax2] = C_sum_rf_reindex_local[cse_v1 + ax1 * 512 + ax2 * 64 + ax3 * 16 + ax4 * 8 + ax5 * 4 + ax6 * 2 + ax7]
        with T.launch_thread("blockIdx.x", 256) as blockIdx_x:
            C_sum_local = T.alloc_local((1,), "float32x4")
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                C_sum_local[0] = T.Broadcast(T.float32(0.0), 4)
                cse_v2: T.let[T.int32] = blockIdx_x * 512
                cse_v3: T.let[T.int32] = threadIdx_x * 4
                for ax0 in T.unroll(4):
                    C_sum_local[0] = C_sum_local[0] + C_sum_rf[T.Ramp(ax0 * 131072 + cse_v2 + cse_v3, 1, 4)]
                C_1[cse_v2 + cse_v3:cse_v2 + cse_v3 + 4] = T.Cast("float16x4", C_sum_local[0])
