# gemm/w4a16:mma:fragments
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: each operand in the lane and register where mma.sync expects it
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
            cse_v12: T.let[T.int32] = i1 // 128 * 16384 + i0 * 2
            W_value[i0 * 8192 + i1] = (T.Cast("float16", W_1[i0 * 1024 + i1 // 8] >> i1 % 8 * 4 & 15) - scale_zero_1[cse_v12 + 1]) * scale_zero_1[cse_v12]
        with T.launch_thread("blockIdx.z", 1) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((40960,), "uint8", scope="shared.dyn")
            W_value_shared_dyn = T.decl_buffer((16384,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((4096,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local = T.alloc_local((256,))
            A_shared_dyn_local = T.alloc_local((256,), "float16")
            W_value_shared_dyn_local = T.alloc_local((256,), "float16")
            with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 128)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                for k_0 in range(32):
                    cse_v1: T.let[T.int32] = threadIdx_y * 8192
                    cse_v2: T.let[T.int32] = k_0 * 256
                    cse_v3: T.let[T.int32] = threadIdx_x * 8
                    cse_v4: T.let[T.int32] = threadIdx_y * 256
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(4):
                        A_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 1024 + cse_v4 + cse_v3, 1, 8) + T.Broadcast(0, 8)] = A_1[T.Ramp(ax0_ax1_fused_0 * 32768 + cse_v1 + cse_v2 + cse_v3, 1, 8)]
                    for ax0_ax1_fused_0 in range(16):
                        W_value_shared_dyn[T.Ramp(ax0_ax1_fused_0 * 1024 + cse_v4 + cse_v3, 1, 8) + T.Broadcast(4096, 8)] = W_value[T.Ramp(blockIdx_x * 524288 + ax0_ax1_fused_0 * 32768 + cse_v1 + cse_v2 + cse_v3, 1, 8)]
                    T.tvm_storage_sync("shared.dyn")
                    for k_1 in range(16):
                        cse_v5: T.let[T.int32] = k_1 * 16
                        for ax0_1, ax1_1 in T.grid(16, 16):
                            A_shared_dyn_local[ax0_1 % 8 * 32 + ax1_1 % 8 // 2 * 8 + ax1_1 // 8 * 4 + ax0_1 // 8 * 2 + ax1_1 % 2] = A_shared_dyn[ax0_1 * 256 + cse_v5 + ax1_1]
                        for ax0_1, ax1_1 in T.grid(16, 16):
                            W_value_shared_dyn_local[ax0_1 % 8 * 32 + ax1_1 % 8 // 2 * 8 + ax1_1 // 8 * 4 + ax0_1 // 8 * 2 + ax1_1 % 2] = W_value_shared_dyn[threadIdx_y * 4096 + ax0_1 * 256 + cse_v5 + ax1_1 + 4096]
                        if k_0 * 16 + k_1 == 0:
                            for i_3, i0_3 in T.grid(16, 16):
                                C_sum_local[i_3 % 8 * 32 + i0_3 % 8 // 2 * 8 + i0_3 // 8 * 4 + i_3 // 8 * 2 + i0_3 % 2] = T.float32(0.0)
                        for i_3, i0_3, k_2 in T.grid(16, 16, 16):
                            cse_v6: T.let[T.int32] = i0_3 % 8
                            cse_v7: T.let[T.int32] = i0_3 // 8
                            cse_v8: T.let[T.int32] = k_2 % 2
                            cse_v9: T.let[T.int32] = i_3 % 8 * 32
                            cse_v10: T.let[T.int32] = i_3 // 8 * 2
                            cse_v11: T.let[T.int32] = k_2 // 8 * 4
                            cse_v13: T.let[T.int32] = k_2 % 8 // 2 * 8
                            cse_v14: T.let[T.int32] = cse_v9 + cse_v6 // 2 * 8 + cse_v7 * 4 + cse_v10 + i0_3 % 2
                            C_sum_local[cse_v14] = C_sum_local[cse_v14] + T.Cast("float32", A_shared_dyn_local[cse_v9 + cse_v13 + cse_v11 + cse_v10 + cse_v8]) * T.Cast("float32", W_value_shared_dyn_local[cse_v6 * 32 + cse_v13 + cse_v11 + cse_v7 * 2 + cse_v8])
                for ax0, ax1 in T.grid(16, 16):
                    C_1[ax0 * 8192 + blockIdx_x * 64 + threadIdx_y * 16 + ax1] = T.Cast("float16", C_sum_local[ax0 % 8 * 32 + ax1 % 8 // 2 * 8 + ax1 // 8 * 4 + ax0 // 8 * 2 + ax1 % 2])
