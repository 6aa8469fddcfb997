# gemm/epilogue:unfused:split_pairs
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: a slice of K in shared memory; a half2 has two elements along k
# target: cuda sm_90
# launch main_kernel: grid 32 x 32 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic
# launch main_kernel_1: grid 16384 x 1 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic
# launch main_kernel_2: grid 16384 x 1 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_sum_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C_sum = T.decl_buffer((16777216,), data=C_sum_ptr)
        B = T.decl_buffer((16777216,), "float16", data=B_ptr)
        A = T.decl_buffer((16777216,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
            C_sum_local = T.alloc_local((64,))
            with T.launch_thread("blockIdx.x", 32) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                cse_v6: T.let[T.int32] = blockIdx_y * 524288 + threadIdx_y * 16384
                for k_0, k_1, i_3, j_3, k_2 in T.grid(256, 8, 4, 4, 2):
                    cse_v1: T.let[T.int32] = k_0 * 16
                    cse_v2: T.let[T.int32] = k_1 * 2
                    cse_v5: T.let[T.int32] = i_3 * 4 + j_3
                    cse_v9: T.let[T.int32] = i_3 * 4 + j_3 + 32
                    cse_v10: T.let[T.int32] = i_3 * 4 + j_3 + 16
                    cse_v11: T.let[T.int32] = i_3 * 4 + j_3 + 48
                    if k_0 * 16 + k_1 * 2 + k_2 == 0:
                        C_sum_local[i_3 * 4 + j_3] = T.float32(0.0)
                        C_sum_local[i_3 * 4 + j_3 + 32] = T.float32(0.0)
                        C_sum_local[i_3 * 4 + j_3 + 16] = T.float32(0.0)
                        C_sum_local[i_3 * 4 + j_3 + 48] = T.float32(0.0)
                    cse_v14: T.let[T.int32] = blockIdx_y * 524288 + threadIdx_y * 16384 + i_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2
                    cse_v15: T.let[T.int32] = blockIdx_x * 524288 + threadIdx_x * 16384 + j_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2
                    C_sum_local[i_3 * 4 + j_3] = C_sum_local[i_3 * 4 + j_3] + T.Cast("float32", A[blockIdx_y * 524288 + threadIdx_y * 16384 + i_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2]) * T.Cast("float32", B[blockIdx_x * 524288 + threadIdx_x * 16384 + j_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2])
                    cse_v16: T.let[T.int32] = blockIdx_y * 524288 + threadIdx_y * 16384 + i_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2 + 262144
                    C_sum_local[i_3 * 4 + j_3 + 32] = C_sum_local[i_3 * 4 + j_3 + 32] + T.Cast("float32", A[blockIdx_y * 524288 + threadIdx_y * 16384 + i_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2 + 262144]) * T.Cast("float32", B[blockIdx_x * 524288 + threadIdx_x * 16384 + j_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2])
                    cse_v17: T.let[T.int32] = blockIdx_x * 524288 + threadIdx_x * 16384 + j_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2 + 262144
                    C_sum_local[i_3 * 4 + j_3 + 16] = C_sum_local[i_3 * 4 + j_3 + 16] + T.Cast("float32", A[blockIdx_y * 524288 + threadIdx_y * 16384 + i_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2]) * T.Cast("float32", B[blockIdx_x * 524288 + threadIdx_x * 16384 + j_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2 + 262144])
                    C_sum_local[i_3 * 4 + j_3 + 48] = C_sum_local[i_3 * 4 + j_3 + 48] + T.Cast("float32", A[blockIdx_y * 524288 + threadIdx_y * 16384 + i_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2 + 262144]) * T.Cast("float32", B[blockIdx_x * 524288 + threadIdx_x * 16384 + j_3 * 4096 + k_0 * 16 + k_1 * 2 + k_2 + 262144])
                for ax0 in range(4):
                    cse_v3: T.let[T.int32] = ax0 * 4
                    cse_v13: T.let[T.int32] = blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4
                    C_sum[blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4:blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4 + 4] = C_sum_local[T.Ramp(ax0 * 4, 1, 4)]
                    C_sum[blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4 + 262144:blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4 + 262144 + 4] = C_sum_local[T.Ramp(ax0 * 4 + 32, 1, 4)]
                    C_sum[blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4 + 64:blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4 + 64 + 4] = C_sum_local[T.Ramp(ax0 * 4 + 16, 1, 4)]
                    C_sum[blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4 + 262208:blockIdx_y * 524288 + threadIdx_y * 16384 + ax0 * 4096 + blockIdx_x * 128 + threadIdx_x * 4 + 262208 + 4] = C_sum_local[T.Ramp(ax0 * 4 + 48, 1, 4)]

    @T.prim_func(s_tir=True)
    def main_kernel_1(C_sum_ptr: T.handle("float32", "global"), C_sum_ptr_1: T.handle("float32", "global"), bias_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        bias = T.decl_buffer((4096,), "float16", data=bias_ptr)
        C_sum = T.decl_buffer((16777216,), data=C_sum_ptr_1)
        C_sum_1 = T.decl_buffer((16777216,), data=C_sum_ptr)
        with T.launch_thread("blockIdx.x", 16384) as blockIdx_x:
            threadIdx_x = T.launch_thread("threadIdx.x", 256)
            cse_v4: T.let[T.int32] = threadIdx_x * 4
            cse_v7: T.let[T.int32] = blockIdx_x * 1024 + threadIdx_x * 4
            cse_v12: T.let[T.int32] = (blockIdx_x & 3) * 1024 + threadIdx_x * 4
            C_sum_1[blockIdx_x * 1024 + threadIdx_x * 4:blockIdx_x * 1024 + threadIdx_x * 4 + 4] = (C_sum[T.Ramp(blockIdx_x * 1024 + threadIdx_x * 4, 1, 4)] + T.Cast("float32x4", bias[T.Ramp((blockIdx_x & 3) * 1024 + threadIdx_x * 4, 1, 4)])) * T.Broadcast(T.float32(0.5), 4) * (T.Broadcast(T.float32(1.0), 4) + T.call_pure_extern("float32x4", "tanhf", (C_sum[T.Ramp(blockIdx_x * 1024 + threadIdx_x * 4, 1, 4)] + T.Cast("float32x4", bias[T.Ramp((blockIdx_x & 3) * 1024 + threadIdx_x * 4, 1, 4)]) + (C_sum[T.Ramp(blockIdx_x * 1024 + threadIdx_x * 4, 1, 4)] + T.Cast("float32x4", bias[T.Ramp((blockIdx_x & 3) * 1024 + threadIdx_x * 4, 1, 4)])) * (C_sum[T.Ramp(blockIdx_x * 1024 + threadIdx_x * 4, 1, 4)] + T.Cast("float32x4", bias[T.Ramp((blockIdx_x & 3) * 1024 + threadIdx_x * 4, 1, 4)])) * (C_sum[T.Ramp(blockIdx_x * 1024 + threadIdx_x * 4, 1, 4)] + T.Cast("float32x4", bias[T.Ramp((blockIdx_x & 3) * 1024 + threadIdx_x * 4, 1, 4)])) * T.Broadcast(T.float32(0.044714998453855515), 4)) * T.Broadcast(T.float32(0.79788458347320557), 4)))

    @T.prim_func(s_tir=True)
    def main_kernel_2(C_ptr: T.handle("float16", "global"), C_sum_ptr: T.handle("float32", "global"), residual_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        residual = T.decl_buffer((16777216,), "float16", data=residual_ptr)
        C_sum = T.decl_buffer((16777216,), data=C_sum_ptr)
        C = T.decl_buffer((16777216,), "float16", data=C_ptr)
        with T.launch_thread("blockIdx.x", 16384) as blockIdx_x:
            threadIdx_x = T.launch_thread("threadIdx.x", 256)
            cse_v8: T.let[T.int32] = blockIdx_x * 1024 + threadIdx_x * 4
            C[blockIdx_x * 1024 + threadIdx_x * 4:blockIdx_x * 1024 + threadIdx_x * 4 + 4] = T.Cast("float16x4", C_sum[T.Ramp(blockIdx_x * 1024 + threadIdx_x * 4, 1, 4)] + T.Cast("float32x4", residual[T.Ramp(blockIdx_x * 1024 + threadIdx_x * 4, 1, 4)]))
