# gemv/fast_gemv:table_int8:bind_table
# y[n] = scale sum_k table[W[n,k],k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
# why: the threads of a block compute the table together; lane l accesses bank l
# since the previous step:
#   sch.transform_layout(block=b28, buffer=("write", 0), index_map=lambda code, k: (code, 0, k,),
#     pad_value=None, assume_injective_transform=False)
#   l29, l30, l31, l32, l33, l34 = sch.get_loops(block=b28)
#   l35, l36 = sch.split(loop=l34, factors=[None, 1], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l33, l36, l35)
#   l37 = sch.fuse(l33, l36, l35, preserve_unit_iters=True)
#   l38, l39, l40 = sch.split(loop=l37, factors=[None, 8, 32], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l39, thread_axis="threadIdx.y")
#   sch.bind(loop=l40, thread_axis="threadIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8192, 8192), "int8"), x: T.Buffer((8192,), "float16"), scale: T.Buffer((1,), "float16"), zero: T.Buffer((1,), "int32"), y: T.Buffer((8192,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        table_shared = T.sblock_alloc_buffer((256, 1, 8192), scope="shared")
        y_sum_local = T.sblock_alloc_buffer((8192,), scope="local")
        y_sum_rf_local = T.sblock_alloc_buffer((8192, 32), scope="local")
        for i_0 in T.thread_binding(128, thread="blockIdx.x"):
            for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                for k_0_1 in T.thread_binding(32, thread="threadIdx.x"):
                    for i_2_init in range(8):
                        with T.sblock("y_sum_rf_init"):
                            vk_0_1 = T.axis.spatial(32, k_0_1)
                            v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + i_2_init)
                            T.reads()
                            T.writes(y_sum_rf_local[v_i, vk_0_1])
                            T.sblock_attr({"explicit_read_region": [0]})
                            y_sum_rf_local[v_i, vk_0_1] = T.float32(0.0)
                    for k_0_0 in range(256):
                        for ax0_ax1_1_ax1_0_fused_0 in range(32):
                            for ax0_ax1_1_ax1_0_fused_1 in T.thread_binding(8, thread="threadIdx.y"):
                                for ax0_ax1_1_ax1_0_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                    with T.sblock("table"):
                                        v_v = T.axis.spatial(256, (ax0_ax1_1_ax1_0_fused_0 * 256 + ax0_ax1_1_ax1_0_fused_1 * 32 + ax0_ax1_1_ax1_0_fused_2) // 32)
                                        v_j = T.axis.spatial(8192, k_0_0 * 32 + (ax0_ax1_1_ax1_0_fused_0 * 256 + ax0_ax1_1_ax1_0_fused_1 * 32 + ax0_ax1_1_ax1_0_fused_2) % 32)
                                        T.reads(zero[0], x[v_j])
                                        T.writes(table_shared[v_v, 0, v_j])
                                        table_shared[v_v, 0, v_j] = T.Cast("float32", v_v - zero[0] - 128) * T.Cast("float32", x[v_j])
                        for i_2, k_1 in T.grid(8, 1):
                            with T.sblock("y_sum_rf_update"):
                                vk_0_1 = T.axis.spatial(32, k_0_1)
                                v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + i_2)
                                vk_0_0, vk_1 = T.axis.remap("RR", [k_0_0, k_1])
                                T.reads(y_sum_rf_local[v_i, vk_0_1], table_shared[T.Cast("int32", W[v_i, vk_0_0 * 32 + vk_0_1 + vk_1]) + 128, 0, vk_0_0 * 32 + vk_0_1 + vk_1], W[v_i, vk_0_0 * 32 + vk_0_1 + vk_1])
                                T.writes(y_sum_rf_local[v_i, vk_0_1])
                                T.sblock_attr({"explicit_read_region": [0]})
                                y_sum_rf_local[v_i, vk_0_1] = y_sum_rf_local[v_i, vk_0_1] + table_shared[T.Cast("int32", W[v_i, vk_0_0 * 32 + vk_0_1 + vk_1]) + 128, 0, vk_0_0 * 32 + vk_0_1 + vk_1]
                for ax1 in range(8):
                    for ax0 in T.thread_binding(32, thread="threadIdx.x"):
                        with T.sblock("y_sum"):
                            vk_0_1 = T.axis.reduce(32, ax0)
                            v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + ax1)
                            T.reads(y_sum_rf_local[v_i, vk_0_1])
                            T.writes(y_sum_local[v_i])
                            T.sblock_attr({"explicit_read_region": [0]})
                            with T.init():
                                y_sum_local[v_i] = T.float32(0.0)
                            y_sum_local[v_i] = y_sum_local[v_i] + y_sum_rf_local[v_i, vk_0_1]
                for ax0 in range(8):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(8192, i_0 * 64 + i_1 * 8 + ax0)
                        T.reads(y_sum_local[v_i], scale[0])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i] * T.Cast("float32", scale[0]))
