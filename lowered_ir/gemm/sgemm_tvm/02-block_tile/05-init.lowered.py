# gemm/sgemm_tvm:block_tile:init
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: cuda sm_90
# launch main_kernel: grid 512 x 512 x 1, block 32 x 32 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "blockIdx.y", "threadIdx.x", "threadIdx.y"], "tirx.noalias": True})
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        C = T.decl_buffer((268435456,), data=C_ptr)
        with T.launch_thread("blockIdx.x", 512) as blockIdx_x:
            blockIdx_y = T.launch_thread("blockIdx.y", 512)
            threadIdx_x = T.launch_thread("threadIdx.x", 32)
            threadIdx_y = T.launch_thread("threadIdx.y", 32)
            cse_v1: T.let[T.int32] = blockIdx_y * 32
            cse_v3: T.let[T.int32] = blockIdx_x * 524288 + threadIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y
            C[blockIdx_x * 524288 + threadIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y] = T.float32(0.0)
            for k in range(16384):
                cse_v2: T.let[T.int32] = k * 16384
                C[blockIdx_x * 524288 + threadIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y] = C[blockIdx_x * 524288 + threadIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y] + A[k * 16384 + blockIdx_x * 32 + threadIdx_x] * B[k * 16384 + blockIdx_y * 32 + threadIdx_y]
