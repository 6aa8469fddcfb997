# gemm/w4a16:dequantized:cache_shared
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: each slice is loaded once per block, one wide load per lane
# since the previous step:
#   b37 = sch.cache_read(block=b33, read_buffer_index=0, storage_scope="shared.dyn")
#   b38 = sch.cache_read(block=b33, read_buffer_index=1, storage_scope="shared.dyn")
#   sch.compute_at(block=b37, loop=l30, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b38, loop=l30, preserve_unit_loops=True, index=-1)
#   l39, l40, l41, l42, l43, l44, l45, l46 = sch.get_loops(block=b37)
#   l47 = sch.fuse(l45, l46, preserve_unit_iters=True)
#   l48, l49, l50, l51, l52 = sch.split(loop=l47, factors=[None, 1, 4, 32, 8], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l49, thread_axis="threadIdx.z")
#   sch.bind(loop=l50, thread_axis="threadIdx.y")
#   sch.bind(loop=l51, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l52)
#   l53, l54, l55, l56, l57, l58, l59, l60 = sch.get_loops(block=b38)
#   l61 = sch.fuse(l59, l60, preserve_unit_iters=True)
#   l62, l63, l64, l65, l66 = sch.split(loop=l61, factors=[None, 1, 4, 32, 8], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l63, thread_axis="threadIdx.z")
#   sch.bind(loop=l64, thread_axis="threadIdx.y")
#   sch.bind(loop=l65, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l66)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        W_value = T.sblock_alloc_buffer((8192, 8192), "float16")
        C_sum_local = T.sblock_alloc_buffer((16, 8192), scope="local")
        W_value_local = T.sblock_alloc_buffer((8192, 8192), "float16", scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((16, 8192), "float16", scope="shared.dyn")
        W_value_shared_dyn = T.sblock_alloc_buffer((8192, 8192), "float16", scope="shared.dyn")
        for ax0_0 in T.thread_binding(512, thread="blockIdx.y"):
            for ax1_0 in T.thread_binding(64, thread="blockIdx.x"):
                for ax0_1 in T.thread_binding(16, thread="threadIdx.y"):
                    for ax1_1 in T.thread_binding(16, thread="threadIdx.x"):
                        for ax0, ax1 in T.grid(1, 8):
                            with T.sblock("W_value"):
                                v_i0 = T.axis.spatial(8192, ax0_0 * 16 + ax0_1 + ax0)
                                v_i1 = T.axis.spatial(8192, ax1_0 * 128 + ax1_1 * 8 + ax1)
                                T.reads(W[v_i0, v_i1 // 8], scale_zero[v_i1 // 128, v_i0, 0:2])
                                T.writes(W_value_local[v_i0, v_i1])
                                W_value_local[v_i0, v_i1] = (T.Cast("float16", W[v_i0, v_i1 // 8] >> v_i1 % 8 * 4 & 15) - scale_zero[v_i1 // 128, v_i0, 1]) * scale_zero[v_i1 // 128, v_i0, 0]
                        for ax1_2 in range(2):
                            for ax1_3 in T.vectorized(4):
                                with T.sblock("W_value_local"):
                                    v0 = T.axis.spatial(8192, ax0_0 * 16 + ax0_1)
                                    v1 = T.axis.spatial(8192, ax1_0 * 128 + ax1_1 * 8 + ax1_2 * 4 + ax1_3)
                                    T.reads(W_value_local[v0, v1])
                                    T.writes(W_value[v0, v1])
                                    W_value[v0, v1] = W_value_local[v0, v1]
        for i0_0_0 in T.thread_binding(1, thread="blockIdx.z"):
            for i_0 in T.thread_binding(1, thread="blockIdx.y"):
                for i0_0_1 in T.thread_binding(128, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(1, thread="threadIdx.z"):
                        for i0_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for k_0 in range(128):
                                for ax0_ax1_fused_0 in range(1):
                                    for ax0_ax1_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(16, (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(8192, k_0 * 64 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("W_value_shared.dyn"):
                                                        v0 = T.axis.spatial(8192, i0_0_1 * 64 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(8192, k_0 * 64 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(W_value[v0, v1])
                                                        T.writes(W_value_shared_dyn[v0, v1])
                                                        W_value_shared_dyn[v0, v1] = W_value[v0, v1]
                                for k_1, i_2, i0_2 in T.grid(4, 1, 1):
                                    with T.sblock("C_sum_o"):
                                        v_i_o = T.axis.spatial(1, i_0 + i_1 + i_2)
                                        v_i0_o = T.axis.spatial(512, i0_0_0 * 512 + i0_0_1 * 4 + i0_1 + i0_2)
                                        v_k_o = T.axis.reduce(512, k_0 * 4 + k_1)
                                        T.reads(A_shared_dyn[0:16, v_k_o * 16:v_k_o * 16 + 16], W_value_shared_dyn[v_i0_o * 16:v_i0_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16])
                                        T.writes(C_sum_local[0:16, v_i0_o * 16:v_i0_o * 16 + 16])
                                        with T.init():
                                            for i_3, i0_3 in T.grid(16, 16):
                                                with T.sblock("C_sum_init"):
                                                    v_i_i_init, v_i0_i_init = T.axis.remap("SS", [i_3, i0_3])
                                                    T.reads()
                                                    T.writes(C_sum_local[v_i_i_init, v_i0_o * 16 + v_i0_i_init])
                                                    C_sum_local[v_i_i_init, v_i0_o * 16 + v_i0_i_init] = T.float32(0.0)
                                        for i_3, i0_3, k_2 in T.grid(16, 16, 16):
                                            with T.sblock("C_sum"):
                                                v_i_i, v_i0_i, v_k_i = T.axis.remap("SSR", [i_3, i0_3, k_2])
                                                T.reads(C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i], A_shared_dyn[v_i_i, v_k_o * 16 + v_k_i], W_value_shared_dyn[v_i0_o * 16 + v_i0_i, v_k_o * 16 + v_k_i])
                                                T.writes(C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i])
                                                C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i] = C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i] + T.Cast("float32", A_shared_dyn[v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", W_value_shared_dyn[v_i0_o * 16 + v_i0_i, v_k_o * 16 + v_k_i])
                            for ax0, ax1 in T.grid(16, 16):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(16, ax0)
                                    v_j = T.axis.spatial(8192, i0_0_1 * 64 + i0_1 * 16 + ax1)
                                    T.reads(C_sum_local[v_i, v_j])
                                    T.writes(C[v_i, v_j])
                                    C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
