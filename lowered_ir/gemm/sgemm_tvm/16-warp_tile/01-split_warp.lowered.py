# gemm/sgemm_tvm:warp_tile:split_warp
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: 4 x 8 lanes read 4 + 8 float4 per step; 2 x 16 lanes would read 2 + 16
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C (loops i_0, j_0, i_2, j_2, i_1, j_1, i_3, j_3, i_4,
#     j_4, k)

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
        for i_0, j_0, i_2, j_2, i_1, j_1, i_3, j_3, i_4, j_4, k in T.grid(128, 128, 2, 2, 4, 2, 4, 8, 4, 4, 16384):
            cse_v1: T.let[T.int32] = j_0 * 128
            cse_v2: T.let[T.int32] = j_1 * 64
            cse_v3: T.let[T.int32] = j_2 * 32
            cse_v4: T.let[T.int32] = j_3 * 4
            cse_v6: T.let[T.int32] = i_0 * 2097152 + i_1 * 524288 + i_2 * 262144 + i_3 * 65536 + i_4 * 16384 + cse_v1 + cse_v2 + cse_v3 + cse_v4 + j_4
            if k == 0:
                C_1[cse_v6] = T.float32(0.0)
            cse_v5: T.let[T.int32] = k * 16384
            C_1[cse_v6] = C_1[cse_v6] + A_1[cse_v5 + i_0 * 128 + i_1 * 32 + i_2 * 16 + i_3 * 4 + i_4] * B_1[cse_v5 + cse_v1 + cse_v2 + cse_v3 + cse_v4 + j_4]
