# gemv/fast_gemv:p_threads:bind_threads
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: 32 threads per row: each stores its partial sum to shared memory, where one thread adds them
# target: cuda sm_90
# launch main_kernel: grid 8192 x 1 x 1, block 32 x 1 x 1, shared 128 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(W_ptr: T.handle("float16", "global"), x_ptr: T.handle("float16", "global"), y_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        y = T.decl_buffer((8192,), "float16", data=y_ptr)
        x = T.decl_buffer((8192,), "float16", data=x_ptr)
        W = T.decl_buffer((67108864,), "float16", data=W_ptr)
        with T.launch_thread("blockIdx.x", 8192) as blockIdx_x:
            y_sum_rf_local_local = T.alloc_local((1,))
            y_sum_rf_local_shared = T.alloc_shared((32,))
            y_sum_local = T.alloc_local((1,))
            with T.launch_thread("threadIdx.y", 1) as threadIdx_y:
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                y_sum_rf_local_local[0] = T.float32(0.0)
                for k_0_0 in range(256):
                    cse_v1: T.let[T.int32] = k_0_0 * 32
                    y_sum_rf_local_local[0] = y_sum_rf_local_local[0] + T.Cast("float32", W[blockIdx_x * 8192 + k_0_0 * 32 + threadIdx_x]) * T.Cast("float32", x[k_0_0 * 32 + threadIdx_x])
                y_sum_rf_local_shared[threadIdx_x] = y_sum_rf_local_local[0]
                T.tvm_storage_sync("shared")
                for ax0 in range(32):
                    if ax0 == 0:
                        y_sum_local[0] = T.float32(0.0)
                    y_sum_local[0] = y_sum_local[0] + y_sum_rf_local_shared[ax0]
                y[blockIdx_x] = T.Cast("float16", y_sum_local[0])
