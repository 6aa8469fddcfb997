# gemm/w4a16:mma:swizzle
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: piece c of row r is stored at c ^ (r % 8): a column covers all banks
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: W_value (loops i0, i1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        W_value = T.alloc_buffer((67108864,), "float16")
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        for i0, i1 in T.grid(8192, 8192):
            cse_v11: T.let[T.int32] = i1 // 128 * 16384 + i0 * 2
            W_value[i0 * 8192 + i1] = (T.Cast("float16", W_1[i0 * 1024 + i1 // 8] >> i1 % 8 * 4 & 15) - scale_zero_1[cse_v11 + 1]) * scale_zero_1[cse_v11]
        with T.launch_thread("blockIdx.z", 1) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((40960,), "uint8", scope="shared.dyn")
            W_value_shared_dyn = T.decl_buffer((16384,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((4096,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local_warp = T.alloc_buffer((256,), scope="warp")
            A_shared_dyn_local_warp = T.alloc_buffer((256,), "float16", scope="warp")
            W_value_shared_dyn_local_warp = T.alloc_buffer((256,), "float16", scope="warp")
            C_sum_local_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 128)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                T.cuda.mma_fill_legacy(8, C_sum_local_warp.data, 0)
                cse_v3: T.let[T.int32] = threadIdx_x * 8
                for k_0 in range(32):
                    cse_v1: T.let[T.int32] = threadIdx_y * 8192
                    cse_v2: T.let[T.int32] = k_0 * 256
                    cse_v4: T.let[T.int32] = threadIdx_y * 256
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(4):
                        A_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 1024 + cse_v4 + (threadIdx_x ^ ax0_ax1_fused_0 % 2 * 4 + threadIdx_y) * 8, 1, 8) + T.Broadcast(0, 8)] = A_1[T.Ramp(ax0_ax1_fused_0 * 32768 + cse_v1 + cse_v2 + cse_v3, 1, 8)]
                    for ax0_ax1_fused_0 in range(16):
                        W_value_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 1024 + cse_v4 + (threadIdx_x ^ ax0_ax1_fused_0 % 2 * 4 + threadIdx_y) * 8, 1, 8) + T.Broadcast(4096, 8)] = W_value[T.Ramp(blockIdx_x * 524288 + ax0_ax1_fused_0 * 32768 + cse_v1 + cse_v2 + cse_v3, 1, 8)]
                    T.tvm_storage_sync("shared.dyn")
                    for k_1 in range(16):
                        cse_v5: T.let[T.int32] = threadIdx_x % 16
                        cse_v6: T.let[T.int32] = k_1 * 2
                        cse_v7: T.let[T.int32] = threadIdx_x // 16
                        cse_v8: T.let[T.int32] = threadIdx_x % 8
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, cse_v3, T.tvm_access_ptr(T.type_annotation("float16"), A_shared_dyn.data, cse_v5 * 256 + (cse_v6 + cse_v7 ^ cse_v8) * 8, 4096, 1), 0)
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", W_value_shared_dyn_local_warp.data, cse_v3, T.tvm_access_ptr(T.type_annotation("float16"), W_value_shared_dyn.data, 4096 + (threadIdx_y * 4096 + cse_v7 * 2048 + cse_v8 * 256 + (cse_v6 + cse_v5 // 8 ^ cse_v8) * 8), 4096, 1), 0)
                        T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, cse_v3, W_value_shared_dyn_local_warp.data, cse_v3, C_sum_local_warp.data, cse_v3, T.bool(False))
                        cse_v9: T.let[T.int32] = cse_v3 + 4
                        T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, cse_v3, W_value_shared_dyn_local_warp.data, cse_v9, C_sum_local_warp.data, cse_v9, T.bool(False))
                for ax0_1, ax1_1 in T.grid(2, 2):
                    cse_v10: T.let[T.int32] = threadIdx_x % 4 * 2
                    for ax3 in range(2):
                        C_sum_local_local[cse_v10 + ax3] = C_sum_local_warp[cse_v3 + ax1_1 * 4 + ax0_1 * 2 + ax3]
                    C_1[ax0_1 * 65536 + threadIdx_x // 4 * 8192 + blockIdx_x * 64 + threadIdx_y * 16 + ax1_1 * 8 + cse_v10:ax0_1 * 65536 + threadIdx_x // 4 * 8192 + blockIdx_x * 64 + threadIdx_y * 16 + ax1_1 * 8 + cse_v10 + 2] = T.Cast("float16x2", C_sum_local_local[T.Ramp(cse_v10, 1, 2)])
