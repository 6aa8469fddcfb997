# gemm/sgemm_tvm:vthread:split_block
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: traffic is M*N*K*(1/bm + 1/bn): the larger the block's tile, the less
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C (loops i_0, j_0, i_1, j_1, k)

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
        for i_0, j_0, i_1, j_1, k in T.grid(128, 128, 128, 128, 16384):
            cse_v1: T.let[T.int32] = j_0 * 128
            cse_v3: T.let[T.int32] = i_0 * 2097152 + i_1 * 16384 + cse_v1 + j_1
            if k == 0:
                C_1[cse_v3] = T.float32(0.0)
            cse_v2: T.let[T.int32] = k * 16384
            C_1[cse_v3] = C_1[cse_v3] + A_1[cse_v2 + i_0 * 128 + i_1] * B_1[cse_v2 + cse_v1 + j_1]
