# gemm/sgemm_cuda:shared_tile:bind_fetch
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: each thread copies an element of both tiles, adjacent lanes adjacent words
# target: cuda sm_90
# launch main_kernel: grid 32 x 32 x 1, block 32 x 32 x 1, shared 8192 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((1048576,), data=C_ptr)
        B = T.decl_buffer((1048576,), data=B_ptr)
        A = T.decl_buffer((1048576,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
            C_local = T.alloc_local((1,))
            A_shared = T.alloc_shared((1024,))
            B_shared = T.alloc_shared((1024,))
            with T.launch_thread("blockIdx.x", 32) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 32)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                cse_v1: T.let[T.int32] = threadIdx_y * 1024
                cse_v4: T.let[T.int32] = blockIdx_x * 32
                cse_v5: T.let[T.int32] = blockIdx_y * 32768 + threadIdx_y * 1024
                for k_0 in range(32):
                    cse_v2: T.let[T.int32] = k_0 * 32
                    cse_v3: T.let[T.int32] = threadIdx_y * 32
                    cse_v6: T.let[T.int32] = threadIdx_y * 32 + threadIdx_x
                    T.tvm_storage_sync("shared")
                    A_shared[threadIdx_y * 32 + threadIdx_x] = A[blockIdx_y * 32768 + threadIdx_y * 1024 + k_0 * 32 + threadIdx_x]
                    B_shared[threadIdx_y * 32 + threadIdx_x] = B[k_0 * 32768 + threadIdx_y * 1024 + blockIdx_x * 32 + threadIdx_x]
                    T.tvm_storage_sync("shared")
                    for k_1 in range(32):
                        if k_0 * 32 + k_1 == 0:
                            C_local[0] = T.float32(0.0)
                        C_local[0] = C_local[0] + A_shared[threadIdx_y * 32 + k_1] * B_shared[k_1 * 32 + threadIdx_x]
                C[blockIdx_y * 32768 + threadIdx_y * 1024 + blockIdx_x * 32 + threadIdx_x] = C_local[0]
