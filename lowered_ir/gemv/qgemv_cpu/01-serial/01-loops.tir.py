# gemv/qgemv_cpu:serial:loops
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: as the computation states it: y_sum[n] is zeroed at k = 0
# since the previous step:

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 16384), "uint8"), x: T.Buffer((16384,), "int8"), scale: T.Buffer((16384,), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum = T.sblock_alloc_buffer((16384,), "int32")
        x_sum = T.sblock_alloc_buffer((1,), "int32")
        for i, k in T.grid(16384, 16384):
            with T.sblock("y_sum"):
                v_i, v_k = T.axis.remap("SR", [i, k])
                T.reads(W[v_i, v_k], x[v_k])
                T.writes(y_sum[v_i])
                with T.init():
                    y_sum[v_i] = 0
                y_sum[v_i] = y_sum[v_i] + T.Cast("int32", W[v_i, v_k]) * T.Cast("int32", x[v_k])
        for _, k in T.grid(1, 16384):
            with T.sblock("x_sum"):
                v__, v_k = T.axis.remap("SR", [_, k])
                T.reads(x[v_k])
                T.writes(x_sum[v__])
                with T.init():
                    x_sum[v__] = 0
                x_sum[v__] = x_sum[v__] + T.Cast("int32", x[v_k])
        for i in range(16384):
            with T.sblock("y"):
                v_i = T.axis.spatial(16384, i)
                T.reads(y_sum[v_i], x_sum[0], scale[v_i], x_scale[0])
                T.writes(y[v_i])
                y[v_i] = T.Cast("float32", y_sum[v_i] - x_sum[0] * 128) * (scale[v_i] * x_scale[0])
