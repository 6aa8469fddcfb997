# gemv/hgemv:warp2_smem:bind_threads
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: 16 threads per row: one accumulator per lane, reduced by shuffles
# target: cuda sm_90
# launch main_kernel: grid 512 x 1 x 1, block 16 x 8 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(W_ptr: T.handle("float16", "global"), x_ptr: T.handle("float16", "global"), y_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "threadIdx.y"], "tirx.noalias": True})
        y = T.decl_buffer((4096,), "float16", data=y_ptr)
        x = T.decl_buffer((128,), "float16", data=x_ptr)
        W = T.decl_buffer((524288,), "float16", data=W_ptr)
        with T.launch_thread("blockIdx.x", 512) as blockIdx_x:
            y_sum_rf_local = T.alloc_local((1,))
            red_buf0 = T.alloc_local((1,))
            with T.launch_thread("threadIdx.x", 16) as threadIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 8)
                y_sum_rf_local[0] = T.float32(0.0)
                for k_1 in range(8):
                    cse_v1: T.let[T.int32] = threadIdx_x * 8
                    y_sum_rf_local[0] = y_sum_rf_local[0] + T.Cast("float32", W[blockIdx_x * 1024 + threadIdx_y * 128 + threadIdx_x * 8 + k_1]) * T.Cast("float32", x[threadIdx_x * 8 + k_1])
                with T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", 0):
                    t0 = T.alloc_local((1,))
                    mask = T.alloc_local((1,), "uint32")
                    red_buf0[0] = y_sum_rf_local[0]
                    mask[0] = T.cuda.__activemask()
                    t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 8, 32)
                    red_buf0[0] = red_buf0[0] + t0[0]
                    t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 4, 32)
                    red_buf0[0] = red_buf0[0] + t0[0]
                    t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 2, 32)
                    red_buf0[0] = red_buf0[0] + t0[0]
                    t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 1, 32)
                    red_buf0[0] = red_buf0[0] + t0[0]
                    red_buf0[0] = T.cuda.__shfl_sync(mask[0], red_buf0[0], threadIdx_y * 16, 32)
                if threadIdx_x == 0:
                    y[blockIdx_x * 8 + threadIdx_y] = T.Cast("float16", red_buf0[0])
