# gemm/sgemm_tvm:split_reorder_8x2:bind_fetch
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: lane l copies the l-th piece of the tile, one float per thread: no bank conflicts
# target: cuda sm_90
# launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 5120 B static + 0 B dynamic

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
            C_local = T.alloc_local((4,))
            A_shared = T.alloc_shared((256,))
            B_shared = T.alloc_shared((1024,))
            A_shared_local = T.alloc_local((1,))
            B_shared_local = T.alloc_local((4,))
            with T.launch_thread("blockIdx.y", 128) as blockIdx_y:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                for j_1_0, i_1_0 in T.grid(2, 8):
                    for j_1_2_init in range(4):
                        C_local[j_1_2_init] = T.float32(0.0)
                    cse_v3: T.let[T.int32] = blockIdx_y * 128
                    cse_v4: T.let[T.int32] = j_1_0 * 64
                    cse_v5: T.let[T.int32] = threadIdx_y * 4
                    for k_0 in range(1024):
                        cse_v1: T.let[T.int32] = k_0 * 262144
                        cse_v2: T.let[T.int32] = threadIdx_y * 16
                        T.tvm_storage_sync("shared")
                        A_shared[threadIdx_y * 16 + threadIdx_x] = A[k_0 * 262144 + threadIdx_y * 16384 + blockIdx_x * 128 + i_1_0 * 16 + threadIdx_x]
                        for ax0_ax1_fused_0 in range(4):
                            B_shared[ax0_ax1_fused_0 * 256 + threadIdx_y * 16 + threadIdx_x] = B[k_0 * 262144 + ax0_ax1_fused_0 * 65536 + (threadIdx_y >> 2) * 16384 + blockIdx_y * 128 + j_1_0 * 64 + (threadIdx_y & 3) * 16 + threadIdx_x]
                        T.tvm_storage_sync("shared")
                        for k_1 in range(16):
                            A_shared_local[0] = A_shared[k_1 * 16 + threadIdx_x]
                            for ax1 in range(4):
                                B_shared_local[ax1] = B_shared[k_1 * 64 + threadIdx_y * 4 + ax1]
                            for j_1_2 in range(4):
                                C_local[j_1_2] = C_local[j_1_2] + A_shared_local[0] * B_shared_local[j_1_2]
                    for ax1 in range(4):
                        C[blockIdx_x * 2097152 + i_1_0 * 262144 + threadIdx_x * 16384 + blockIdx_y * 128 + j_1_0 * 64 + threadIdx_y * 4 + ax1] = C_local[ax1]
