# gemm/epilogue:tma_store:persistent
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: 128 blocks, each of which computes 4 tiles
# target: cuda sm_90
# build: at most 168 registers a thread, sm_90 alone
# no kernel yet: no loop bound to a block or thread axis: C_sum_local_reindex (loops ax0, ax1, ax2, ax3, ax4,
#     ax5, ax6, ax7); C_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), bias: T.Buffer((4096,), "float16"), residual: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_local_reindex = T.alloc_local((16777216,))
        C_reindex_local = T.alloc_local((16777216,), "float16")
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        bias_1 = T.decl_buffer((4096,), "float16", data=bias.data)
        residual_1 = residual.view(16777216)
        C_1 = C.view(16777216)
        with T.launch_thread("blockIdx.y", 16) as blockIdx_y:
            blockIdx_x = T.launch_thread("blockIdx.x", 8)
            for ax1_0_ax0_0_0_fused in T.serial(4, annotations={"schedules.rounds": 1}):
                for ax0_1, ax2_ax3_ax4_fused, ax8_0, ax5, ax6, ax7, ax8_1 in T.grid(2, 128, 64, 32, 2, 2, 64):
                    cse_v1: T.let[T.int32] = ax8_0 * 64
                    cse_v2: T.let[T.int32] = ax1_0_ax0_0_0_fused // 2
                    cse_v8: T.let[T.int32] = ax1_0_ax0_0_0_fused % 2 * 8388608 + blockIdx_y * 524288 + ax0_1 * 262144
                    cse_v11: T.let[T.int32] = cse_v8 + cse_v2 * 131072 + blockIdx_x * 16384 + ax2_ax3_ax4_fused * 128 + ax5 * 4 + ax6 * 2 + ax7
                    if cse_v1 + ax8_1 == 0:
                        C_sum_local_reindex[cse_v11] = T.float32(0.0)
                    C_sum_local_reindex[cse_v11] = C_sum_local_reindex[cse_v11] + T.Cast("float32", A_1[cse_v8 + ax2_ax3_ax4_fused // 32 * 65536 + ax6 * 32768 + ax2_ax3_ax4_fused % 32 // 4 * 4096 + cse_v1 + ax8_1]) * T.Cast("float32", B_1[cse_v2 * 8388608 + blockIdx_x * 1048576 + ax5 * 32768 + ax2_ax3_ax4_fused % 4 * 8192 + ax7 * 4096 + cse_v1 + ax8_1])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            cse_v3: T.let[T.int32] = ax0 * 262144
            cse_v4: T.let[T.int32] = ax1 * 256
            cse_v5: T.let[T.int32] = ax5 * 8
            cse_v6: T.let[T.int32] = ax4 * 2
            cse_v9: T.let[T.int32] = cse_v4 + cse_v5 + cse_v6 + ax7
            cse_v10: T.let[T.int32] = cse_v3 + ax1 * 16384 + ax2 * 4096 + ax3 * 512 + ax4 * 128 + ax5 * 4 + ax6 * 2 + ax7
            C_reindex_local[cse_v10] = T.Cast("float16", (C_sum_local_reindex[cse_v10] + T.Cast("float32", bias_1[cse_v9])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum_local_reindex[cse_v10] + T.Cast("float32", bias_1[cse_v9]) + (C_sum_local_reindex[cse_v10] + T.Cast("float32", bias_1[cse_v9])) * (C_sum_local_reindex[cse_v10] + T.Cast("float32", bias_1[cse_v9])) * (C_sum_local_reindex[cse_v10] + T.Cast("float32", bias_1[cse_v9])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557))) + T.Cast("float32", residual_1[cse_v3 + ax2 * 65536 + ax6 * 32768 + ax3 * 4096 + cse_v4 + cse_v5 + cse_v6 + ax7]))
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            cse_v7: T.let[T.int32] = ax0 * 262144
            C_1[cse_v7 + ax2 * 65536 + ax6 * 32768 + ax3 * 4096 + ax1 * 256 + ax5 * 8 + ax4 * 2 + ax7] = C_reindex_local[cse_v7 + ax1 * 16384 + ax2 * 4096 + ax3 * 512 + ax4 * 128 + ax5 * 4 + ax6 * 2 + ax7]
