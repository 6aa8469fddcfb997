# gemv/sgemv_cpu:serial:init
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: zero the accumulator before the loop over k, not by a test inside it
# since the previous step:
#   b4 = sch.get_sblock(name="y_sum", func_name="main")
#   l5, l6 = sch.get_loops(block=b4)
#   b7 = sch.get_sblock(name="y_sum", func_name="main")
#   b8 = sch.decompose_reduction(block=b7, loop=l6)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((4096, 4096), "float32"), x: T.Buffer((4096,), "float32"), y: T.Buffer((4096,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum = T.sblock_alloc_buffer((4096,))
        for i in range(4096):
            with T.sblock("y_sum_init"):
                v_i = T.axis.spatial(4096, i)
                T.reads()
                T.writes(y_sum[v_i])
                y_sum[v_i] = T.float32(0.0)
            for k in range(4096):
                with T.sblock("y_sum_update"):
                    v_i, v_k = T.axis.remap("SR", [i, k])
                    T.reads(y_sum[v_i], W[v_i, v_k], x[v_k])
                    T.writes(y_sum[v_i])
                    y_sum[v_i] = y_sum[v_i] + W[v_i, v_k] * x[v_k]
            with T.sblock("y"):
                v_i = T.axis.spatial(4096, i)
                T.reads(y_sum[v_i])
                T.writes(y[v_i])
                y[v_i] = y_sum[v_i]
