# gemv/hgemv:thread_smem:cache_shared
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: x in shared memory; so far every thread loads all of it
# since the previous step:
#   l10, l11, l12, l13, l14 = sch.get_loops(block=b0)
#   l15, l16 = sch.split(loop=l12, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   b17 = sch.cache_read(block=b0, read_buffer_index=2, storage_scope="shared")
#   sch.compute_at(block=b17, loop=l15, preserve_unit_loops=True, index=-1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((4096, 128), "float16"), x: T.Buffer((128,), "float16"), y: T.Buffer((4096,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum_local = T.sblock_alloc_buffer((4096,), scope="local")
        x_shared = T.sblock_alloc_buffer((128,), "float16", scope="shared")
        for i_0 in T.thread_binding(32, thread="blockIdx.x"):
            for i_1 in T.thread_binding(128, thread="threadIdx.x"):
                for i_2_init in range(1):
                    with T.sblock("y_sum_init"):
                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + i_2_init)
                        T.reads()
                        T.writes(y_sum_local[v_i])
                        y_sum_local[v_i] = T.float32(0.0)
                for k_0_0 in range(1):
                    for ax0 in range(128):
                        with T.sblock("x_shared"):
                            v0 = T.axis.spatial(128, ax0)
                            T.reads(x[v0])
                            T.writes(x_shared[v0])
                            x_shared[v0] = x[v0]
                    for k_0_1, i_2, k_1 in T.grid(16, 1, 8):
                        with T.sblock("y_sum_update"):
                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + i_2)
                            v_k = T.axis.reduce(128, k_0_0 * 128 + k_0_1 * 8 + k_1)
                            T.reads(y_sum_local[v_i], W[v_i, v_k], x_shared[v_k])
                            T.writes(y_sum_local[v_i])
                            y_sum_local[v_i] = y_sum_local[v_i] + T.Cast("float32", W[v_i, v_k]) * T.Cast("float32", x_shared[v_k])
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
