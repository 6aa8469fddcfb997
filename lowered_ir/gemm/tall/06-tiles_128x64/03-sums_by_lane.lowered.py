# gemm/tall:tiles_128x64:sums_by_lane
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: wgmma distributes 64 x 64 accumulators over 128 lanes: one loop per part of the lane's index
# target: cuda sm_90
# build: sm_90 alone
# no kernel yet: no loop bound to a block or thread axis: C_sum_rf (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6,
#     ax7, ax8, ax9); C_sum.rf_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256, 16384), "float16"), B: T.Buffer((256, 16384), "float16"), C: T.Buffer((256, 256), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_rf_reindex_local = T.alloc_local((1048576,))
        C_sum_rf = T.alloc_buffer((1048576,))
        A_1 = A.view(4194304)
        B_1 = B.view(4194304)
        C_1 = C.view(65536)
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9 in T.grid(16, 4, 4, 4, 8, 4, 8, 2, 2, 1024):
            cse_v4: T.let[T.int32] = ax0 * 65536 + ax1 * 16384 + ax2 * 4096 + ax3 * 1024 + ax4 * 128 + ax5 * 32 + ax6 * 4 + ax7 * 2 + ax8
            if ax9 == 0:
                C_sum_rf_reindex_local[cse_v4] = T.float32(0.0)
            cse_v1: T.let[T.int32] = ax0 * 1024
            C_sum_rf_reindex_local[cse_v4] = C_sum_rf_reindex_local[cse_v4] + T.Cast("float32", A_1[ax1 * 1048576 + ax3 * 262144 + ax7 * 131072 + ax4 * 16384 + cse_v1 + ax9]) * T.Cast("float32", B_1[ax2 * 1048576 + ax6 * 131072 + ax5 * 32768 + ax8 * 16384 + cse_v1 + ax9])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8 in T.grid(16, 4, 4, 4, 8, 4, 8, 2, 2):
            cse_v3: T.let[T.int32] = ax0 * 65536 + ax1 * 16384
            C_sum_rf[cse_v3 + ax3 * 4096 + ax7 * 2048 + ax4 * 256 + ax2 * 64 + ax6 * 8 + ax5 * 2 + ax8] = C_sum_rf_reindex_local[cse_v3 + ax2 * 4096 + ax3 * 1024 + ax4 * 128 + ax5 * 32 + ax6 * 4 + ax7 * 2 + ax8]
        with T.launch_thread("blockIdx.x", 512) as blockIdx_x:
            C_sum_local = T.alloc_local((1,))
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                C_sum_local[0] = T.float32(0.0)
                cse_v2: T.let[T.int32] = blockIdx_x * 128
                for k_0 in T.unroll(16):
                    C_sum_local[0] = C_sum_local[0] + C_sum_rf[k_0 * 65536 + cse_v2 + threadIdx_x]
                C_1[cse_v2 + threadIdx_x] = T.Cast("float16", C_sum_local[0])
