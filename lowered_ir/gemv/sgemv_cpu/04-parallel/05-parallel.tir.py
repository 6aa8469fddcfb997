# gemv/sgemv_cpu:parallel:parallel
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: one core cannot keep enough loads in flight to use all of the bandwidth
# since the previous step:
#   sch.parallel(loop=l9)

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
        for i_0 in T.parallel(512, annotations={"pragma_loop_partition_hint": 1}):
            for k_0 in T.serial(512, annotations={"pragma_loop_partition_hint": 1}):
                for i_1 in range(8):
                    for k_1 in T.vectorized(8):
                        with T.sblock("y_sum_rf"):
                            vk_1 = T.axis.spatial(8, k_1)
                            v_i = T.axis.spatial(4096, i_0 * 8 + i_1)
                            vk_0 = T.axis.reduce(512, k_0)
                            T.reads(W[v_i, vk_0 * 8 + vk_1], x[vk_0 * 8 + vk_1])
                            T.writes(y_sum_rf[v_i, vk_1])
                            with T.init():
                                y_sum_rf[v_i, vk_1] = T.float32(0.0)
                            y_sum_rf[v_i, vk_1] = y_sum_rf[v_i, vk_1] + W[v_i, vk_0 * 8 + vk_1] * x[vk_0 * 8 + vk_1]
            for ax0, ax1 in T.grid(8, 8):
                with T.sblock("y_sum"):
                    vk_1 = T.axis.reduce(8, ax0)
                    v_i = T.axis.spatial(4096, i_0 * 8 + ax1)
                    T.reads(y_sum_rf[v_i, vk_1])
                    T.writes(y_sum[v_i])
                    with T.init():
                        y_sum[v_i] = T.float32(0.0)
                    y_sum[v_i] = y_sum[v_i] + y_sum_rf[v_i, vk_1]
            for ax0 in range(8):
                with T.sblock("y"):
                    v_i = T.axis.spatial(4096, i_0 * 8 + ax0)
                    T.reads(y_sum[v_i])
                    T.writes(y[v_i])
                    y[v_i] = y_sum[v_i]
