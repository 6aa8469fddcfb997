# gemm/sgemm_cuda:tensor_core:cache_write
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: accumulators get their own buffer; its copy to C has no threads yet
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C (loops i, j, k); C_local (loops ax0, ax1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_local = T.alloc_local((1048576,))
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for i, j, k in T.grid(1024, 1024, 1024):
            cse_v1: T.let[T.int32] = i * 1024
            cse_v2: T.let[T.int32] = cse_v1 + j
            if k == 0:
                C_local[cse_v2] = T.float32(0.0)
            C_local[cse_v2] = C_local[cse_v2] + A_1[cse_v1 + k] * B_1[k * 1024 + j]
        for ax0, ax1 in T.grid(1024, 1024):
            cse_v3: T.let[T.int32] = ax0 * 1024 + ax1
            C_1[cse_v3] = C_local[cse_v3]
