# gemv/fast_gemv:thread_per_row:init
# y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
# why: zero the accumulator before the loop over k, not by a test inside it
# since the previous step:
#   b9 = sch.decompose_reduction(block=b0, loop=l6)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "float16"), x: T.Buffer((8192,), "float16"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum_local = T.sblock_alloc_buffer((8192,), scope="local")
        for i_0 in T.thread_binding(64, thread="blockIdx.x"):
            for i_1 in T.thread_binding(128, thread="threadIdx.x"):
                for i_2_init in range(1):
                    with T.sblock("y_sum_init"):
                        v_i = T.axis.spatial(8192, i_0 * 128 + i_1 + i_2_init)
                        T.reads()
                        T.writes(y_sum_local[v_i])
                        y_sum_local[v_i] = T.float32(0.0)
                for k_0, i_2, k_1 in T.grid(8192, 1, 1):
                    with T.sblock("y_sum_update"):
                        v_i = T.axis.spatial(8192, i_0 * 128 + i_1 + i_2)
                        v_k = T.axis.reduce(8192, k_0 + k_1)
                        T.reads(y_sum_local[v_i], W[v_i, v_k], x[v_k])
                        T.writes(y_sum_local[v_i])
                        y_sum_local[v_i] = y_sum_local[v_i] + T.Cast("float32", W[v_i, v_k]) * T.Cast("float32", x[v_k])
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 * 128 + i_1 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
