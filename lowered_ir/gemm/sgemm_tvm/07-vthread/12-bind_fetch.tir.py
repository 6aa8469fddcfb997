# gemm/sgemm_tvm:vthread:bind_fetch
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: lane l copies the l-th piece of the tile, one float per thread: no bank conflicts
# since the previous step:
#   b22 = sch.get_sblock(name="A_shared", func_name="main")
#   l23, l24, l25, l26, l27, l28, l29, l30, l31 = sch.get_loops(block=b22)
#   l32 = sch.fuse(l30, l31, preserve_unit_iters=True)
#   l33, l34, l35, l36 = sch.split(loop=l32, factors=[None, 16, 16, 1], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l34, thread_axis="threadIdx.y")
#   sch.bind(loop=l35, thread_axis="threadIdx.x")
#   b37 = sch.get_sblock(name="B_shared", func_name="main")
#   l38, l39, l40, l41, l42, l43, l44, l45, l46 = sch.get_loops(block=b37)
#   l47 = sch.fuse(l45, l46, preserve_unit_iters=True)
#   l48, l49, l50, l51 = sch.split(loop=l47, factors=[None, 16, 16, 1], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l49, thread_axis="threadIdx.y")
#   sch.bind(loop=l50, thread_axis="threadIdx.x")

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
        A_shared = T.sblock_alloc_buffer((16384, 16384), scope="shared")
        B_shared = T.sblock_alloc_buffer((16384, 16384), scope="shared")
        A_shared_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        B_shared_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        for i_0 in T.thread_binding(128, thread="blockIdx.x"):
            for j_0 in T.thread_binding(128, thread="blockIdx.y"):
                for j_1_0 in T.thread_binding(2, thread="vthread.y"):
                    for i_1_0 in T.thread_binding(8, thread="vthread.x"):
                        for j_1_1 in T.thread_binding(16, thread="threadIdx.y"):
                            for i_1_1 in T.thread_binding(16, thread="threadIdx.x"):
                                for i_1_2_init, j_1_2_init in T.grid(1, 4):
                                    with T.sblock("C_init"):
                                        v_i = T.axis.spatial(16384, i_0 * 128 + i_1_0 * 16 + i_1_1 + i_1_2_init)
                                        v_j = T.axis.spatial(16384, j_0 * 128 + j_1_0 * 64 + j_1_1 * 4 + j_1_2_init)
                                        T.reads()
                                        T.writes(C_local[v_i, v_j])
                                        C_local[v_i, v_j] = T.float32(0.0)
                                for k_0 in range(1024):
                                    for ax0_ax1_fused_0 in range(8):
                                        for ax0_ax1_fused_1 in T.thread_binding(16, thread="threadIdx.y"):
                                            for ax0_ax1_fused_2 in T.thread_binding(16, thread="threadIdx.x"):
                                                for ax0_ax1_fused_3 in range(1):
                                                    with T.sblock("A_shared"):
                                                        v0 = T.axis.spatial(16384, k_0 * 16 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 16 + ax0_ax1_fused_2 + ax0_ax1_fused_3) // 128)
                                                        v1 = T.axis.spatial(16384, i_0 * 128 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 16 + ax0_ax1_fused_2 + ax0_ax1_fused_3) % 128)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared[v0, v1])
                                                        A_shared[v0, v1] = A[v0, v1]
                                    for ax0_ax1_fused_0 in range(8):
                                        for ax0_ax1_fused_1 in T.thread_binding(16, thread="threadIdx.y"):
                                            for ax0_ax1_fused_2 in T.thread_binding(16, thread="threadIdx.x"):
                                                for ax0_ax1_fused_3 in range(1):
                                                    with T.sblock("B_shared"):
                                                        v0 = T.axis.spatial(16384, k_0 * 16 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 16 + ax0_ax1_fused_2 + ax0_ax1_fused_3) // 128)
                                                        v1 = T.axis.spatial(16384, j_0 * 128 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 16 + ax0_ax1_fused_2 + ax0_ax1_fused_3) % 128)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared[v0, v1])
                                                        B_shared[v0, v1] = B[v0, v1]
                                    for k_1 in range(16):
                                        for ax0, ax1 in T.grid(1, 1):
                                            with T.sblock("A_shared_local"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + k_1 + ax0)
                                                v1 = T.axis.spatial(16384, i_0 * 128 + i_1_0 * 16 + i_1_1 + ax1)
                                                T.reads(A_shared[v0, v1])
                                                T.writes(A_shared_local[v0, v1])
                                                A_shared_local[v0, v1] = A_shared[v0, v1]
                                        for ax0, ax1 in T.grid(1, 4):
                                            with T.sblock("B_shared_local"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + k_1 + ax0)
                                                v1 = T.axis.spatial(16384, j_0 * 128 + j_1_0 * 64 + j_1_1 * 4 + ax1)
                                                T.reads(B_shared[v0, v1])
                                                T.writes(B_shared_local[v0, v1])
                                                B_shared_local[v0, v1] = B_shared[v0, v1]
                                        for i_1_2, j_1_2 in T.grid(1, 4):
                                            with T.sblock("C_update"):
                                                v_i = T.axis.spatial(16384, i_0 * 128 + i_1_0 * 16 + i_1_1 + i_1_2)
                                                v_j = T.axis.spatial(16384, j_0 * 128 + j_1_0 * 64 + j_1_1 * 4 + j_1_2)
                                                v_k = T.axis.reduce(16384, k_0 * 16 + k_1)
                                                T.reads(C_local[v_i, v_j], A_shared_local[v_k, v_i], B_shared_local[v_k, v_j])
                                                T.writes(C_local[v_i, v_j])
                                                C_local[v_i, v_j] = C_local[v_i, v_j] + A_shared_local[v_k, v_i] * B_shared_local[v_k, v_j]
                                for ax0, ax1 in T.grid(1, 4):
                                    with T.sblock("C_local"):
                                        v0 = T.axis.spatial(16384, i_0 * 128 + i_1_0 * 16 + i_1_1 + ax0)
                                        v1 = T.axis.spatial(16384, j_0 * 128 + j_1_0 * 64 + j_1_1 * 4 + ax1)
                                        T.reads(C_local[v0, v1])
                                        T.writes(C[v0, v1])
                                        C[v0, v1] = C_local[v0, v1]
