# gemm/w4a16:dequantized:bind_warp
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: 2 fragments that a warp loads per step of k feed 1 MMAs
# target: cuda sm_90
# build: cp.async on
# launch main_kernel: grid 64 x 512 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic
# launch main_kernel_1: grid 128 x 1 x 1, block 1 x 4 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(W_ptr: T.handle("int32", "global"), W_value_ptr: T.handle("float16", "global"), scale_zero_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        W_value = T.decl_buffer((67108864,), "float16", data=W_value_ptr)
        scale_zero = T.decl_buffer((1048576,), "float16", data=scale_zero_ptr)
        W = T.decl_buffer((8388608,), "int32", data=W_ptr)
        with T.launch_thread("blockIdx.y", 512) as blockIdx_y:
            W_value_local = T.alloc_local((8,), "float16")
            with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                for ax1 in range(8):
                    cse_v5: T.let[T.int32] = blockIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y * 2
                    W_value_local[ax1] = (T.Cast("float16", W[blockIdx_y * 16384 + threadIdx_y * 1024 + blockIdx_x * 16 + threadIdx_x] >> ax1 * 4 & 15) - scale_zero[blockIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y * 2 + 1]) * scale_zero[blockIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y * 2]
                for ax1_2 in range(2):
                    cse_v1: T.let[T.int32] = ax1_2 * 4
                    W_value[blockIdx_y * 131072 + threadIdx_y * 8192 + blockIdx_x * 128 + threadIdx_x * 8 + ax1_2 * 4:blockIdx_y * 131072 + threadIdx_y * 8192 + blockIdx_x * 128 + threadIdx_x * 8 + ax1_2 * 4 + 4] = W_value_local[T.Ramp(ax1_2 * 4, 1, 4)]

    @T.prim_func(s_tir=True)
    def main_kernel_1(A_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global"), W_value_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.y"], "tirx.noalias": True})
        C = T.decl_buffer((131072,), "float16", data=C_ptr)
        W_value = T.decl_buffer((67108864,), "float16", data=W_value_ptr)
        A = T.decl_buffer((131072,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 1) as blockIdx_z:
            C_sum_local = T.alloc_local((256,))
            with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 128)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                for k_0, k_1 in T.grid(128, 4):
                    if k_0 * 4 + k_1 == 0:
                        for i_3, i0_3 in T.grid(16, 16):
                            C_sum_local[i_3 * 16 + i0_3] = T.float32(0.0)
                    for i_3, i0_3, k_2 in T.grid(16, 16, 16):
                        cse_v2: T.let[T.int32] = k_0 * 64
                        cse_v3: T.let[T.int32] = k_1 * 16
                        cse_v4: T.let[T.int32] = i_3 * 16 + i0_3
                        C_sum_local[i_3 * 16 + i0_3] = C_sum_local[i_3 * 16 + i0_3] + T.Cast("float32", A[i_3 * 8192 + k_0 * 64 + k_1 * 16 + k_2]) * T.Cast("float32", W_value[blockIdx_x * 524288 + threadIdx_y * 131072 + i0_3 * 8192 + k_0 * 64 + k_1 * 16 + k_2])
                for ax0, ax1 in T.grid(16, 16):
                    C[ax0 * 8192 + blockIdx_x * 64 + threadIdx_y * 16 + ax1] = T.Cast("float16", C_sum_local[ax0 * 16 + ax1])
