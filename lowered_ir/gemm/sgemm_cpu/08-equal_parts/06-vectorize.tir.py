# gemm/sgemm_cpu:equal_parts:vectorize
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: 16 adjacent columns fill whole vector registers
# since the previous step:
#   sch.vectorize(loop=l26)
#   l27, l28, l29, l30, l31, l32 = sch.get_loops(block=b6)
#   sch.vectorize(loop=l32)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        B_global = T.sblock_alloc_buffer((64, 1024, 16))
        A_global_pad = T.sblock_alloc_buffer((171, 1024, 6))
        C_global_pad = T.sblock_alloc_buffer((1026, 1024))
        for ax1_0, ax0 in T.grid(64, 1024):
            for ax1_1 in T.vectorized(16):
                with T.sblock("B_global"):
                    v0 = T.axis.spatial(1024, ax0)
                    v1 = T.axis.spatial(1024, ax1_0 * 16 + ax1_1)
                    T.reads(B[v0, v1])
                    T.writes(B_global[v1 // 16, v0, v1 % 16])
                    B_global[v1 // 16, v0, v1 % 16] = B[v0, v1]
        for i0_0, i1 in T.grid(171, 1024):
            for i0_1 in T.unroll(6):
                with T.sblock("A_global_pad"):
                    v0 = T.axis.spatial(1026, i0_0 * 6 + i0_1)
                    v1 = T.axis.spatial(1024, i1)
                    T.reads(A[v0, v1])
                    T.writes(A_global_pad[v0 // 6, v1, v0 % 6])
                    A_global_pad[v0 // 6, v1, v0 % 6] = T.if_then_else(v0 < 1024, A[v0, v1], T.float32(0.0))
        for i_0, j_0, j_1, i_1 in T.grid(4, 4, 16, 43):
            for k, i_2 in T.grid(1024, 6):
                for j_2 in T.vectorized(16):
                    with T.sblock("C"):
                        v_i = T.axis.spatial(1026, i_0 * 258 + i_1 * 6 + i_2)
                        v_j = T.axis.spatial(1024, j_0 * 256 + j_1 * 16 + j_2)
                        v_k = T.axis.reduce(1024, k)
                        T.where((i_0 * 43 + i_1) * 6 + i_2 < 1026)
                        T.reads(A_global_pad[v_i // 6, v_k, v_i % 6], B_global[v_j // 16, v_k, v_j % 16])
                        T.writes(C_global_pad[v_i, v_j])
                        with T.init():
                            C_global_pad[v_i, v_j] = T.float32(0.0)
                        C_global_pad[v_i, v_j] = C_global_pad[v_i, v_j] + A_global_pad[v_i // 6, v_k, v_i % 6] * B_global[v_j // 16, v_k, v_j % 16]
            for ax0 in range(6):
                for ax1 in T.vectorized(16):
                    with T.sblock("C_global_pad"):
                        v0 = T.axis.spatial(1024, i_0 * 258 + i_1 * 6 + ax0)
                        v1 = T.axis.spatial(1024, j_0 * 256 + j_1 * 16 + ax1)
                        T.where(i_0 * 258 + i_1 * 6 + ax0 < 1024)
                        T.reads(C_global_pad[v0, v1])
                        T.writes(C[v0, v1])
                        C[v0, v1] = C_global_pad[v0, v1]
