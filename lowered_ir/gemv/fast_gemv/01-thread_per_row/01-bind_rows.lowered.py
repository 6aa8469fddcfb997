# gemv/fast_gemv:thread_per_row:bind_rows
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: a thread per row; rows are independent
# target: cuda sm_90
# launch main_kernel: grid 64 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(W_ptr: T.handle("float16", "global"), x_ptr: T.handle("float16", "global"), y_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        y = T.decl_buffer((8192,), "float16", data=y_ptr)
        x = T.decl_buffer((8192,), "float16", data=x_ptr)
        W = T.decl_buffer((67108864,), "float16", data=W_ptr)
        with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
            y_sum_local = T.alloc_local((1,))
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                for k_0 in range(8192):
                    if k_0 == 0:
                        y_sum_local[0] = T.float32(0.0)
                    y_sum_local[0] = y_sum_local[0] + T.Cast("float32", W[blockIdx_x * 1048576 + threadIdx_x * 8192 + k_0]) * T.Cast("float32", x[k_0])
                y[blockIdx_x * 128 + threadIdx_x] = T.Cast("float16", y_sum_local[0])
