# gemm/epilogue:mma:write_back
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: each lane rounds and stores its own accumulators as half2
# since the previous step:
#   b83 = sch.get_sblock(name="C", func_name="main")
#   l84, l85, l86, l87, l88, l89, l90 = sch.get_loops(block=b83)
#   l91, l92, l93 = sch.split(loop=l89, factors=[None, 2, 8], preserve_unit_iters=True,
#     disable_predication=False)
#   l94, l95, l96, l97 = sch.split(loop=l90, factors=[None, 2, 4, 2], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l91, l94, l92, l95, l93, l96, l97)
#   l98 = sch.fuse(l93, l96, preserve_unit_iters=True)
#   sch.bind(loop=l98, thread_axis="threadIdx.x")
#   b99 = sch.get_sblock(name="C", func_name="main")
#   b100 = sch.cache_read(block=b99, read_buffer_index=0, storage_scope="local")
#   sch.compute_at(block=b100, loop=l98, preserve_unit_loops=True, index=-1)
#   sch.vectorize(loop=l97)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), bias: T.Buffer((4096,), "float16"), residual: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((256, 256, 32, 8), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        A_shared_dyn_local = T.sblock_alloc_buffer((256, 256, 32, 8), "float16", scope="local")
        B_shared_dyn_local = T.sblock_alloc_buffer((256, 256, 32, 8), "float16", scope="local")
        C_sum_local_local = T.sblock_alloc_buffer((256, 256, 32, 8), scope="local")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(32, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(16, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(2, thread="threadIdx.z"):
                        for j_1 in T.thread_binding(2, thread="threadIdx.y"):
                            for k_0 in range(64):
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(2, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(4096, i_0 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 512 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(4096, k_0 * 64 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 512 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(2, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("B_shared.dyn"):
                                                        v0 = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 512 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(4096, k_0 * 64 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 512 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared_dyn[v0, v1])
                                                        B_shared_dyn[v0, v1] = B[v0, v1]
                                for k_1 in range(4):
                                    for ax0_0, ax1_0 in T.grid(4, 1):
                                        with T.sblock("A_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + ax0_0)
                                            v1_o = T.axis.spatial(256, k_0 * 4 + k_1 + ax1_0)
                                            T.reads(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(A_shared_dyn_local[v0_o, v1_o, 0:32, 0:8])
                                            for ax0_1, ax1_1 in T.grid(16, 16):
                                                with T.sblock("A_shared.dyn_local"):
                                                    v0_i, v1_i = T.axis.remap("SS", [ax0_1, ax1_1])
                                                    T.reads(A_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    T.writes(A_shared_dyn_local[v0_o, v1_o, v0_i % 8 * 4 + v1_i % 8 // 2, v1_i // 8 * 4 + v0_i // 8 * 2 + v1_i % 2])
                                                    A_shared_dyn_local[v0_o, v1_o, v0_i % 8 * 4 + v1_i % 8 // 2, v1_i // 8 * 4 + v0_i // 8 * 2 + v1_i % 2] = A_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i]
                                    for ax0_0, ax1_0 in T.grid(4, 1):
                                        with T.sblock("B_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + ax0_0)
                                            v1_o = T.axis.spatial(256, k_0 * 4 + k_1 + ax1_0)
                                            T.reads(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(B_shared_dyn_local[v0_o, v1_o, 0:32, 0:8])
                                            for ax0_1, ax1_1 in T.grid(16, 16):
                                                with T.sblock("B_shared.dyn_local"):
                                                    v0_i, v1_i = T.axis.remap("SS", [ax0_1, ax1_1])
                                                    T.reads(B_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    T.writes(B_shared_dyn_local[v0_o, v1_o, v0_i % 8 * 4 + v1_i % 8 // 2, v1_i // 8 * 4 + v0_i // 8 * 2 + v1_i % 2])
                                                    B_shared_dyn_local[v0_o, v1_o, v0_i % 8 * 4 + v1_i % 8 // 2, v1_i // 8 * 4 + v0_i // 8 * 2 + v1_i % 2] = B_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i]
                                    for i_2, j_2 in T.grid(4, 4):
                                        with T.sblock("C_sum_o"):
                                            v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2)
                                            v_j_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + j_2)
                                            v_k_o = T.axis.reduce(256, k_0 * 4 + k_1)
                                            T.reads(A_shared_dyn_local[v_i_o, v_k_o, 0:32, 0:8], B_shared_dyn_local[v_j_o, v_k_o, 0:32, 0:8])
                                            T.writes(C_sum_local[v_i_o, v_j_o, 0:32, 0:8])
                                            with T.init():
                                                for i_3, j_3 in T.grid(16, 16):
                                                    with T.sblock("C_sum_init"):
                                                        v_i_i_init, v_j_i_init = T.axis.remap("SS", [i_3, j_3])
                                                        T.reads()
                                                        T.writes(C_sum_local[v_i_o, v_j_o, v_i_i_init % 8 * 4 + v_j_i_init % 8 // 2, v_j_i_init // 8 * 4 + v_i_i_init // 8 * 2 + v_j_i_init % 2])
                                                        C_sum_local[v_i_o, v_j_o, v_i_i_init % 8 * 4 + v_j_i_init % 8 // 2, v_j_i_init // 8 * 4 + v_i_i_init // 8 * 2 + v_j_i_init % 2] = T.float32(0.0)
                                            for i_3, j_3, k_2 in T.grid(16, 16, 16):
                                                with T.sblock("C_sum"):
                                                    v_i_i, v_j_i, v_k_i = T.axis.remap("SSR", [i_3, j_3, k_2])
                                                    T.reads(C_sum_local[v_i_o, v_j_o, v_i_i % 8 * 4 + v_j_i % 8 // 2, v_j_i // 8 * 4 + v_i_i // 8 * 2 + v_j_i % 2], A_shared_dyn_local[v_i_o, v_k_o, v_i_i % 8 * 4 + v_k_i % 8 // 2, v_k_i // 8 * 4 + v_i_i // 8 * 2 + v_k_i % 2], B_shared_dyn_local[v_j_o, v_k_o, v_j_i % 8 * 4 + v_k_i % 8 // 2, v_k_i // 8 * 4 + v_j_i // 8 * 2 + v_k_i % 2])
                                                    T.writes(C_sum_local[v_i_o, v_j_o, v_i_i % 8 * 4 + v_j_i % 8 // 2, v_j_i // 8 * 4 + v_i_i // 8 * 2 + v_j_i % 2])
                                                    C_sum_local[v_i_o, v_j_o, v_i_i % 8 * 4 + v_j_i % 8 // 2, v_j_i // 8 * 4 + v_i_i // 8 * 2 + v_j_i % 2] = C_sum_local[v_i_o, v_j_o, v_i_i % 8 * 4 + v_j_i % 8 // 2, v_j_i // 8 * 4 + v_i_i // 8 * 2 + v_j_i % 2] + T.Cast("float32", A_shared_dyn_local[v_i_o, v_k_o, v_i_i % 8 * 4 + v_k_i % 8 // 2, v_k_i // 8 * 4 + v_i_i // 8 * 2 + v_k_i % 2]) * T.Cast("float32", B_shared_dyn_local[v_j_o, v_k_o, v_j_i % 8 * 4 + v_k_i % 8 // 2, v_k_i // 8 * 4 + v_j_i // 8 * 2 + v_k_i % 2])
                            for ax0_0, ax1_0, ax0_1, ax1_1 in T.grid(4, 4, 2, 2):
                                for ax0_2_ax1_2_fused in T.thread_binding(32, thread="threadIdx.x"):
                                    for ax0, ax1, ax2, ax3 in T.grid(1, 1, 1, 2):
                                        with T.sblock("C_sum_local_local"):
                                            v0 = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + ax0_0 + ax0)
                                            v1 = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + ax1_0 + ax1)
                                            v2 = T.axis.spatial(32, ax0_2_ax1_2_fused + ax2)
                                            v3 = T.axis.spatial(8, ax1_1 * 4 + ax0_1 * 2 + ax3)
                                            T.reads(C_sum_local[v0, v1, v2, v3])
                                            T.writes(C_sum_local_local[v0, v1, v2, v3])
                                            C_sum_local_local[v0, v1, v2, v3] = C_sum_local[v0, v1, v2, v3]
                                    for ax1_3 in T.vectorized(2):
                                        with T.sblock("C"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + ax0_0 * 16 + ax0_1 * 8 + ax0_2_ax1_2_fused // 4)
                                            v_j = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 128 + j_1 * 64 + ax1_0 * 16 + ax1_1 * 8 + ax0_2_ax1_2_fused % 4 * 2 + ax1_3)
                                            T.reads(C_sum_local_local[v_i // 16, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i % 16 // 8 * 2 + v_j % 2], bias[v_j], residual[v_i, v_j])
                                            T.writes(C[v_i, v_j])
                                            C[v_i, v_j] = T.Cast("float16", (C_sum_local_local[v_i // 16, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i % 16 // 8 * 2 + v_j % 2] + T.Cast("float32", bias[v_j])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum_local_local[v_i // 16, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i % 16 // 8 * 2 + v_j % 2] + T.Cast("float32", bias[v_j]) + (C_sum_local_local[v_i // 16, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i % 16 // 8 * 2 + v_j % 2] + T.Cast("float32", bias[v_j])) * (C_sum_local_local[v_i // 16, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i % 16 // 8 * 2 + v_j % 2] + T.Cast("float32", bias[v_j])) * (C_sum_local_local[v_i // 16, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i % 16 // 8 * 2 + v_j % 2] + T.Cast("float32", bias[v_j])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557))) + T.Cast("float32", residual[v_i, v_j]))
