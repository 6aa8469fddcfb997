# gemm/hgemm:bfloat16_cp_async:bind_warp
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, bfloat16 -> float32
# why: 8 fragments that a warp loads per step of k feed 16 MMAs
# target: cuda sm_90
# build: cp.async on
# launch main_kernel: grid 16 x 32 x 2, block 1 x 2 x 2, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("bfloat16", "global"), B_ptr: T.handle("bfloat16", "global"), C_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.y"], "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "bfloat16", data=C_ptr)
        B = T.decl_buffer((16777216,), "bfloat16", data=B_ptr)
        A = T.decl_buffer((16777216,), "bfloat16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            C_sum_local = T.alloc_local((4096,))
            with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 16)
                threadIdx_z = T.launch_thread("threadIdx.z", 2)
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                cse_v5: T.let[T.int32] = blockIdx_y * 524288 + threadIdx_z * 262144
                for k_0, k_1, i_2, j_2 in T.grid(64, 4, 4, 4):
                    cse_v1: T.let[T.int32] = i_2 * 1024
                    cse_v2: T.let[T.int32] = j_2 * 16
                    if k_0 * 4 + k_1 == 0:
                        for i_3, j_3 in T.grid(16, 16):
                            C_sum_local[i_2 * 1024 + i_3 * 64 + j_2 * 16 + j_3] = T.float32(0.0)
                    for i_3, j_3, k_2 in T.grid(16, 16, 16):
                        cse_v3: T.let[T.int32] = k_0 * 64
                        cse_v4: T.let[T.int32] = k_1 * 16
                        cse_v6: T.let[T.int32] = i_2 * 1024 + i_3 * 64 + j_2 * 16 + j_3
                        C_sum_local[i_2 * 1024 + i_3 * 64 + j_2 * 16 + j_3] = C_sum_local[i_2 * 1024 + i_3 * 64 + j_2 * 16 + j_3] + T.Cast("float32", A[blockIdx_y * 524288 + threadIdx_z * 262144 + i_2 * 65536 + i_3 * 4096 + k_0 * 64 + k_1 * 16 + k_2]) * T.Cast("float32", B[blockIdx_z * 8388608 + blockIdx_x * 524288 + threadIdx_y * 262144 + j_2 * 65536 + j_3 * 4096 + k_0 * 64 + k_1 * 16 + k_2])
                for ax0, ax1 in T.grid(64, 64):
                    C[blockIdx_y * 524288 + threadIdx_z * 262144 + ax0 * 4096 + blockIdx_z * 2048 + blockIdx_x * 128 + threadIdx_y * 64 + ax1] = T.Cast("bfloat16", C_sum_local[ax0 * 64 + ax1])
