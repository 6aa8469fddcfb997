# gemm/tall:tiles_128x64:rfactor
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: partial sums over 16 parts of K, added at the end
# target: cuda sm_90
# build: sm_90 alone
# no kernel yet: no loop bound to a block or thread axis: C_sum_rf (loops k_0, i, j, k_1); C_sum (loops k_0, i,
#     j); C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256, 16384), "float16"), B: T.Buffer((256, 16384), "float16"), C: T.Buffer((256, 256), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum_rf = T.alloc_buffer((1048576,))
        C_sum = T.alloc_buffer((65536,))
        A_1 = A.view(4194304)
        B_1 = B.view(4194304)
        C_1 = C.view(65536)
        for k_0, i, j, k_1 in T.grid(16, 256, 256, 1024):
            cse_v5: T.let[T.int32] = k_0 * 65536 + i * 256 + j
            if k_1 == 0:
                C_sum_rf[cse_v5] = T.float32(0.0)
            cse_v1: T.let[T.int32] = k_0 * 1024
            C_sum_rf[cse_v5] = C_sum_rf[cse_v5] + T.Cast("float32", A_1[i * 16384 + cse_v1 + k_1]) * T.Cast("float32", B_1[j * 16384 + cse_v1 + k_1])
        for k_0, i, j in T.grid(16, 256, 256):
            cse_v2: T.let[T.int32] = i * 256
            cse_v3: T.let[T.int32] = cse_v2 + j
            if k_0 == 0:
                C_sum[cse_v3] = T.float32(0.0)
            C_sum[cse_v3] = C_sum[cse_v3] + C_sum_rf[k_0 * 65536 + cse_v2 + j]
        for i, j in T.grid(256, 256):
            cse_v4: T.let[T.int32] = i * 256 + j
            C_1[cse_v4] = T.Cast("float16", C_sum[cse_v4])
