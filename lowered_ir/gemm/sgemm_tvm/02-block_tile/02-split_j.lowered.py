# gemm/sgemm_tvm:block_tile:split_j
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: a block computes 32 columns: a square tile has the most reuse per element
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C (loops i_0, i_1, j_0, j_1, k)

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
        for i_0, i_1, j_0, j_1, k in T.grid(512, 32, 512, 32, 16384):
            cse_v1: T.let[T.int32] = j_0 * 32
            cse_v3: T.let[T.int32] = i_0 * 524288 + i_1 * 16384 + cse_v1 + j_1
            if k == 0:
                C_1[cse_v3] = T.float32(0.0)
            cse_v2: T.let[T.int32] = k * 16384
            C_1[cse_v3] = C_1[cse_v3] + A_1[cse_v2 + i_0 * 32 + i_1] * B_1[cse_v2 + cse_v1 + j_1]
