# gemm/sgemm_geforce:float4_fetch:write_back
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: accumulators in registers; each thread writes its own to C once
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1, k,
#     i_1_2, j_1_2); C (loops i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1, ax0, ax1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_local = T.alloc_local((1,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        C_in_1 = C_in.view(16777216)
        C_1 = C.view(16777216)
        for i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1 in T.grid(64, 16, 8, 16, 4, 32):
            cse_v1: T.let[T.int32] = j_0 * 256
            cse_v2: T.let[T.int32] = j_1_0 * 32
            cse_v3: T.let[T.int32] = i_0 * 262144 + i_1_0 * 16384 + i_1_1 * 4096
            for k in range(4096):
                if k == 0:
                    C_sum_local[0] = T.float32(0.0)
                C_sum_local[0] = C_sum_local[0] + A_1[cse_v3 + k] * B_1[k * 4096 + cse_v1 + cse_v2 + j_1_1]
            cse_v4: T.let[T.int32] = cse_v3 + cse_v1 + cse_v2 + j_1_1
            C_1[cse_v4] = C_in_1[cse_v4] + C_sum_local[0]
