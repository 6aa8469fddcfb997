# gemm/w4a16:naive:bind
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: the accumulator in a float32 register, rounded to float16 once, by the same thread
# target: cuda sm_90
# launch main_kernel: grid 256 x 2 x 1, block 32 x 8 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global"), W_ptr: T.handle("int32", "global"), scale_zero_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((131072,), "float16", data=C_ptr)
        scale_zero = T.decl_buffer((1048576,), "float16", data=scale_zero_ptr)
        W = T.decl_buffer((8388608,), "int32", data=W_ptr)
        A = T.decl_buffer((131072,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.y", 2) as blockIdx_y:
            C_sum_local = T.alloc_local((1,))
            with T.launch_thread("blockIdx.x", 256) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 8)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                cse_v1: T.let[T.int32] = blockIdx_y * 65536 + threadIdx_y * 8192
                for k in range(8192):
                    if k == 0:
                        C_sum_local[0] = T.float32(0.0)
                    cse_v2: T.let[T.int32] = (k >> 7) * 16384 + blockIdx_x * 64 + threadIdx_x * 2
                    C_sum_local[0] = C_sum_local[0] + T.Cast("float32", A[blockIdx_y * 65536 + threadIdx_y * 8192 + k]) * T.Cast("float32", (T.Cast("float16", W[blockIdx_x * 32768 + threadIdx_x * 1024 + (k >> 3)] >> (k & 7) * 4 & 15) - scale_zero[(k >> 7) * 16384 + blockIdx_x * 64 + threadIdx_x * 2 + 1]) * scale_zero[(k >> 7) * 16384 + blockIdx_x * 64 + threadIdx_x * 2])
                C[blockIdx_y * 65536 + threadIdx_y * 8192 + blockIdx_x * 32 + threadIdx_x] = T.Cast("float16", C_sum_local[0])
