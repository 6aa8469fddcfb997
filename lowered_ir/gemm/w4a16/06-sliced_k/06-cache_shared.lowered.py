# gemm/w4a16:sliced_k:cache_shared
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: 16 bytes per thread; 64 bytes of padding avoid A's bank conflicts
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops k_1, i, i0, i1, i2); C_sum_local (loops
#     ax0, ax1, ax2, ax3); C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_rf = T.alloc_buffer((1048576,))
        C_sum_local = T.alloc_local((131072,))
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        C_sum_rf_1 = C_sum_rf.view(131072)
        C_sum_rf_2 = T.decl_buffer((1048576,), data=C_sum_rf.data)
        with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((68608,), "uint8", scope="shared.dyn")
            scale_zero_shared_dyn = T.decl_buffer((1024,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            W_shared_dyn = T.decl_buffer((8192,), "int32", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((16896,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_rf_reindex_local = T.alloc_local((32,))
            with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
                threadIdx_z = T.launch_thread("threadIdx.z", 8)
                threadIdx_y = T.launch_thread("threadIdx.y", 1)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                cse_v6: T.let[T.int32] = threadIdx_x % 4
                cse_v7: T.let[T.int32] = threadIdx_x // 4
                for ax9 in range(8):
                    cse_v2: T.let[T.int32] = threadIdx_x * 8
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(8):
                        cse_v1: T.let[T.int32] = threadIdx_z // 4
                        cse_v11: T.let[T.int32] = threadIdx_z % 4 * 256
                        A_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 2112 + cse_v1 * 1056 + cse_v11 + cse_v2, 1, 8) + T.Broadcast(17408, 8)] = A_1[T.Ramp(ax0_ax1_fused_0 * 16384 + cse_v1 * 8192 + ax9 * 1024 + cse_v11 + cse_v2, 1, 8)]
                    cse_v3: T.let[T.int32] = threadIdx_z * 128
                    for ax0_ax1_ax2_ax3_fused_0 in range(8):
                        cse_v4: T.let[T.int32] = threadIdx_x * 4
                        W_shared_dyn[T.Ramp(ax0_ax1_ax2_ax3_fused_0 * 1024 + cse_v3 + cse_v4, 1, 4) + T.Broadcast(512, 4)] = W_1[T.Ramp(blockIdx_x * 65536 + ax0_ax1_ax2_ax3_fused_0 // 2 * 16384 + ax9 * 2048 + ax0_ax1_ax2_ax3_fused_0 % 2 * 1024 + cse_v3 + cse_v4, 1, 4)]
                    cse_v5: T.let[T.int32] = threadIdx_z * 256
                    if threadIdx_z < 4:
                        scale_zero_shared_dyn[T.Ramp(cse_v5 + cse_v2, 1, 8) + T.Broadcast(0, 8)] = scale_zero_1[T.Ramp(ax9 * 131072 + threadIdx_z * 32768 + threadIdx_x // 16 * 16384 + blockIdx_x * 128 + threadIdx_x % 16 * 8, 1, 8)]
                    if ax9 == 0:
                        for ax5, ax6, ax7, ax8 in T.grid(4, 2, 2, 2):
                            C_sum_rf_reindex_local[ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8] = T.float32(0.0)
                    T.tvm_storage_sync("shared.dyn")
                    for ax5, ax6, ax7, ax8, ax10, ax11, ax12, ax13, ax14, ax15 in T.grid(4, 2, 2, 2, 2, 2, 4, 2, 2, 2):
                        cse_v13: T.let[T.int32] = ax5 * 8 + ax6 * 4 + ax7 * 2 + ax8
                        cse_v14: T.let[T.int32] = cse_v3 + ax5 * 32 + ax7 * 16 + cse_v7 * 2
                        C_sum_rf_reindex_local[cse_v13] = C_sum_rf_reindex_local[cse_v13] + T.Cast("float32", A_shared_dyn[ax6 * 8448 + cse_v6 * 2112 + ax8 * 1056 + cse_v3 + ax10 * 64 + ax11 * 32 + ax12 * 8 + ax13 * 4 + ax14 * 2 + ax15 + 17408]) * T.Cast("float32", (T.Cast("float16", W_shared_dyn[ax5 * 2048 + cse_v5 + ax10 * 128 + cse_v7 * 16 + ax12 * 4 + ax11 * 2 + ax13 + 512] >> ax15 * 16 + ax14 * 8 + ax7 * 4 & 15) - scale_zero_shared_dyn[cse_v14 + 1]) * scale_zero_shared_dyn[cse_v14])
                for ax4, ax5, ax6, ax7 in T.grid(4, 2, 2, 2):
                    C_sum_rf_2[threadIdx_z * 131072 + ax5 * 65536 + cse_v6 * 16384 + ax7 * 8192 + blockIdx_x * 64 + ax4 * 16 + ax6 * 8 + cse_v7] = C_sum_rf_reindex_local[ax4 * 8 + ax5 * 4 + ax6 * 2 + ax7]
        for k_1, i, i0, i1, i2 in T.grid(8, 16, 512, 2, 8):
            cse_v8: T.let[T.int32] = i * 8192
            cse_v9: T.let[T.int32] = i0 * 16
            cse_v10: T.let[T.int32] = i1 * 8
            cse_v15: T.let[T.int32] = cse_v8 + cse_v9 + cse_v10 + i2
            if k_1 == 0:
                C_sum_local[cse_v15] = T.float32(0.0)
            C_sum_local[cse_v15] = C_sum_local[cse_v15] + C_sum_rf_2[k_1 * 131072 + cse_v8 + cse_v9 + cse_v10 + i2]
        for ax0, ax1, ax2, ax3 in T.grid(16, 512, 2, 8):
            cse_v16: T.let[T.int32] = ax0 * 8192 + ax1 * 16 + ax2 * 8 + ax3
            C_sum_rf_1[cse_v16] = C_sum_local[cse_v16]
        for i, j in T.grid(16, 8192):
            cse_v12: T.let[T.int32] = i * 8192 + j
            C_1[cse_v12] = T.Cast("float16", C_sum_rf_1[cse_v12])
