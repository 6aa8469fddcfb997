# gemm/epilogue:tma_store:round
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: the epilogue's results stay in registers, rounded, like the accumulators
# target: cuda sm_90
# build: at most 168 registers a thread, sm_90 alone
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7,
#     ax8); C_sum_local_reindex (loops ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7); C_reindex (loops ax0, ax1, ax2,
#     ax3, ax4, ax5, ax6, ax7)

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
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8 in T.grid(64, 16, 4, 8, 4, 32, 2, 2, 4096):
            cse_v1: T.let[T.int32] = ax0 * 262144
            cse_v8: T.let[T.int32] = cse_v1 + ax1 * 16384 + ax2 * 4096 + ax3 * 512 + ax4 * 128 + ax5 * 4 + ax6 * 2 + ax7
            if ax8 == 0:
                C_sum_local_reindex[cse_v8] = T.float32(0.0)
            C_sum_local_reindex[cse_v8] = C_sum_local_reindex[cse_v8] + T.Cast("float32", A_1[cse_v1 + ax2 * 65536 + ax6 * 32768 + ax3 * 4096 + ax8]) * T.Cast("float32", B_1[ax1 * 1048576 + ax5 * 32768 + ax4 * 8192 + ax7 * 4096 + ax8])
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            cse_v2: T.let[T.int32] = ax0 * 262144
            cse_v3: T.let[T.int32] = ax1 * 256
            cse_v4: T.let[T.int32] = ax5 * 8
            cse_v5: T.let[T.int32] = ax4 * 2
            cse_v7: T.let[T.int32] = cse_v3 + cse_v4 + cse_v5 + ax7
            cse_v9: T.let[T.int32] = cse_v2 + ax1 * 16384 + ax2 * 4096 + ax3 * 512 + ax4 * 128 + ax5 * 4 + ax6 * 2 + ax7
            C_reindex_local[cse_v9] = T.Cast("float16", (C_sum_local_reindex[cse_v9] + T.Cast("float32", bias_1[cse_v7])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum_local_reindex[cse_v9] + T.Cast("float32", bias_1[cse_v7]) + (C_sum_local_reindex[cse_v9] + T.Cast("float32", bias_1[cse_v7])) * (C_sum_local_reindex[cse_v9] + T.Cast("float32", bias_1[cse_v7])) * (C_sum_local_reindex[cse_v9] + T.Cast("float32", bias_1[cse_v7])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557))) + T.Cast("float32", residual_1[cse_v2 + ax2 * 65536 + ax6 * 32768 + ax3 * 4096 + cse_v3 + cse_v4 + cse_v5 + ax7]))
        for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(64, 16, 4, 8, 4, 32, 2, 2):
            cse_v6: T.let[T.int32] = ax0 * 262144
            C_1[cse_v6 + ax2 * 65536 + ax6 * 32768 + ax3 * 4096 + ax1 * 256 + ax5 * 8 + ax4 * 2 + ax7] = C_reindex_local[cse_v6 + ax1 * 16384 + ax2 * 4096 + ax3 * 512 + ax4 * 128 + ax5 * 4 + ax6 * 2 + ax7]
