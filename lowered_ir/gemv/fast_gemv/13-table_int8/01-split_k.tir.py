# gemv/fast_gemv:table_int8:split_k
# y[n] = scale sum_k table[W[n,k],k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
# why: lanes are interleaved along K: adjacent lanes read adjacent vectors
# since the previous step:
#   b0 = sch.get_sblock(name="y_sum", func_name="main")
#   sch.annotate_buffer_access(block=b0, buffer_index=0, buf_type="read", gen_new_ranges=lambda v_i, v_k: [(0,
#     256), (v_k, v_k + 1)])
#   b1 = sch.get_sblock(name="y_sum", func_name="main")
#   b2 = sch.get_sblock(name="y", func_name="main")
#   l3, l4 = sch.get_loops(block=b1)
#   l5, l6 = sch.split(loop=l4, factors=[None, 1], preserve_unit_iters=True, disable_predication=False)
#   l7, l8 = sch.split(loop=l5, factors=[None, 32], preserve_unit_iters=True, disable_predication=False)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "int8"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        table = T.sblock_alloc_buffer((256, 8192))
        y_sum = T.sblock_alloc_buffer((8192,))
        for v, j in T.grid(256, 8192):
            with T.sblock("table"):
                v_v, v_j = T.axis.remap("SS", [v, j])
                T.reads(zero[0], x[v_j])
                T.writes(table[v_v, v_j])
                table[v_v, v_j] = T.Cast("float32", v_v - zero[0] - 128) * T.Cast("float32", x[v_j])
        for i, k_0_0, k_0_1, k_1 in T.grid(8192, 256, 32, 1):
            with T.sblock("y_sum"):
                v_i = T.axis.spatial(8192, i)
                v_k = T.axis.reduce(8192, k_0_0 * 32 + k_0_1 + k_1)
                T.reads(table[0:256, v_k], W[v_i, v_k])
                T.writes(y_sum[v_i])
                T.sblock_attr({"explicit_read_region": [0]})
                with T.init():
                    y_sum[v_i] = T.float32(0.0)
                y_sum[v_i] = y_sum[v_i] + table[T.Cast("int32", W[v_i, v_k]) + 128, v_k]
        for i in range(8192):
            with T.sblock("y"):
                v_i = T.axis.spatial(8192, i)
                T.reads(y_sum[v_i], scale[0])
                T.writes(y[v_i])
                y[v_i] = T.Cast("float16", y_sum[v_i] * T.Cast("float32", scale[0]))
