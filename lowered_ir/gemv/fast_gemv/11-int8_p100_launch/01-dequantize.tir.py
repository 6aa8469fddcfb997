# gemv/fast_gemv:int8_p100_launch:dequantize
# y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
# why: weights become float32 where they are used: memory holds only codes
# since the previous step:
#   b0 = sch.get_sblock(name="W_value", func_name="main")
#   sch.compute_inline(block=b0)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "int8"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum = T.sblock_alloc_buffer((8192,))
        for i, k in T.grid(8192, 8192):
            with T.sblock("y_sum"):
                v_i, v_k = T.axis.remap("SR", [i, k])
                T.reads(W[v_i, v_k], zero[0], x[v_k])
                T.writes(y_sum[v_i])
                with T.init():
                    y_sum[v_i] = T.float32(0.0)
                y_sum[v_i] = y_sum[v_i] + (T.reinterpret("float32", T.Cast("uint32", T.Cast("uint8", W[v_i, v_k])) ^ T.reinterpret("uint32", T.Cast("float32", ((zero[0] & 1) << 8) + 8388736))) - T.Cast("float32", ((zero[0] & 1) << 8) + zero[0] + 8388736)) * T.Cast("float32", x[v_k])
        for i in range(8192):
            with T.sblock("y"):
                v_i = T.axis.spatial(8192, i)
                T.reads(y_sum[v_i], scale[0])
                T.writes(y[v_i])
                y[v_i] = T.Cast("float16", y_sum[v_i] * T.Cast("float32", scale[0]))
