# gemm/w4a16:mma:fragments
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: each operand in the lane and register where mma.sync expects it
# since the previous step:
#   b54 = sch.cache_read(block=b20, read_buffer_index=0, storage_scope="local")
#   b55 = sch.cache_read(block=b20, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b54, loop=l18, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b55, loop=l18, preserve_unit_loops=True, index=-1)
#   l56, l57, l58, l59, l60, l61, l62, l63, l64 = sch.get_loops(block=b54)
#   l65, l66 = sch.split(loop=l63, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l67, l68 = sch.split(loop=l64, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l65, l67, l66, l68)
#   sch.transform_layout(block=b54, buffer=("write", 0), index_map=lambda i, j: (i // 16, j // 16, 4 * (i % 8) +
#      j % 8 // 2, 4 * (j % 16 // 8) + 2 * (i % 16 // 8) + j % 2,), pad_value=None,
#     assume_injective_transform=False)
#   b69 = sch.blockize(target=l66, preserve_unit_iters=True)
#   l70, l71, l72, l73, l74, l75, l76, l77, l78 = sch.get_loops(block=b55)
#   l79, l80 = sch.split(loop=l77, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l81, l82 = sch.split(loop=l78, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l79, l81, l80, l82)
#   sch.transform_layout(block=b55, buffer=("write", 0), index_map=lambda i, j: (i // 16, j // 16, 4 * (i % 8) +
#      j % 8 // 2, 4 * (j % 16 // 8) + 2 * (i % 16 // 8) + j % 2,), pad_value=None,
#     assume_injective_transform=False)
#   b83 = sch.blockize(target=l80, preserve_unit_iters=True)
#   b84 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.transform_layout(block=b84, buffer=("write", 0), index_map=lambda i, j: (i // 16, j // 16, 4 * (i % 8) +
#      j % 8 // 2, 4 * (j % 16 // 8) + 2 * (i % 16 // 8) + j % 2,), pad_value=None,
#     assume_injective_transform=False)

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
        C_sum_local = T.sblock_alloc_buffer((1, 512, 32, 8), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((16, 8192), "float16", scope="shared.dyn")
        W_value_shared_dyn = T.sblock_alloc_buffer((8192, 8192), "float16", scope="shared.dyn")
        A_shared_dyn_local = T.sblock_alloc_buffer((1, 512, 32, 8), "float16", scope="local")
        W_value_shared_dyn_local = T.sblock_alloc_buffer((512, 512, 32, 8), "float16", scope="local")
        for i0, i1 in T.grid(8192, 8192):
            with T.sblock("W_value"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(W[v_i0, v_i1 // 8], scale_zero[v_i1 // 128, v_i0, 0:2])
                T.writes(W_value[v_i0, v_i1])
                W_value[v_i0, v_i1] = (T.Cast("float16", W[v_i0, v_i1 // 8] >> v_i1 % 8 * 4 & 15) - scale_zero[v_i1 // 128, v_i0, 1]) * scale_zero[v_i1 // 128, v_i0, 0]
        for i0_0_0 in T.thread_binding(1, thread="blockIdx.z"):
            for i_0 in T.thread_binding(1, thread="blockIdx.y"):
                for i0_0_1 in T.thread_binding(128, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(1, thread="threadIdx.z"):
                        for i0_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for k_0 in range(32):
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(16, (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 256)
                                                        v1 = T.axis.spatial(8192, k_0 * 256 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 256)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(16):
                                    for ax0_ax1_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("W_value_shared.dyn"):
                                                        v0 = T.axis.spatial(8192, i0_0_1 * 64 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 256)
                                                        v1 = T.axis.spatial(8192, k_0 * 256 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 256)
                                                        T.reads(W_value[v0, v1])
                                                        T.writes(W_value_shared_dyn[v0, v1])
                                                        W_value_shared_dyn[v0, v1] = W_value[v0, v1]
                                for k_1 in range(16):
                                    for ax0_0, ax1_0 in T.grid(1, 1):
                                        with T.sblock("A_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(1, ax0_0)
                                            v1_o = T.axis.spatial(512, k_0 * 16 + k_1 + ax1_0)
                                            T.reads(A_shared_dyn[0:16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(A_shared_dyn_local[0, v1_o, 0:32, 0:8])
                                            for ax0_1, ax1_1 in T.grid(16, 16):
                                                with T.sblock("A_shared.dyn_local"):
                                                    v0_i, v1_i = T.axis.remap("SS", [ax0_1, ax1_1])
                                                    T.reads(A_shared_dyn[v0_i, v1_o * 16 + v1_i])
                                                    T.writes(A_shared_dyn_local[0, v1_o, v0_i % 8 * 4 + v1_i % 8 // 2, v1_i // 8 * 4 + v0_i // 8 * 2 + v1_i % 2])
                                                    A_shared_dyn_local[0, v1_o, v0_i % 8 * 4 + v1_i % 8 // 2, v1_i // 8 * 4 + v0_i // 8 * 2 + v1_i % 2] = A_shared_dyn[v0_i, v1_o * 16 + v1_i]
                                    for ax0_0, ax1_0 in T.grid(1, 1):
                                        with T.sblock("W_value_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(512, i0_0_1 * 4 + i0_1 + ax0_0)
                                            v1_o = T.axis.spatial(512, k_0 * 16 + k_1 + ax1_0)
                                            T.reads(W_value_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(W_value_shared_dyn_local[v0_o, v1_o, 0:32, 0:8])
                                            for ax0_1, ax1_1 in T.grid(16, 16):
                                                with T.sblock("W_value_shared.dyn_local"):
                                                    v0_i, v1_i = T.axis.remap("SS", [ax0_1, ax1_1])
                                                    T.reads(W_value_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    T.writes(W_value_shared_dyn_local[v0_o, v1_o, v0_i % 8 * 4 + v1_i % 8 // 2, v1_i // 8 * 4 + v0_i // 8 * 2 + v1_i % 2])
                                                    W_value_shared_dyn_local[v0_o, v1_o, v0_i % 8 * 4 + v1_i % 8 // 2, v1_i // 8 * 4 + v0_i // 8 * 2 + v1_i % 2] = W_value_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i]
                                    for i_2, i0_2 in T.grid(1, 1):
                                        with T.sblock("C_sum_o"):
                                            v_i_o = T.axis.spatial(1, i_0 + i_1 + i_2)
                                            v_i0_o = T.axis.spatial(512, i0_0_0 * 512 + i0_0_1 * 4 + i0_1 + i0_2)
                                            v_k_o = T.axis.reduce(512, k_0 * 16 + k_1)
                                            T.reads(A_shared_dyn_local[0, v_k_o, 0:32, 0:8], W_value_shared_dyn_local[v_i0_o, v_k_o, 0:32, 0:8])
                                            T.writes(C_sum_local[0, v_i0_o, 0:32, 0:8])
                                            with T.init():
                                                for i_3, i0_3 in T.grid(16, 16):
                                                    with T.sblock("C_sum_init"):
                                                        v_i_i_init, v_i0_i_init = T.axis.remap("SS", [i_3, i0_3])
                                                        T.reads()
                                                        T.writes(C_sum_local[0, v_i0_o, v_i_i_init % 8 * 4 + v_i0_i_init % 8 // 2, v_i0_i_init // 8 * 4 + v_i_i_init // 8 * 2 + v_i0_i_init % 2])
                                                        C_sum_local[0, v_i0_o, v_i_i_init % 8 * 4 + v_i0_i_init % 8 // 2, v_i0_i_init // 8 * 4 + v_i_i_init // 8 * 2 + v_i0_i_init % 2] = T.float32(0.0)
                                            for i_3, i0_3, k_2 in T.grid(16, 16, 16):
                                                with T.sblock("C_sum"):
                                                    v_i_i, v_i0_i, v_k_i = T.axis.remap("SSR", [i_3, i0_3, k_2])
                                                    T.reads(C_sum_local[0, v_i0_o, v_i_i % 8 * 4 + v_i0_i % 8 // 2, v_i0_i // 8 * 4 + v_i_i // 8 * 2 + v_i0_i % 2], A_shared_dyn_local[0, v_k_o, v_i_i % 8 * 4 + v_k_i % 8 // 2, v_k_i // 8 * 4 + v_i_i // 8 * 2 + v_k_i % 2], W_value_shared_dyn_local[v_i0_o, v_k_o, v_i0_i % 8 * 4 + v_k_i % 8 // 2, v_k_i // 8 * 4 + v_i0_i // 8 * 2 + v_k_i % 2])
                                                    T.writes(C_sum_local[0, v_i0_o, v_i_i % 8 * 4 + v_i0_i % 8 // 2, v_i0_i // 8 * 4 + v_i_i // 8 * 2 + v_i0_i % 2])
                                                    C_sum_local[0, v_i0_o, v_i_i % 8 * 4 + v_i0_i % 8 // 2, v_i0_i // 8 * 4 + v_i_i // 8 * 2 + v_i0_i % 2] = C_sum_local[0, v_i0_o, v_i_i % 8 * 4 + v_i0_i % 8 // 2, v_i0_i // 8 * 4 + v_i_i // 8 * 2 + v_i0_i % 2] + T.Cast("float32", A_shared_dyn_local[0, v_k_o, v_i_i % 8 * 4 + v_k_i % 8 // 2, v_k_i // 8 * 4 + v_i_i // 8 * 2 + v_k_i % 2]) * T.Cast("float32", W_value_shared_dyn_local[v_i0_o, v_k_o, v_i0_i % 8 * 4 + v_k_i % 8 // 2, v_k_i // 8 * 4 + v_i0_i // 8 * 2 + v_k_i % 2])
                            for ax0, ax1 in T.grid(16, 16):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(16, ax0)
                                    v_j = T.axis.spatial(8192, i0_0_1 * 64 + i0_1 * 16 + ax1)
                                    T.reads(C_sum_local[0, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i // 8 * 2 + v_j % 2])
                                    T.writes(C[v_i, v_j])
                                    C[v_i, v_j] = T.Cast("float16", C_sum_local[0, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i // 8 * 2 + v_j % 2])
