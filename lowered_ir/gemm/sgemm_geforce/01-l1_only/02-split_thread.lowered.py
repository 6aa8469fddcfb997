# gemm/sgemm_geforce:l1_only:split_thread
# C[i,j] = C_in[i,j] + sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: 16 x 8 accumulators per thread: 16 + 8 elements feed 128 FMAs
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C (loops i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1, k,
#     i_1_2, j_1_2)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        C_in_1 = T.decl_buffer((16777216,), data=C_in.data)
        C_1 = C.view(16777216)
        for i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1, k in T.grid(64, 16, 8, 16, 4, 32, 4096):
            cse_v1: T.let[T.int32] = j_0 * 256
            cse_v2: T.let[T.int32] = j_1_0 * 32
            cse_v3: T.let[T.int32] = i_0 * 262144 + i_1_0 * 16384 + i_1_1 * 4096
            cse_v4: T.let[T.int32] = cse_v3 + cse_v1 + cse_v2 + j_1_1
            if k == 0:
                C_1[cse_v4] = C_in_1[cse_v4]
            C_1[cse_v4] = C_1[cse_v4] + A_1[cse_v3 + k] * B_1[k * 4096 + cse_v1 + cse_v2 + j_1_1]
