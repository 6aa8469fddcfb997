# gemm/hgemm:wmma:stage_sums
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: wmma does not define which lane has which accumulator, so C goes through shared memory
# since the previous step:
#   b82 = sch.get_sblock(name="C", func_name="main")
#   b83 = sch.cache_read(block=b82, read_buffer_index=0, storage_scope="shared.dyn")
#   b84 = sch.get_sblock(name="C", func_name="main")
#   l85, l86, l87, l88, l89, l90, l91 = sch.get_loops(block=b84)
#   l92 = sch.fuse(l90, l91, preserve_unit_iters=True)
#   l93, l94, l95 = sch.split(loop=l92, factors=[None, 32, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l94, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l95)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        A_shared_dyn_local = T.sblock_alloc_buffer((4096, 4096), "float16", scope="local")
        B_shared_dyn_local = T.sblock_alloc_buffer((4096, 4096), "float16", scope="local")
        C_sum_local_shared_dyn = T.sblock_alloc_buffer((4096, 4096), scope="shared.dyn")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(32, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(8, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(2, thread="threadIdx.z"):
                        for j_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for k_0 in range(64):
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(4096, i_0 * 128 + (ax0_ax1_fused_0 * 2048 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(4096, k_0 * 64 + (ax0_ax1_fused_0 * 2048 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 64, 8]]})
                                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("B_shared.dyn"):
                                                        v0 = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 256 + (ax0_ax1_fused_0 * 2048 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(4096, k_0 * 64 + (ax0_ax1_fused_0 * 2048 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 64, 8]]})
                                                        B_shared_dyn[v0, v1] = B[v0, v1]
                                for k_1 in range(4):
                                    for ax0_0, ax1_0 in T.grid(4, 1):
                                        with T.sblock("A_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + ax0_0)
                                            v1_o = T.axis.spatial(256, k_0 * 4 + k_1 + ax1_0)
                                            T.reads(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(A_shared_dyn_local[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            for ax0_1, ax1_1 in T.grid(16, 16):
                                                with T.sblock("A_shared.dyn_local"):
                                                    v0_i, v1_i = T.axis.remap("SS", [ax0_1, ax1_1])
                                                    T.reads(A_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    T.writes(A_shared_dyn_local[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    A_shared_dyn_local[v0_o * 16 + v0_i, v1_o * 16 + v1_i] = A_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i]
                                    for ax0_0, ax1_0 in T.grid(4, 1):
                                        with T.sblock("B_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 16 + j_1 * 4 + ax0_0)
                                            v1_o = T.axis.spatial(256, k_0 * 4 + k_1 + ax1_0)
                                            T.reads(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(B_shared_dyn_local[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            for ax0_1, ax1_1 in T.grid(16, 16):
                                                with T.sblock("B_shared.dyn_local"):
                                                    v0_i, v1_i = T.axis.remap("SS", [ax0_1, ax1_1])
                                                    T.reads(B_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    T.writes(B_shared_dyn_local[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    B_shared_dyn_local[v0_o * 16 + v0_i, v1_o * 16 + v1_i] = B_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i]
                                    for i_2, j_2 in T.grid(4, 4):
                                        with T.sblock("C_sum_o"):
                                            v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2)
                                            v_j_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 16 + j_1 * 4 + j_2)
                                            v_k_o = T.axis.reduce(256, k_0 * 4 + k_1)
                                            T.reads(A_shared_dyn_local[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B_shared_dyn_local[v_j_o * 16:v_j_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16])
                                            T.writes(C_sum_local[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                            with T.init():
                                                for i_3, j_3 in T.grid(16, 16):
                                                    with T.sblock("C_sum_init"):
                                                        v_i_i_init, v_j_i_init = T.axis.remap("SS", [i_3, j_3])
                                                        T.reads()
                                                        T.writes(C_sum_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init])
                                                        C_sum_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init] = T.float32(0.0)
                                            for i_3, j_3, k_2 in T.grid(16, 16, 16):
                                                with T.sblock("C_sum"):
                                                    v_i_i, v_j_i, v_k_i = T.axis.remap("SSR", [i_3, j_3, k_2])
                                                    T.reads(C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i], A_shared_dyn_local[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i], B_shared_dyn_local[v_j_o * 16 + v_j_i, v_k_o * 16 + v_k_i])
                                                    T.writes(C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i])
                                                    C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] = C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] + T.Cast("float32", A_shared_dyn_local[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", B_shared_dyn_local[v_j_o * 16 + v_j_i, v_k_o * 16 + v_k_i])
                            for ax0, ax1 in T.grid(64, 64):
                                with T.sblock("C_sum_local_shared.dyn"):
                                    v0 = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + ax0)
                                    v1 = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 256 + j_1 * 64 + ax1)
                                    T.reads(C_sum_local[v0, v1])
                                    T.writes(C_sum_local_shared_dyn[v0, v1])
                                    C_sum_local_shared_dyn[v0, v1] = C_sum_local[v0, v1]
                            for ax0_ax1_fused_0 in range(32):
                                for ax0_ax1_fused_1 in T.thread_binding(32, thread="threadIdx.x"):
                                    for ax0_ax1_fused_2 in T.vectorized(4):
                                        with T.sblock("C"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + (ax0_ax1_fused_0 * 128 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 64)
                                            v_j = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 256 + j_1 * 64 + (ax0_ax1_fused_0 * 128 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 64)
                                            T.reads(C_sum_local_shared_dyn[v_i, v_j])
                                            T.writes(C[v_i, v_j])
                                            C[v_i, v_j] = T.Cast("float16", C_sum_local_shared_dyn[v_i, v_j])
