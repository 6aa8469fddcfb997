# gemv/fast_gemv:two_kernel:bind_threads
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: 256 threads per row: one accumulator per lane, reduced by shuffles within each warp, then across warps
#     through shared memory
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: y_sum (loops i, k_0_1); y (loops i)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "float16"), x: T.Buffer((8192,), "float16"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        y_sum_rf = T.alloc_buffer((32768,))
        y_sum = T.alloc_buffer((8192,))
        W_1 = W.view(67108864)
        x_1 = T.decl_buffer((8192,), "float16", data=x.data)
        y_1 = T.decl_buffer((8192,), "float16", data=y.data)
        with T.launch_thread("blockIdx.x", 2048) as blockIdx_x:
            y_sum_rf_rf_local = T.alloc_local((1,))
            red_buf0 = T.alloc_shared((1024,), annotations={"tirx.volatile": True})
            with T.launch_thread("blockIdx.y", 4) as blockIdx_y:
                threadIdx_x = T.launch_thread("threadIdx.x", 256)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                y_sum_rf_rf_local[0] = T.float32(0.0)
                for k_1 in range(8):
                    cse_v1: T.let[T.int32] = blockIdx_y * 2048
                    cse_v2: T.let[T.int32] = threadIdx_x * 8
                    y_sum_rf_rf_local[0] = y_sum_rf_rf_local[0] + T.Cast("float32", W_1[blockIdx_x * 32768 + threadIdx_y * 8192 + cse_v1 + cse_v2 + k_1]) * T.Cast("float32", x_1[cse_v1 + cse_v2 + k_1])
                with T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", 0):
                    T.tvm_storage_sync("shared")
                    red_buf0[threadIdx_y * 256 + threadIdx_x] = y_sum_rf_rf_local[0]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 128:
                        red_buf0[threadIdx_y * 256 + threadIdx_x] = red_buf0[threadIdx_y * 256 + threadIdx_x] + red_buf0[threadIdx_y * 256 + threadIdx_x + 128]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 64:
                        red_buf0[threadIdx_y * 256 + threadIdx_x] = red_buf0[threadIdx_y * 256 + threadIdx_x] + red_buf0[threadIdx_y * 256 + threadIdx_x + 64]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 32:
                        red_buf0[threadIdx_y * 256 + threadIdx_x] = red_buf0[threadIdx_y * 256 + threadIdx_x] + red_buf0[threadIdx_y * 256 + threadIdx_x + 32]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 16:
                        red_buf0[threadIdx_y * 256 + threadIdx_x] = red_buf0[threadIdx_y * 256 + threadIdx_x] + red_buf0[threadIdx_y * 256 + threadIdx_x + 16]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 8:
                        red_buf0[threadIdx_y * 256 + threadIdx_x] = red_buf0[threadIdx_y * 256 + threadIdx_x] + red_buf0[threadIdx_y * 256 + threadIdx_x + 8]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 4:
                        red_buf0[threadIdx_y * 256 + threadIdx_x] = red_buf0[threadIdx_y * 256 + threadIdx_x] + red_buf0[threadIdx_y * 256 + threadIdx_x + 4]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 2:
                        red_buf0[threadIdx_y * 256 + threadIdx_x] = red_buf0[threadIdx_y * 256 + threadIdx_x] + red_buf0[threadIdx_y * 256 + threadIdx_x + 2]
                    T.tvm_storage_sync("shared")
                    if threadIdx_x < 1:
                        red_buf0[threadIdx_y * 256 + threadIdx_x] = red_buf0[threadIdx_y * 256 + threadIdx_x] + red_buf0[threadIdx_y * 256 + threadIdx_x + 1]
                    T.tvm_storage_sync("shared")
                if threadIdx_x == 0:
                    y_sum_rf[blockIdx_y * 8192 + blockIdx_x * 4 + threadIdx_y] = red_buf0[threadIdx_y * 256]
        for i, k_0_1 in T.grid(8192, 4):
            if k_0_1 == 0:
                y_sum[i] = T.float32(0.0)
            y_sum[i] = y_sum[i] + y_sum_rf[k_0_1 * 8192 + i]
        for i in range(8192):
            y_1[i] = T.Cast("float16", y_sum[i])
