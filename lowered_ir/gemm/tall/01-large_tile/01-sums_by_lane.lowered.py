# gemm/tall:large_tile:sums_by_lane
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: wgmma distributes 64 x 256 accumulators over 128 lanes: one loop per part of the lane's index
# target: cuda sm_90
# build: sm_90 alone
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7,
#     ax8); C_sum_local_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256, 16384), "float16"), B: T.Buffer((256, 16384), "float16"), C: T.Buffer((256, 256), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_local_reindex = T.alloc_local((65536,))
        A_1 = A.view(4194304)
        B_1 = B.view(4194304)
        C_1 = C.view(65536)
        for ax0, ax2, ax3, ax4, ax5, ax6, ax7, ax8 in T.grid(4, 4, 8, 4, 32, 2, 2, 16384):
            cse_v2: T.let[T.int32] = ax0 * 16384 + ax2 * 4096 + ax3 * 512 + ax4 * 128 + ax5 * 4 + ax6 * 2 + ax7
            if ax8 == 0:
                C_sum_local_reindex[cse_v2] = T.float32(0.0)
            C_sum_local_reindex[cse_v2] = C_sum_local_reindex[cse_v2] + T.Cast("float32", A_1[ax0 * 1048576 + ax2 * 262144 + ax6 * 131072 + ax3 * 16384 + ax8]) * T.Cast("float32", B_1[ax5 * 131072 + ax4 * 32768 + ax7 * 16384 + ax8])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6 in T.grid(4, 4, 8, 4, 32, 2, 2):
            cse_v1: T.let[T.int32] = ax0 * 16384 + ax1 * 4096
            C_1[cse_v1 + ax5 * 2048 + ax2 * 256 + ax4 * 8 + ax3 * 2 + ax6] = T.Cast("float16", C_sum_local_reindex[cse_v1 + ax2 * 512 + ax3 * 128 + ax4 * 4 + ax5 * 2 + ax6])
