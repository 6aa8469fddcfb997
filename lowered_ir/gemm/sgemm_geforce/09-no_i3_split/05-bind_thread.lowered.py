# gemm/sgemm_geforce:no_i3_split:bind_thread
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: j along x: a warp's lanes are adjacent in B and C
# target: cuda sm_90
# launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global"), C_in_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C_in = T.decl_buffer((16777216,), data=C_in_ptr)
        C = T.decl_buffer((16777216,), data=C_ptr)
        B = T.decl_buffer((16777216,), data=B_ptr)
        A = T.decl_buffer((16777216,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 64) as blockIdx_y:
            C_sum_local = T.alloc_local((4,))
            with T.launch_thread("blockIdx.x", 16) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                for j_1_0, i_1_0 in T.grid(2, 16):
                    cse_v1: T.let[T.int32] = blockIdx_x * 256
                    cse_v2: T.let[T.int32] = j_1_0 * 128
                    cse_v3: T.let[T.int32] = threadIdx_x * 4
                    cse_v4: T.let[T.int32] = blockIdx_y * 262144 + i_1_0 * 16384 + threadIdx_y * 4096
                    for k, j_1_2 in T.grid(4096, 4):
                        if k == 0:
                            C_sum_local[j_1_2] = T.float32(0.0)
                        C_sum_local[j_1_2] = C_sum_local[j_1_2] + A[blockIdx_y * 262144 + i_1_0 * 16384 + threadIdx_y * 4096 + k] * B[k * 4096 + blockIdx_x * 256 + j_1_0 * 128 + threadIdx_x * 4 + j_1_2]
                    for ax1 in range(4):
                        cse_v5: T.let[T.int32] = blockIdx_y * 262144 + i_1_0 * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + j_1_0 * 128 + threadIdx_x * 4 + ax1
                        C[blockIdx_y * 262144 + i_1_0 * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + j_1_0 * 128 + threadIdx_x * 4 + ax1] = C_in[blockIdx_y * 262144 + i_1_0 * 16384 + threadIdx_y * 4096 + blockIdx_x * 256 + j_1_0 * 128 + threadIdx_x * 4 + ax1] + C_sum_local[ax1]
