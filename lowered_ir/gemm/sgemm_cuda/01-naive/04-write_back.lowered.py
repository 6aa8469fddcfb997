# gemm/sgemm_cuda:naive:write_back
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: the accumulator in a register, written to C once
# target: cuda sm_90
# launch main_kernel: grid 32 x 32 x 1, block 32 x 32 x 1, shared 0 B static + 0 B dynamic

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
            with T.launch_thread("blockIdx.x", 32) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 32)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                cse_v1: T.let[T.int32] = blockIdx_x * 32
                cse_v2: T.let[T.int32] = blockIdx_y * 32768 + threadIdx_y * 1024
                for k in range(1024):
                    if k == 0:
                        C_local[0] = T.float32(0.0)
                    C_local[0] = C_local[0] + A[blockIdx_y * 32768 + threadIdx_y * 1024 + k] * B[k * 1024 + blockIdx_x * 32 + threadIdx_x]
                C[blockIdx_y * 32768 + threadIdx_y * 1024 + blockIdx_x * 32 + threadIdx_x] = C_local[0]
