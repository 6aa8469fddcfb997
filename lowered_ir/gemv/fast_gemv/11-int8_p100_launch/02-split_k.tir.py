# gemv/fast_gemv:int8_p100_launch:split_k
# y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
# why: lanes are interleaved along K: adjacent lanes read adjacent vectors
# since the previous step:
#   b1 = sch.get_sblock(name="y_sum", func_name="main")
#   b2 = sch.get_sblock(name="y", func_name="main")
#   l3, l4 = sch.get_loops(block=b1)
#   l5, l6 = sch.split(loop=l4, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   l7, l8 = sch.split(loop=l5, factors=[None, 256], preserve_unit_iters=True, disable_predication=False)

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
        for i, k_0_0, k_0_1, k_1 in T.grid(8192, 4, 256, 8):
            with T.sblock("y_sum"):
                v_i = T.axis.spatial(8192, i)
                v_k = T.axis.reduce(8192, k_0_0 * 2048 + k_0_1 * 8 + k_1)
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
