# gemv/fast_gemv:table_int8:vectorize
# y[n] = scale sum_k table[W[n,k],k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
# why: 1 codes per load
# target: cuda sm_90
# launch main_kernel: grid 128 x 1 x 1, block 32 x 8 x 1, shared 32768 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(W_ptr: T.handle("int8", "global"), scale_ptr: T.handle("float16", "global"), x_ptr: T.handle("float16", "global"), y_ptr: T.handle("float16", "global"), zero_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "threadIdx.y"], "tirx.noalias": True})
        scale = T.decl_buffer((1,), "float16", data=scale_ptr)
        y = T.decl_buffer((8192,), "float16", data=y_ptr)
        W = T.decl_buffer((67108864,), "int8", data=W_ptr)
        x = T.decl_buffer((8192,), "float16", data=x_ptr)
        zero = T.decl_buffer((1,), "int32", data=zero_ptr)
        with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
            y_sum_rf_local = T.alloc_local((8,))
            table_shared = T.alloc_shared((8192,))
            W_local = T.alloc_local((1,), "int8")
            y_sum_local = T.alloc_local((8,))
            red_buf0 = T.alloc_local((1,))
            with T.launch_thread("threadIdx.x", 32) as threadIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 8)
                for i_2_init in range(8):
                    y_sum_rf_local[i_2_init] = T.float32(0.0)
                for k_0_0 in range(256):
                    cse_v1: T.let[T.int32] = k_0_0 * 32
                    T.tvm_storage_sync("shared")
                    for ax0_ax1_1_ax1_0_fused_0 in range(32):
                        table_shared[ax0_ax1_1_ax1_0_fused_0 * 256 + threadIdx_y * 32 + threadIdx_x] = T.Cast("float32", ax0_ax1_1_ax1_0_fused_0 * 8 + threadIdx_y - zero[0] - 128) * T.Cast("float32", x[k_0_0 * 32 + threadIdx_x])
                    T.tvm_storage_sync("shared")
                    for i_2 in range(8):
                        W_local[0] = W[blockIdx_x * 524288 + threadIdx_y * 65536 + i_2 * 8192 + k_0_0 * 32 + threadIdx_x]
                        y_sum_rf_local[i_2] = y_sum_rf_local[i_2] + table_shared[T.Cast("int32", W_local[0]) * 32 + threadIdx_x + 4096]
                for ax1 in range(8):
                    with T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", 0):
                        t0 = T.alloc_local((1,))
                        mask = T.alloc_local((1,), "uint32")
                        red_buf0[0] = y_sum_rf_local[ax1]
                        mask[0] = T.cuda.__activemask()
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 16, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 8, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 4, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 2, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 1, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        red_buf0[0] = T.cuda.__shfl_sync(mask[0], red_buf0[0], threadIdx_y * 32, 32)
                    y_sum_local[ax1] = red_buf0[0]
                for ax0 in range(8):
                    if threadIdx_x == 0:
                        y[blockIdx_x * 64 + threadIdx_y * 8 + ax0] = T.Cast("float16", y_sum_local[ax0] * T.Cast("float32", scale[0]))
