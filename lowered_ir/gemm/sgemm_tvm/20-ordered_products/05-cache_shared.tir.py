# gemm/sgemm_tvm:ordered_products:cache_shared
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: each warp loads whole 512-byte rows, a float4 per lane
# since the previous step:
#   b25 = sch.cache_read(block=b0, read_buffer_index=0, storage_scope="shared.dyn")
#   b26 = sch.cache_read(block=b0, read_buffer_index=1, storage_scope="shared.dyn")
#   sch.compute_at(block=b25, loop=l23, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b26, loop=l23, preserve_unit_loops=True, index=-1)
#   l27, l28, l29, l30, l31, l32, l33, l34 = sch.get_loops(block=b25)
#   l35 = sch.fuse(l33, l34, preserve_unit_iters=True)
#   l36, l37, l38 = sch.split(loop=l35, factors=[None, 256, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l37, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l38)
#   l39, l40, l41, l42, l43, l44, l45, l46 = sch.get_loops(block=b26)
#   l47 = sch.fuse(l45, l46, preserve_unit_iters=True)
#   l48, l49, l50 = sch.split(loop=l47, factors=[None, 256, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l49, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l50)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((16384, 16384), scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((16384, 16384), scope="shared.dyn")
        for i_0 in T.thread_binding(64, thread="blockIdx.y"):
            for j_0 in T.thread_binding(128, thread="blockIdx.x"):
                for i_2 in T.thread_binding(4, thread="vthread.y"):
                    for j_2 in T.thread_binding(2, thread="vthread.x"):
                        for i_1_j_1_i_3_j_3_fused in T.thread_binding(256, thread="threadIdx.x"):
                            for k_0 in range(1024):
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("A_shared.dyn"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 256)
                                                v1 = T.axis.spatial(16384, i_0 * 256 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 256)
                                                T.reads(A[v0, v1])
                                                T.writes(A_shared_dyn[v0, v1])
                                                A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(2):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("B_shared.dyn"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 128)
                                                v1 = T.axis.spatial(16384, j_0 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 128)
                                                T.reads(B[v0, v1])
                                                T.writes(B_shared_dyn[v0, v1])
                                                B_shared_dyn[v0, v1] = B[v0, v1]
                                for k_1, i_4, j_4 in T.grid(16, 4, 4):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(16384, i_0 * 256 + i_1_j_1_i_3_j_3_fused // 64 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4)
                                        v_j = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4)
                                        v_k = T.axis.reduce(16384, k_0 * 16 + k_1)
                                        T.reads(A_shared_dyn[v_k, v_i], B_shared_dyn[v_k, v_j])
                                        T.writes(C_local[v_i, v_j])
                                        with T.init():
                                            C_local[v_i, v_j] = T.float32(0.0)
                                        C_local[v_i, v_j] = C_local[v_i, v_j] + A_shared_dyn[v_k, v_i] * B_shared_dyn[v_k, v_j]
                            for ax0 in range(4):
                                for ax1 in T.vectorized(4):
                                    with T.sblock("C_local"):
                                        v0 = T.axis.spatial(16384, i_0 * 256 + i_1_j_1_i_3_j_3_fused // 64 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax0)
                                        v1 = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                        T.reads(C_local[v0, v1])
                                        T.writes(C[v0, v1])
                                        C[v0, v1] = C_local[v0, v1]
