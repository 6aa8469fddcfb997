# gemm/sgemm_cpu:equal_parts:pack_b
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: panels of 16 columns, row after row: every byte of a line is used
# target: llvm x86-64-v3

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        B_global = T.alloc_buffer((1048576,))
        A_global_pad = T.alloc_buffer((1050624,))
        C_global_pad = T.alloc_buffer((1050624,))
        A_1 = A.view(1048576)
        B_1 = B.view(1048576)
        C_1 = C.view(1048576)
        for ax1_0, ax0 in T.grid(64, 1024):
            B_global[ax1_0 * 16384 + ax0 * 16:ax1_0 * 16384 + ax0 * 16 + 16] = B_1[T.Ramp(ax0 * 1024 + ax1_0 * 16, 1, 16)]
        for i0, i1 in T.grid(1026, 1024):
            cse_v2: T.let[T.int32] = i0 * 1024 + i1
            A_global_pad[cse_v2] = T.if_then_else(i0 < 1024, A_1[cse_v2], T.float32(0.0))
        for i, j, k in T.grid(1026, 1024, 1024):
            cse_v1: T.let[T.int32] = i * 1024
            cse_v3: T.let[T.int32] = cse_v1 + j
            if k == 0:
                C_global_pad[cse_v3] = T.float32(0.0)
            C_global_pad[cse_v3] = C_global_pad[cse_v3] + A_global_pad[cse_v1 + k] * B_global[j // 16 * 16384 + k * 16 + j % 16]
        for i0, i1 in T.grid(1024, 1024):
            cse_v4: T.let[T.int32] = i0 * 1024 + i1
            C_1[cse_v4] = C_global_pad[cse_v4]
