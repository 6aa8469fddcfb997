# gemv/sgemv_cpu:serial:write_back
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: the accumulator is a scalar, not an array like y
# since the previous step:
#   b0 = sch.get_sblock(name="y_sum", func_name="main")
#   l1, l2 = sch.get_loops(block=b0)
#   b3 = sch.get_sblock(name="y", func_name="main")
#   sch.reverse_compute_at(block=b3, loop=l1, preserve_unit_loops=False, index=-1)

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
            for k in range(4096):
                with T.sblock("y_sum"):
                    v_i, v_k = T.axis.remap("SR", [i, k])
                    T.reads(W[v_i, v_k], x[v_k])
                    T.writes(y_sum[v_i])
                    with T.init():
                        y_sum[v_i] = T.float32(0.0)
                    y_sum[v_i] = y_sum[v_i] + W[v_i, v_k] * x[v_k]
            with T.sblock("y"):
                v_i = T.axis.spatial(4096, i)
                T.reads(y_sum[v_i])
                T.writes(y[v_i])
                y[v_i] = y_sum[v_i]
