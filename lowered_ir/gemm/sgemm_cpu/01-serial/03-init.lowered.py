# gemm/sgemm_cpu:serial:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_global = T.alloc_buffer((1,))
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for i, j in T.grid(1024, 1024):
            C_global[0] = T.float32(0.0)
            cse_v1: T.let[T.int32] = i * 1024
            for k in range(1024):
                C_global[0] = C_global[0] + A_1[cse_v1 + k] * B_1[k * 1024 + j]
            C_1[cse_v1 + j] = C_global[0]
