# gemm/sgemm_cuda:tensor_core:bind_warp
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: 4 fragments that a warp loads per step of k feed 4 MMAs
# target: cuda sm_90
# launch main_kernel: grid 8 x 16 x 2, block 1 x 2 x 2, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.y"], "tirx.noalias": True})
        C = T.decl_buffer((1048576,), data=C_ptr)
        B = T.decl_buffer((1048576,), data=B_ptr)
        A = T.decl_buffer((1048576,), data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            C_local = T.alloc_local((1024,))
            with T.launch_thread("blockIdx.y", 16) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 8)
                threadIdx_z = T.launch_thread("threadIdx.z", 2)
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                cse_v3: T.let[T.int32] = blockIdx_z * 512
                cse_v4: T.let[T.int32] = blockIdx_x * 64
                cse_v5: T.let[T.int32] = threadIdx_y * 32
                cse_v6: T.let[T.int32] = blockIdx_y * 65536 + threadIdx_z * 32768
                for k_0, k_1, i_2, j_2 in T.grid(32, 2, 2, 2):
                    cse_v1: T.let[T.int32] = i_2 * 512
                    cse_v2: T.let[T.int32] = j_2 * 16
                    if k_0 * 2 + k_1 == 0:
                        for i_3, j_3 in T.grid(16, 16):
                            C_local[i_2 * 512 + i_3 * 32 + j_2 * 16 + j_3] = T.float32(0.0)
                    for i_3, j_3, k_2 in T.grid(16, 16, 16):
                        cse_v7: T.let[T.int32] = i_2 * 512 + i_3 * 32 + j_2 * 16 + j_3
                        C_local[i_2 * 512 + i_3 * 32 + j_2 * 16 + j_3] = C_local[i_2 * 512 + i_3 * 32 + j_2 * 16 + j_3] + A[blockIdx_y * 65536 + threadIdx_z * 32768 + i_2 * 16384 + i_3 * 1024 + k_0 * 32 + k_1 * 16 + k_2] * B[k_0 * 32768 + k_1 * 16384 + k_2 * 1024 + blockIdx_z * 512 + blockIdx_x * 64 + threadIdx_y * 32 + j_2 * 16 + j_3]
                for ax0, ax1 in T.grid(32, 32):
                    C[blockIdx_y * 65536 + threadIdx_z * 32768 + ax0 * 1024 + blockIdx_z * 512 + blockIdx_x * 64 + threadIdx_y * 32 + ax1] = C_local[ax0 * 32 + ax1]
