# gemm/fp8gemm:tensor_scale_tma_store:split_group
# C[i,j] = scale_a scale_b sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 -> bfloat16
# why: 128 x 256 of C per block: a value from the L2 cache is used 128 or 256 times
# target: cuda sm_90
# build: at most 168 registers a thread, sm_90 alone
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops ax1_0, ax0_0, ax1_1, ax0_1,
#     ax2_ax3_ax4_fused, ax8_0, ax5, ax6, ax7, ax8_1); C_sum_local_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5,
#     ax6, ax7); C_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float8_e4m3fn"), B: T.Buffer((4096, 4096), "float8_e4m3fn"), scale_a: T.Buffer((1,), "float32"), scale_b: T.Buffer((1,), "float32"), C: T.Buffer((4096, 4096), "bfloat16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_local_reindex = T.alloc_local((16777216,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        scale_a_1 = T.decl_buffer((1,), data=scale_a.data)
        scale_b_1 = T.decl_buffer((1,), data=scale_b.data)
        C_1 = C.view(16777216)
        C_sum_local_reindex_1 = T.decl_buffer((16777216,), data=C_sum_local_reindex.data, scope="local")
        for ax1_0, ax0_0, ax1_1, ax0_1, ax2_ax3_ax4_fused, ax8_0, ax5, ax6, ax7, ax8_1 in T.grid(2, 32, 8, 2, 128, 32, 32, 2, 2, 128):
            cse_v1: T.let[T.int32] = ax8_0 * 128
            cse_v3: T.let[T.int32] = ax0_0 * 524288 + ax0_1 * 262144
            cse_v4: T.let[T.int32] = cse_v3 + ax1_0 * 131072 + ax1_1 * 16384 + ax2_ax3_ax4_fused * 128 + ax5 * 4 + ax6 * 2 + ax7
            if cse_v1 + ax8_1 == 0:
                C_sum_local_reindex[cse_v4] = T.float32(0.0)
            C_sum_local_reindex[cse_v4] = C_sum_local_reindex[cse_v4] + T.reinterpret("float32", T.Cast("uint32", T.reinterpret("uint8", A_1[cse_v3 + ax2_ax3_ax4_fused // 32 * 65536 + ax6 * 32768 + ax2_ax3_ax4_fused % 32 // 4 * 4096 + cse_v1 + ax8_1])) << T.uint32(20) & T.uint32(8388607) | T.Cast("uint32", (T.reinterpret("uint8", A_1[cse_v3 + ax2_ax3_ax4_fused // 32 * 65536 + ax6 * 32768 + ax2_ax3_ax4_fused % 32 // 4 * 4096 + cse_v1 + ax8_1]) << T.uint8(1) >> T.uint8(4)) + T.uint8(120)) << T.uint32(23) | T.Cast("uint32", T.reinterpret("uint8", A_1[cse_v3 + ax2_ax3_ax4_fused // 32 * 65536 + ax6 * 32768 + ax2_ax3_ax4_fused % 32 // 4 * 4096 + cse_v1 + ax8_1]) >> T.uint8(7)) << T.uint32(31)) * T.reinterpret("float32", T.Cast("uint32", T.reinterpret("uint8", B_1[ax1_0 * 8388608 + ax1_1 * 1048576 + ax5 * 32768 + ax2_ax3_ax4_fused % 4 * 8192 + ax7 * 4096 + cse_v1 + ax8_1])) << T.uint32(20) & T.uint32(8388607) | T.Cast("uint32", (T.reinterpret("uint8", B_1[ax1_0 * 8388608 + ax1_1 * 1048576 + ax5 * 32768 + ax2_ax3_ax4_fused % 4 * 8192 + ax7 * 4096 + cse_v1 + ax8_1]) << T.uint8(1) >> T.uint8(4)) + T.uint8(120)) << T.uint32(23) | T.Cast("uint32", T.reinterpret("uint8", B_1[ax1_0 * 8388608 + ax1_1 * 1048576 + ax5 * 32768 + ax2_ax3_ax4_fused % 4 * 8192 + ax7 * 4096 + cse_v1 + ax8_1]) >> T.uint8(7)) << T.uint32(31))
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            cse_v5: T.let[T.int32] = ax0 * 262144 + ax1 * 16384 + ax2 * 4096 + ax3 * 512 + ax4 * 128 + ax5 * 4 + ax6 * 2 + ax7
            C_sum_local_reindex_1[cse_v5] = C_sum_local_reindex[cse_v5] * scale_a_1[0] * scale_b_1[0]
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            cse_v2: T.let[T.int32] = ax0 * 262144
            cse_v6: T.let[T.int32] = cse_v2 + ax1 * 16384 + ax2 * 4096 + ax3 * 512 + ax4 * 128 + ax5 * 4 + ax6 * 2 + ax7
            C_1[cse_v2 + ax2 * 65536 + ax6 * 32768 + ax3 * 4096 + ax1 * 256 + ax5 * 8 + ax4 * 2 + ax7] = T.reinterpret("bfloat16", T.Cast("uint16", T.reinterpret("uint32", C_sum_local_reindex_1[cse_v6]) + ((T.reinterpret("uint32", C_sum_local_reindex_1[cse_v6]) >> T.uint32(16) & T.uint32(1)) + T.uint32(32767)) >> T.uint32(16)))
