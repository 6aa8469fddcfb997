# gemm/sgemm_geforce:extra_shared:write_back
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: accumulators in registers; each thread writes its own to C once
# target: cuda sm_90
# build: 20480 B of shared memory beyond need
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
        C_sum_local = T.alloc_local((16,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        C_in_1 = C_in.view(16777216)
        C_1 = C.view(16777216)
        for i_0, j_0, j_1_0, i_1_0, i_1_1, j_1_1 in T.grid(64, 16, 2, 4, 4, 32):
            cse_v1: T.let[T.int32] = j_0 * 256
            cse_v2: T.let[T.int32] = j_1_0 * 128
            cse_v3: T.let[T.int32] = j_1_1 * 4
            cse_v5: T.let[T.int32] = i_0 * 262144 + i_1_0 * 65536 + i_1_1 * 16384
            for k, i_1_2, j_1_2 in T.grid(4096, 4, 4):
                cse_v4: T.let[T.int32] = i_1_2 * 4 + j_1_2
                if k == 0:
                    C_sum_local[cse_v4] = T.float32(0.0)
                C_sum_local[cse_v4] = C_sum_local[cse_v4] + A_1[cse_v5 + i_1_2 * 4096 + k] * B_1[k * 4096 + cse_v1 + cse_v2 + cse_v3 + j_1_2]
            for ax0, ax1 in T.grid(4, 4):
                cse_v6: T.let[T.int32] = cse_v5 + ax0 * 4096 + cse_v1 + cse_v2 + cse_v3 + ax1
                C_1[cse_v6] = C_in_1[cse_v6] + C_sum_local[ax0 * 4 + ax1]
