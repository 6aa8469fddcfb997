# gemm/sgemm_cpu:parallel:block
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: a panel of B stays in cache for 16 panels of A
# since the previous step:
#   b17 = sch.get_sblock(name="C", func_name="main")
#   l18, l19, l20 = sch.get_loops(block=b17)
#   l21, l22, l23 = sch.split(loop=l18, factors=[None, 16, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   l24, l25, l26 = sch.split(loop=l19, factors=[None, 4, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l21, l24, l25, l22, l20, l23, l26)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        A_global = T.sblock_alloc_buffer((256, 1024, 4))
        B_global = T.sblock_alloc_buffer((64, 1024, 16))
        C_global = T.sblock_alloc_buffer((1024, 1024))
        for ax1_0, ax0 in T.grid(64, 1024):
            for ax1_1 in T.vectorized(16):
                with T.sblock("B_global"):
                    v0 = T.axis.spatial(1024, ax0)
                    v1 = T.axis.spatial(1024, ax1_0 * 16 + ax1_1)
                    T.reads(B[v0, v1])
                    T.writes(B_global[v1 // 16, v0, v1 % 16])
                    B_global[v1 // 16, v0, v1 % 16] = B[v0, v1]
        for ax0_0, ax1 in T.grid(256, 1024):
            for ax0_1 in T.unroll(4):
                with T.sblock("A_global"):
                    v0 = T.axis.spatial(1024, ax0_0 * 4 + ax0_1)
                    v1 = T.axis.spatial(1024, ax1)
                    T.reads(A[v0, v1])
                    T.writes(A_global[v0 // 4, v1, v0 % 4])
                    A_global[v0 // 4, v1, v0 % 4] = A[v0, v1]
        for i_0, j_0, j_1, i_1, k, i_2, j_2 in T.grid(16, 16, 4, 16, 1024, 4, 16):
            with T.sblock("C"):
                v_i = T.axis.spatial(1024, i_0 * 64 + i_1 * 4 + i_2)
                v_j = T.axis.spatial(1024, j_0 * 64 + j_1 * 16 + j_2)
                v_k = T.axis.reduce(1024, k)
                T.reads(A_global[v_i // 4, v_k, v_i % 4], B_global[v_j // 16, v_k, v_j % 16])
                T.writes(C_global[v_i, v_j])
                with T.init():
                    C_global[v_i, v_j] = T.float32(0.0)
                C_global[v_i, v_j] = C_global[v_i, v_j] + A_global[v_i // 4, v_k, v_i % 4] * B_global[v_j // 16, v_k, v_j % 16]
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("C_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_global[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_global[v0, v1]
