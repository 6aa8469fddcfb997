# gemv/fast_gemv:two_kernel:second_kernel
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: a thread per row adds the partial sums of its four blocks, with coalesced loads
# target: cuda sm_90
# launch main_kernel: grid 2048 x 4 x 1, block 256 x 4 x 1, shared 144 B static + 0 B dynamic
# launch main_kernel_1: grid 64 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(W_ptr: T.handle("float16", "global"), x_ptr: T.handle("float16", "global"), y_sum_rf_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "blockIdx.y", "threadIdx.x", "threadIdx.y"], "tirx.noalias": True})
        y_sum_rf = T.decl_buffer((32768,), data=y_sum_rf_ptr)
        x = T.decl_buffer((8192,), "float16", data=x_ptr)
        W = T.decl_buffer((67108864,), "float16", data=W_ptr)
        with T.launch_thread("blockIdx.x", 2048) as blockIdx_x:
            y_sum_rf_rf_local = T.alloc_local((1,))
            red_result = T.alloc_shared((4,), annotations={"tirx.volatile": True})
            with T.launch_thread("blockIdx.y", 4) as blockIdx_y:
                threadIdx_x = T.launch_thread("threadIdx.x", 256)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                y_sum_rf_rf_local[0] = T.float32(0.0)
                for k_1 in range(8):
                    cse_v1: T.let[T.int32] = blockIdx_y * 2048
                    cse_v2: T.let[T.int32] = threadIdx_x * 8
                    y_sum_rf_rf_local[0] = y_sum_rf_rf_local[0] + T.Cast("float32", W[blockIdx_x * 32768 + threadIdx_y * 8192 + blockIdx_y * 2048 + threadIdx_x * 8 + k_1]) * T.Cast("float32", x[blockIdx_y * 2048 + threadIdx_x * 8 + k_1])
                with T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", 0):
                    red_buf_staging = T.alloc_shared((32,))
                    t0 = T.alloc_local((1,))
                    mask = T.alloc_local((1,), "uint32")
                    red_buf0 = T.alloc_local((1,))
                    t0_1 = T.alloc_local((1,))
                    mask_1 = T.alloc_local((1,), "uint32")
                    red_buf0_1 = T.alloc_local((1,))
                    red_buf0[0] = y_sum_rf_rf_local[0]
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
                    if T.truncmod(threadIdx_x, 32) == 0:
                        red_buf_staging[threadIdx_y * 8 + (threadIdx_x >> 5)] = red_buf0[0]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 8:
                        red_buf0_1[0] = red_buf_staging[threadIdx_y * 8 + threadIdx_x]
                    mask_1[0] = T.cuda.__activemask()
                    t0_1[0] = T.cuda.__shfl_down_sync(mask_1[0], red_buf0_1[0], 4, 32)
                    red_buf0_1[0] = red_buf0_1[0] + t0_1[0]
                    t0_1[0] = T.cuda.__shfl_down_sync(mask_1[0], red_buf0_1[0], 2, 32)
                    red_buf0_1[0] = red_buf0_1[0] + t0_1[0]
                    t0_1[0] = T.cuda.__shfl_down_sync(mask_1[0], red_buf0_1[0], 1, 32)
                    red_buf0_1[0] = red_buf0_1[0] + t0_1[0]
                    if threadIdx_x == 0:
                        red_result[threadIdx_y] = red_buf0_1[0]
                    T.tvm_storage_sync("shared")
                if threadIdx_x == 0:
                    y_sum_rf[blockIdx_y * 8192 + blockIdx_x * 4 + threadIdx_y] = red_result[threadIdx_y]

    @T.prim_func(s_tir=True)
    def main_kernel_1(y_ptr: T.handle("float16", "global"), y_sum_rf_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        y = T.decl_buffer((8192,), "float16", data=y_ptr)
        y_sum_rf = T.decl_buffer((32768,), data=y_sum_rf_ptr)
        with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
            y_sum_local = T.alloc_local((1,))
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                y_sum_local[0] = T.float32(0.0)
                cse_v3: T.let[T.int32] = blockIdx_x * 128
                for k_0_1 in range(4):
                    y_sum_local[0] = y_sum_local[0] + y_sum_rf[k_0_1 * 8192 + blockIdx_x * 128 + threadIdx_x]
                y[blockIdx_x * 128 + threadIdx_x] = T.Cast("float16", y_sum_local[0])
