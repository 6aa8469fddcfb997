# gemv/hgemv:warp4:split_k
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: lanes are interleaved along K: adjacent lanes read adjacent vectors
# since the previous step:
#   b0 = sch.get_sblock(name="y_sum", func_name="main")
#   b1 = sch.get_sblock(name="y", func_name="main")
#   l2, l3 = sch.get_loops(block=b0)
#   l4, l5 = sch.split(loop=l3, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   l6, l7 = sch.split(loop=l4, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((4096, 128), "float16"), x: T.Buffer((128,), "float16"), y: T.Buffer((4096,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum = T.sblock_alloc_buffer((4096,))
        for i, k_0_0, k_0_1, k_1 in T.grid(4096, 2, 8, 8):
            with T.sblock("y_sum"):
                v_i = T.axis.spatial(4096, i)
                v_k = T.axis.reduce(128, k_0_0 * 64 + k_0_1 * 8 + k_1)
                T.reads(W[v_i, v_k], x[v_k])
                T.writes(y_sum[v_i])
                with T.init():
                    y_sum[v_i] = T.float32(0.0)
                y_sum[v_i] = y_sum[v_i] + T.Cast("float32", W[v_i, v_k]) * T.Cast("float32", x[v_k])
        for i in range(4096):
            with T.sblock("y"):
                v_i = T.axis.spatial(4096, i)
                T.reads(y_sum[v_i])
                T.writes(y[v_i])
                y[v_i] = T.Cast("float16", y_sum[v_i])
