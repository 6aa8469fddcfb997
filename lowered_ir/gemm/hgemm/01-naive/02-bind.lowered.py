# gemm/hgemm:naive:bind
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: the accumulator in a float32 register, rounded to float16 once, by the same thread
# target: cuda sm_90
# launch main_kernel: grid 128 x 512 x 1, block 32 x 8 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), B_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "float16", data=C_ptr)
        B = T.decl_buffer((16777216,), "float16", data=B_ptr)
        A = T.decl_buffer((16777216,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.y", 512) as blockIdx_y:
            C_sum_local = T.alloc_local((1,))
            with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 8)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                cse_v1: T.let[T.int32] = blockIdx_y * 32768 + threadIdx_y * 4096
                for k in range(4096):
                    if k == 0:
                        C_sum_local[0] = T.float32(0.0)
                    C_sum_local[0] = C_sum_local[0] + T.Cast("float32", A[blockIdx_y * 32768 + threadIdx_y * 4096 + k]) * T.Cast("float32", B[blockIdx_x * 131072 + threadIdx_x * 4096 + k])
                C[blockIdx_y * 32768 + threadIdx_y * 4096 + blockIdx_x * 32 + threadIdx_x] = T.Cast("float16", C_sum_local[0])
