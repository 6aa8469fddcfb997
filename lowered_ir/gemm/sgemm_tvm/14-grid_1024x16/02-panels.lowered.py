# gemm/sgemm_tvm:grid_1024x16:panels
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: panels of 8 columns of blocks, consecutive blocks below each other
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C (loops j_0_0, j_0_1_i_0_fused, i_1, j_1, k)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        A_1 = A.view(268435456)
        B_1 = B.view(268435456)
        C_1 = C.view(268435456)
        for j_0_0, j_0_1_i_0_fused, i_1, j_1, k in T.grid(16, 1024, 128, 128, 16384):
            cse_v1: T.let[T.int32] = j_0_1_i_0_fused % 128
            cse_v2: T.let[T.int32] = j_0_0 * 1024
            cse_v4: T.let[T.int32] = j_0_1_i_0_fused // 128 * 128
            cse_v5: T.let[T.int32] = cse_v1 * 2097152 + i_1 * 16384 + cse_v2 + cse_v4 + j_1
            if k == 0:
                C_1[cse_v5] = T.float32(0.0)
            cse_v3: T.let[T.int32] = k * 16384
            C_1[cse_v5] = C_1[cse_v5] + A_1[cse_v3 + cse_v1 * 128 + i_1] * B_1[cse_v3 + cse_v2 + cse_v4 + j_1]
