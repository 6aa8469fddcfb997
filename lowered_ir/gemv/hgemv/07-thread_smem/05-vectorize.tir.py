# gemv/hgemv:thread_smem:vectorize
# y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
# why: 8 contiguous elements per thread, in loads of up to 16 bytes
# since the previous step:
#   l26, l27, l28, l29, l30, l31 = sch.get_loops(block=b0)
#   b32 = sch.cache_read(block=b0, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b32, loop=l30, preserve_unit_loops=True, index=-1)
#   l33, l34, l35, l36, l37, l38, l39 = sch.get_loops(block=b32)
#   sch.vectorize(loop=l39)
#   b40 = sch.cache_read(block=b0, read_buffer_index=2, storage_scope="local")
#   sch.compute_at(block=b40, loop=l29, preserve_unit_loops=True, index=-1)
#   l41, l42, l43, l44, l45 = sch.get_loops(block=b40)
#   sch.vectorize(loop=l45)

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
        W_local = T.sblock_alloc_buffer((4096, 128), "float16", scope="local")
        x_shared_local = T.sblock_alloc_buffer((128,), "float16", scope="local")
        for i_0 in T.thread_binding(32, thread="blockIdx.x"):
            for i_1 in T.thread_binding(128, thread="threadIdx.x"):
                for i_2_init in range(1):
                    with T.sblock("y_sum_init"):
                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + i_2_init)
                        T.reads()
                        T.writes(y_sum_local[v_i])
                        y_sum_local[v_i] = T.float32(0.0)
                for k_0_0 in range(1):
                    for ax0_0_0 in range(1):
                        for ax0_0_1 in T.thread_binding(128, thread="threadIdx.x"):
                            for ax0_1 in T.vectorized(8):
                                with T.sblock("x_shared"):
                                    v0 = T.axis.spatial(128, (ax0_0_0 * 128 + ax0_0_1) * 8 + ax0_1)
                                    T.where(ax0_0_0 * 128 + ax0_0_1 < 16)
                                    T.reads(x[v0])
                                    T.writes(x_shared[v0])
                                    x_shared[v0] = x[v0]
                    for k_0_1 in range(16):
                        for ax0 in T.vectorized(8):
                            with T.sblock("x_shared_local"):
                                v0 = T.axis.spatial(128, k_0_1 * 8 + ax0)
                                T.reads(x_shared[v0])
                                T.writes(x_shared_local[v0])
                                x_shared_local[v0] = x_shared[v0]
                        for i_2 in range(1):
                            for ax0 in range(1):
                                for ax1 in T.vectorized(8):
                                    with T.sblock("W_local"):
                                        v0 = T.axis.spatial(4096, i_0 * 128 + i_1 + ax0)
                                        v1 = T.axis.spatial(128, k_0_1 * 8 + ax1)
                                        T.reads(W[v0, v1])
                                        T.writes(W_local[v0, v1])
                                        W_local[v0, v1] = W[v0, v1]
                            for k_1 in range(8):
                                with T.sblock("y_sum_update"):
                                    v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + i_2)
                                    v_k = T.axis.reduce(128, k_0_0 * 128 + k_0_1 * 8 + k_1)
                                    T.reads(y_sum_local[v_i], W_local[v_i, v_k], x_shared_local[v_k])
                                    T.writes(y_sum_local[v_i])
                                    y_sum_local[v_i] = y_sum_local[v_i] + T.Cast("float32", W_local[v_i, v_k]) * T.Cast("float32", x_shared_local[v_k])
                for ax0 in range(1):
                    with T.sblock("y"):
                        v_i = T.axis.spatial(4096, i_0 * 128 + i_1 + ax0)
                        T.reads(y_sum_local[v_i])
                        T.writes(y[v_i])
                        y[v_i] = T.Cast("float16", y_sum_local[v_i])
