# gemm/fp8gemm:pairs:split_thread
# C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 ->
#     bfloat16
# why: 8 x 8 elements per thread in groups of four: 16 reads feed 64 FMAs
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: C_sum (loops i_0, j_0, i_1, j_1, i_2, j_2, i_3, j_3,
#     k); C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float8_e4m3fn"), B: T.Buffer((4096, 4096), "float8_e4m3fn"), scale_a: T.Buffer((4096,), "float32"), scale_b: T.Buffer((4096,), "float32"), C: T.Buffer((4096, 4096), "bfloat16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        C_sum = T.alloc_buffer((16777216,))
        A_1 = A.view(16777216)
        B_1 = B.view(16777216)
        scale_a_1 = T.decl_buffer((4096,), data=scale_a.data)
        scale_b_1 = T.decl_buffer((4096,), data=scale_b.data)
        C_1 = C.view(16777216)
        for i_0, j_0, i_1, j_1, i_2, j_2, i_3, j_3, k in T.grid(32, 32, 2, 2, 16, 16, 4, 4, 4096):
            cse_v2: T.let[T.int32] = i_0 * 524288 + i_1 * 262144 + i_2 * 16384 + i_3 * 4096
            cse_v3: T.let[T.int32] = cse_v2 + j_0 * 128 + j_1 * 64 + j_2 * 4 + j_3
            if k == 0:
                C_sum[cse_v3] = T.float32(0.0)
            C_sum[cse_v3] = C_sum[cse_v3] + T.reinterpret("float32", T.Cast("uint32", T.reinterpret("uint8", A_1[cse_v2 + k])) << T.uint32(20) & T.uint32(8388607) | T.Cast("uint32", (T.reinterpret("uint8", A_1[cse_v2 + k]) << T.uint8(1) >> T.uint8(4)) + T.uint8(120)) << T.uint32(23) | T.Cast("uint32", T.reinterpret("uint8", A_1[cse_v2 + k]) >> T.uint8(7)) << T.uint32(31)) * T.reinterpret("float32", T.Cast("uint32", T.reinterpret("uint8", B_1[j_0 * 524288 + j_1 * 262144 + j_2 * 16384 + j_3 * 4096 + k])) << T.uint32(20) & T.uint32(8388607) | T.Cast("uint32", (T.reinterpret("uint8", B_1[j_0 * 524288 + j_1 * 262144 + j_2 * 16384 + j_3 * 4096 + k]) << T.uint8(1) >> T.uint8(4)) + T.uint8(120)) << T.uint32(23) | T.Cast("uint32", T.reinterpret("uint8", B_1[j_0 * 524288 + j_1 * 262144 + j_2 * 16384 + j_3 * 4096 + k]) >> T.uint8(7)) << T.uint32(31))
        for i, j in T.grid(4096, 4096):
            cse_v1: T.let[T.int32] = i * 4096 + j
            C_1[cse_v1] = T.reinterpret("bfloat16", T.Cast("uint16", T.reinterpret("uint32", C_sum[cse_v1] * scale_a_1[i] * scale_b_1[j]) + ((T.reinterpret("uint32", C_sum[cse_v1] * scale_a_1[i] * scale_b_1[j]) >> T.uint32(16) & T.uint32(1)) + T.uint32(32767)) >> T.uint32(16)))
