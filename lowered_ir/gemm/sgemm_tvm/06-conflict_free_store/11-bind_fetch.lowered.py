# gemm/sgemm_tvm:conflict_free_store:bind_fetch
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: lane l copies the l-th piece of the tile, one float per thread: no bank conflicts
# target: cuda sm_90
# launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 16384 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "blockIdx.y", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((268435456,), data=C_ptr)
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
            C_local = T.alloc_local((64,))
            A_shared = T.alloc_shared((2048,))
            B_shared = T.alloc_shared((2048,))
            A_shared_local = T.alloc_local((8,))
            B_shared_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.y", 128) as blockIdx_y:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                for i_1_2_init, j_1_2_init in T.grid(8, 8):
                    C_local[i_1_2_init * 8 + j_1_2_init] = T.float32(0.0)
                cse_v3: T.let[T.int32] = blockIdx_y * 128
                cse_v5: T.let[T.int32] = threadIdx_y * 8
                for k_0 in range(1024):
                    cse_v1: T.let[T.int32] = k_0 * 262144
                    cse_v2: T.let[T.int32] = threadIdx_y * 16
                    cse_v6: T.let[T.int32] = (threadIdx_y >> 3) * 16384
                    cse_v7: T.let[T.int32] = (threadIdx_y & 7) * 16
                    T.tvm_storage_sync("shared")
                    for ax0_ax1_fused_0 in range(8):
                        A_shared[ax0_ax1_fused_0 * 256 + threadIdx_y * 16 + threadIdx_x] = A[k_0 * 262144 + ax0_ax1_fused_0 * 32768 + (threadIdx_y >> 3) * 16384 + blockIdx_x * 128 + (threadIdx_y & 7) * 16 + threadIdx_x]
                    for ax0_ax1_fused_0 in range(8):
                        B_shared[ax0_ax1_fused_0 * 256 + threadIdx_y * 16 + threadIdx_x] = B[k_0 * 262144 + ax0_ax1_fused_0 * 32768 + (threadIdx_y >> 3) * 16384 + blockIdx_y * 128 + (threadIdx_y & 7) * 16 + threadIdx_x]
                    T.tvm_storage_sync("shared")
                    for k_1 in range(16):
                        cse_v4: T.let[T.int32] = k_1 * 128
                        for ax1 in range(8):
                            A_shared_local[ax1] = A_shared[k_1 * 128 + threadIdx_x * 8 + ax1]
                        for ax1 in range(8):
                            B_shared_local[ax1] = B_shared[k_1 * 128 + threadIdx_y * 8 + ax1]
                        for i_1_2, j_1_2 in T.grid(8, 8):
                            cse_v8: T.let[T.int32] = i_1_2 * 8 + j_1_2
                            C_local[i_1_2 * 8 + j_1_2] = C_local[i_1_2 * 8 + j_1_2] + A_shared_local[i_1_2] * B_shared_local[j_1_2]
                for ax0, ax1 in T.grid(8, 8):
                    C[blockIdx_x * 2097152 + threadIdx_x * 131072 + ax0 * 16384 + blockIdx_y * 128 + threadIdx_y * 8 + ax1] = C_local[ax0 * 8 + ax1]
