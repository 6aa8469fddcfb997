# gemm/tall:small_tiles:split_group
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: 64 x 64 of C per block: a value from the L2 cache is used 64 or 64 times
# target: cuda sm_90
# build: sm_90 alone
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops ax1_0, ax0_0, ax1_1, ax0_1,
#     ax2_ax3_ax4_fused, ax8_0, ax5, ax6, ax7, ax8_1); C_sum_local_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5,
#     ax6, ax7)

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
        for ax0_0, ax1_1, ax2_ax3_ax4_fused, ax8_0, ax5, ax6, ax7, ax8_1 in T.grid(4, 4, 128, 256, 8, 2, 2, 64):
            cse_v1: T.let[T.int32] = ax8_0 * 64
            cse_v3: T.let[T.int32] = ax0_0 * 16384 + ax1_1 * 4096 + ax2_ax3_ax4_fused * 32 + ax5 * 4 + ax6 * 2 + ax7
            if cse_v1 + ax8_1 == 0:
                C_sum_local_reindex[cse_v3] = T.float32(0.0)
            C_sum_local_reindex[cse_v3] = C_sum_local_reindex[cse_v3] + T.Cast("float32", A_1[ax0_0 * 1048576 + ax2_ax3_ax4_fused // 32 * 262144 + ax6 * 131072 + ax2_ax3_ax4_fused % 32 // 4 * 16384 + cse_v1 + ax8_1]) * T.Cast("float32", B_1[ax1_1 * 1048576 + ax5 * 131072 + ax2_ax3_ax4_fused % 4 * 32768 + ax7 * 16384 + cse_v1 + ax8_1])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(4, 4, 4, 8, 4, 8, 2, 2):
            cse_v2: T.let[T.int32] = ax0 * 16384
            C_1[cse_v2 + ax2 * 4096 + ax6 * 2048 + ax3 * 256 + ax1 * 64 + ax5 * 8 + ax4 * 2 + ax7] = T.Cast("float16", C_sum_local_reindex[cse_v2 + ax1 * 4096 + ax2 * 1024 + ax3 * 128 + ax4 * 32 + ax5 * 4 + ax6 * 2 + ax7])
