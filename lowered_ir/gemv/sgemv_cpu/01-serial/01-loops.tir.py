# gemv/sgemv_cpu:serial:loops
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: as the computation states it: y_sum[n] is zeroed at k = 0
# since the previous step:

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
        for i, k in T.grid(4096, 4096):
            with T.sblock("y_sum"):
                v_i, v_k = T.axis.remap("SR", [i, k])
                T.reads(W[v_i, v_k], x[v_k])
                T.writes(y_sum[v_i])
                with T.init():
                    y_sum[v_i] = T.float32(0.0)
                y_sum[v_i] = y_sum[v_i] + W[v_i, v_k] * x[v_k]
        for i in range(4096):
            with T.sblock("y"):
                v_i = T.axis.spatial(4096, i)
                T.reads(y_sum[v_i])
                T.writes(y[v_i])
                y[v_i] = y_sum[v_i]
