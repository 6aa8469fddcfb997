# gemv/fast_gemv:table_int8:bind_threads
# y[n] = scale sum_k table[W[n,k],k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
# why: 32 threads per row: one accumulator per lane, reduced by shuffles
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: table (loops v, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "int8"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        table = T.alloc_buffer((2097152,))
        W_1 = W.view(67108864)
        x_1 = T.decl_buffer((8192,), "float16", data=x.data)
        scale_1 = T.decl_buffer((1,), "float16", data=scale.data)
        zero_1 = T.decl_buffer((1,), "int32", data=zero.data)
        y_1 = T.decl_buffer((8192,), "float16", data=y.data)
        for v, j in T.grid(256, 8192):
            table[v * 8192 + j] = T.Cast("float32", v - zero_1[0] - 128) * T.Cast("float32", x_1[j])
        with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
            y_sum_rf_local = T.alloc_local((8,))
            y_sum_local = T.alloc_local((8,))
            red_buf0 = T.alloc_shared((256,), annotations={"tirx.volatile": True})
            with T.launch_thread("threadIdx.x", 32) as threadIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 8)
                for i_2_init in range(8):
                    y_sum_rf_local[i_2_init] = T.float32(0.0)
                for k_0_0, i_2 in T.grid(256, 8):
                    cse_v1: T.let[T.int32] = k_0_0 * 32
                    y_sum_rf_local[i_2] = y_sum_rf_local[i_2] + table[T.Cast("int32", W_1[blockIdx_x * 524288 + threadIdx_y * 65536 + i_2 * 8192 + cse_v1 + threadIdx_x]) * 8192 + cse_v1 + threadIdx_x + 1048576]
                for ax1 in range(8):
                    with T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", 0):
                        T.tvm_storage_sync("shared")
                        red_buf0[threadIdx_y * 32 + threadIdx_x] = y_sum_rf_local[ax1]
                        T.tvm_storage_sync("shared")
                        if threadIdx_x < 16:
                            red_buf0[threadIdx_y * 32 + threadIdx_x] = red_buf0[threadIdx_y * 32 + threadIdx_x] + red_buf0[threadIdx_y * 32 + threadIdx_x + 16]
                        T.tvm_storage_sync("shared")
                        if threadIdx_x < 8:
                            red_buf0[threadIdx_y * 32 + threadIdx_x] = red_buf0[threadIdx_y * 32 + threadIdx_x] + red_buf0[threadIdx_y * 32 + threadIdx_x + 8]
                        T.tvm_storage_sync("shared")
                        if threadIdx_x < 4:
                            red_buf0[threadIdx_y * 32 + threadIdx_x] = red_buf0[threadIdx_y * 32 + threadIdx_x] + red_buf0[threadIdx_y * 32 + threadIdx_x + 4]
                        T.tvm_storage_sync("shared")
                        if threadIdx_x < 2:
                            red_buf0[threadIdx_y * 32 + threadIdx_x] = red_buf0[threadIdx_y * 32 + threadIdx_x] + red_buf0[threadIdx_y * 32 + threadIdx_x + 2]
                        T.tvm_storage_sync("shared")
                        if threadIdx_x < 1:
                            red_buf0[threadIdx_y * 32 + threadIdx_x] = red_buf0[threadIdx_y * 32 + threadIdx_x] + red_buf0[threadIdx_y * 32 + threadIdx_x + 1]
                        T.tvm_storage_sync("shared")
                    y_sum_local[ax1] = red_buf0[threadIdx_y * 32]
                for ax0 in range(8):
                    if threadIdx_x == 0:
                        y_1[blockIdx_x * 64 + threadIdx_y * 8 + ax0] = T.Cast("float16", y_sum_local[ax0] * T.Cast("float32", scale_1[0]))
