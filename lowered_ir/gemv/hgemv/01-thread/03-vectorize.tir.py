# gemv/hgemv:thread:vectorize
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: 8 contiguous elements per thread, in loads of up to 16 bytes
# since the previous step:
#   l10, l11, l12, l13, l14 = sch.get_loops(block=b0)
#   b15 = sch.cache_read(block=b0, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b15, loop=l13, preserve_unit_loops=True, index=-1)
#   l16, l17, l18, l19, l20, l21 = sch.get_loops(block=b15)
#   sch.vectorize(loop=l21)
#   b22 = sch.cache_read(block=b0, read_buffer_index=2, storage_scope="local")
#   sch.compute_at(block=b22, loop=l12, preserve_unit_loops=True, index=-1)
#   l23, l24, l25, l26 = sch.get_loops(block=b22)
#   sch.vectorize(loop=l26)

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
        W_local = T.sblock_alloc_buffer((4096, 128), "float16", scope="local")
        x_local = T.sblock_alloc_buffer((128,), "float16", scope="local")
        for i_0 in T.thread_binding(32, thread="blockIdx.x"):
            for i_1 in T.thread_binding(128, thread="threadIdx.x"):
                for i_2_init in range(1):
                    with T.sblock("y_sum_init"):
                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + i_2_init)
                        T.reads()
                        T.writes(y_sum_local[v_i])
                        y_sum_local[v_i] = T.float32(0.0)
                for k_0 in range(16):
                    for ax0 in T.vectorized(8):
                        with T.sblock("x_local"):
                            v0 = T.axis.spatial(128, k_0 * 8 + ax0)
                            T.reads(x[v0])
                            T.writes(x_local[v0])
                            x_local[v0] = x[v0]
                    for i_2 in range(1):
                        for ax0 in range(1):
                            for ax1 in T.vectorized(8):
                                with T.sblock("W_local"):
                                    v0 = T.axis.spatial(4096, i_0 * 128 + i_1 + ax0)
                                    v1 = T.axis.spatial(128, k_0 * 8 + ax1)
                                    T.reads(W[v0, v1])
                                    T.writes(W_local[v0, v1])
                                    W_local[v0, v1] = W[v0, v1]
                        for k_1 in range(8):
                            with T.sblock("y_sum_update"):
                                v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + i_2)
                                v_k = T.axis.reduce(128, k_0 * 8 + k_1)
                                T.reads(y_sum_local[v_i], W_local[v_i, v_k], x_local[v_k])
                                T.writes(y_sum_local[v_i])
                                y_sum_local[v_i] = y_sum_local[v_i] + T.Cast("float32", W_local[v_i, v_k]) * T.Cast("float32", x_local[v_k])
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
