# gemm/w4a16:vectorized_sum:rfactor
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: partial sums over 4 parts of K, added at the end
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# no kernel yet: no loop bound to a block or thread axis: W_value (loops i0, i1, i2, i3); C_sum_rf (loops k_0,
#     i, i0, i1, i2, k_1, k_2); C_sum (loops k_0, i, i0, i1, i2); C_sum_local (loops ax0, ax1, ax2, ax3); C
#     (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        W_value = T.alloc_buffer((67108864,), "float16")
        C_sum_rf = T.alloc_buffer((524288,))
        C_sum_local = T.alloc_local((131072,))
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        C_sum_rf_1 = C_sum_rf.view(131072)
        C_sum_rf_2 = T.decl_buffer((524288,), data=C_sum_rf.data)
        for i0, i1, i2, i3 in T.grid(512, 2, 8, 8192):
            cse_v10: T.let[T.int32] = i3 // 128 * 16384 + i0 * 32 + i1 * 16 + i2 * 2
            W_value[i0 * 131072 + i1 * 65536 + i2 * 8192 + i3] = (T.Cast("float16", W_1[i0 * 16384 + i3 // 64 * 128 + i2 * 16 + i3 % 32 // 8 * 4 + i3 % 64 // 32 * 2 + i3 % 8 // 4] >> i3 % 2 * 16 + i3 % 4 // 2 * 8 + i1 * 4 & 15) - scale_zero_1[cse_v10 + 1]) * scale_zero_1[cse_v10]
        for k_0, i, i0, i1, i2, k_1, k_2 in T.grid(4, 16, 512, 2, 8, 16, 128):
            cse_v1: T.let[T.int32] = i * 8192
            cse_v11: T.let[T.int32] = k_0 * 131072 + cse_v1 + i0 * 16 + i1 * 8 + i2
            if k_1 == 0 and k_2 == 0:
                C_sum_rf_2[cse_v11] = T.float32(0.0)
            cse_v2: T.let[T.int32] = k_0 * 2048
            cse_v3: T.let[T.int32] = k_1 * 128
            C_sum_rf_2[cse_v11] = C_sum_rf_2[cse_v11] + T.Cast("float32", A_1[cse_v1 + cse_v2 + cse_v3 + k_2]) * T.Cast("float32", W_value[i0 * 131072 + i1 * 65536 + i2 * 8192 + cse_v2 + cse_v3 + k_2])
        for k_0, i, i0, i1, i2 in T.grid(4, 16, 512, 2, 8):
            cse_v4: T.let[T.int32] = i * 8192
            cse_v5: T.let[T.int32] = i0 * 16
            cse_v6: T.let[T.int32] = i1 * 8
            cse_v8: T.let[T.int32] = cse_v4 + cse_v5 + cse_v6 + i2
            if k_0 == 0:
                C_sum_local[cse_v8] = T.float32(0.0)
            C_sum_local[cse_v8] = C_sum_local[cse_v8] + C_sum_rf_2[k_0 * 131072 + cse_v4 + cse_v5 + cse_v6 + i2]
        for ax0, ax1, ax2, ax3 in T.grid(16, 512, 2, 8):
            cse_v9: T.let[T.int32] = ax0 * 8192 + ax1 * 16 + ax2 * 8 + ax3
            C_sum_rf_1[cse_v9] = C_sum_local[cse_v9]
        for i, j in T.grid(16, 8192):
            cse_v7: T.let[T.int32] = i * 8192 + j
            C_1[cse_v7] = T.Cast("float16", C_sum_rf_1[cse_v7])
