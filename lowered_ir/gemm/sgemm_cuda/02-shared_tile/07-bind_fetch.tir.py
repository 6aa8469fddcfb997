# gemm/sgemm_cuda:shared_tile:bind_fetch
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: each thread copies an element of both tiles, adjacent lanes adjacent words
# since the previous step:
#   l20, l21, l22, l23, l24, l25, l26 = sch.get_loops(block=b18)
#   l27 = sch.fuse(l25, l26, preserve_unit_iters=True)
#   l28, l29, l30, l31 = sch.split(loop=l27, factors=[None, 32, 32, 1], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l29, thread_axis="threadIdx.y")
#   sch.bind(loop=l30, thread_axis="threadIdx.x")
#   l32, l33, l34, l35, l36, l37, l38 = sch.get_loops(block=b19)
#   l39 = sch.fuse(l37, l38, preserve_unit_iters=True)
#   l40, l41, l42, l43 = sch.split(loop=l39, factors=[None, 32, 32, 1], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l41, thread_axis="threadIdx.y")
#   sch.bind(loop=l42, thread_axis="threadIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((1024, 1024), scope="local")
        A_shared = T.sblock_alloc_buffer((1024, 1024), scope="shared")
        B_shared = T.sblock_alloc_buffer((1024, 1024), scope="shared")
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(32, thread="blockIdx.x"):
                for i_1 in T.thread_binding(32, thread="threadIdx.y"):
                    for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                        for k_0 in range(32):
                            for ax0_ax1_fused_0 in range(1):
                                for ax0_ax1_fused_1 in T.thread_binding(32, thread="threadIdx.y"):
                                    for ax0_ax1_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                        for ax0_ax1_fused_3 in range(1):
                                            with T.sblock("A_shared"):
                                                v0 = T.axis.spatial(1024, i_0 * 32 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 32 + ax0_ax1_fused_2 + ax0_ax1_fused_3) // 32)
                                                v1 = T.axis.spatial(1024, k_0 * 32 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 32 + ax0_ax1_fused_2 + ax0_ax1_fused_3) % 32)
                                                T.reads(A[v0, v1])
                                                T.writes(A_shared[v0, v1])
                                                A_shared[v0, v1] = A[v0, v1]
                            for ax0_ax1_fused_0 in range(1):
                                for ax0_ax1_fused_1 in T.thread_binding(32, thread="threadIdx.y"):
                                    for ax0_ax1_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                        for ax0_ax1_fused_3 in range(1):
                                            with T.sblock("B_shared"):
                                                v0 = T.axis.spatial(1024, k_0 * 32 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 32 + ax0_ax1_fused_2 + ax0_ax1_fused_3) // 32)
                                                v1 = T.axis.spatial(1024, j_0 * 32 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 32 + ax0_ax1_fused_2 + ax0_ax1_fused_3) % 32)
                                                T.reads(B[v0, v1])
                                                T.writes(B_shared[v0, v1])
                                                B_shared[v0, v1] = B[v0, v1]
                            for k_1 in range(32):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(1024, i_0 * 32 + i_1)
                                    v_j = T.axis.spatial(1024, j_0 * 32 + j_1)
                                    v_k = T.axis.reduce(1024, k_0 * 32 + k_1)
                                    T.reads(A_shared[v_i, v_k], B_shared[v_k, v_j])
                                    T.writes(C_local[v_i, v_j])
                                    with T.init():
                                        C_local[v_i, v_j] = T.float32(0.0)
                                    C_local[v_i, v_j] = C_local[v_i, v_j] + A_shared[v_i, v_k] * B_shared[v_k, v_j]
                        for ax0, ax1 in T.grid(1, 1):
                            with T.sblock("C_local"):
                                v0 = T.axis.spatial(1024, i_0 * 32 + i_1 + ax0)
                                v1 = T.axis.spatial(1024, j_0 * 32 + j_1 + ax1)
                                T.reads(C_local[v0, v1])
                                T.writes(C[v0, v1])
                                C[v0, v1] = C_local[v0, v1]
