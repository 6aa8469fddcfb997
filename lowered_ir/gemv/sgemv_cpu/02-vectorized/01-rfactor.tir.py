# gemv/sgemv_cpu:vectorized:rfactor
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: partial sums are independent: no FMA waits for another
# since the previous step:
#   b0 = sch.get_sblock(name="y_sum", func_name="main")
#   l1, l2 = sch.get_loops(block=b0)
#   l3, l4 = sch.split(loop=l2, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   b5 = sch.rfactor(loop=l4, factor_axis=1)

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
        y_sum_rf = T.sblock_alloc_buffer((4096, 8))
        for i, k_0, k_1 in T.grid(4096, 512, 8):
            with T.sblock("y_sum_rf"):
                vk_1, v_i, vk_0 = T.axis.remap("SSR", [k_1, i, k_0])
                T.reads(W[v_i, vk_0 * 8 + vk_1], x[vk_0 * 8 + vk_1])
                T.writes(y_sum_rf[v_i, vk_1])
                with T.init():
                    y_sum_rf[v_i, vk_1] = T.float32(0.0)
                y_sum_rf[v_i, vk_1] = y_sum_rf[v_i, vk_1] + W[v_i, vk_0 * 8 + vk_1] * x[vk_0 * 8 + vk_1]
        for i, k_1 in T.grid(4096, 8):
            with T.sblock("y_sum"):
                vk_1, v_i = T.axis.remap("RS", [k_1, i])
                T.reads(y_sum_rf[v_i, vk_1])
                T.writes(y_sum[v_i])
                with T.init():
                    y_sum[v_i] = T.float32(0.0)
                y_sum[v_i] = y_sum[v_i] + y_sum_rf[v_i, vk_1]
        for i in range(4096):
            with T.sblock("y"):
                v_i = T.axis.spatial(4096, i)
                T.reads(y_sum[v_i])
                T.writes(y[v_i])
                y[v_i] = y_sum[v_i]
