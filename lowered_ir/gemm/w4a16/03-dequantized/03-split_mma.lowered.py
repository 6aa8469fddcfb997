# gemm/w4a16:dequantized:split_mma
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: blocks, warps, and 16 x 16 x 16: the GEMM of one tensor-core intrinsic
# target: cuda sm_90
# build: cp.async on
# no kernel yet: no loop bound to a block or thread axis: C_sum_init (loops i_0, i0_0, i_1, i0_1, k_0, k_1, i_2,
#      i0_2, i_3, i0_3); C_sum (loops i_0, i0_0, i_1, i0_1, k_0, k_1, i_2, i0_2, i_3, i0_3, k_2); C (loops i, j)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        W_value = T.alloc_buffer((67108864,), "float16")
        C_sum_local = T.alloc_local((131072,))
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        with T.launch_thread("blockIdx.y", 512) as blockIdx_y:
            W_value_local = T.alloc_local((8,), "float16")
            with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                for ax1 in range(8):
                    cse_v8: T.let[T.int32] = blockIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y * 2
                    W_value_local[ax1] = (T.Cast("float16", W_1[blockIdx_y * 16384 + threadIdx_y * 1024 + blockIdx_x * 16 + threadIdx_x] >> ax1 * 4 & 15) - scale_zero_1[cse_v8 + 1]) * scale_zero_1[cse_v8]
                for ax1_2 in range(2):
                    cse_v1: T.let[T.int32] = ax1_2 * 4
                    W_value[blockIdx_y * 131072 + threadIdx_y * 8192 + blockIdx_x * 128 + threadIdx_x * 8 + cse_v1:blockIdx_y * 131072 + threadIdx_y * 8192 + blockIdx_x * 128 + threadIdx_x * 8 + cse_v1 + 4] = W_value_local[T.Ramp(cse_v1, 1, 4)]
        for i0_0, i0_1, k_0, k_1 in T.grid(128, 4, 128, 4):
            cse_v2: T.let[T.int32] = i0_0 * 64
            cse_v3: T.let[T.int32] = i0_1 * 16
            if k_0 * 4 + k_1 == 0:
                for i_3, i0_3 in T.grid(16, 16):
                    C_sum_local[i_3 * 8192 + cse_v2 + cse_v3 + i0_3] = T.float32(0.0)
            for i_3, i0_3, k_2 in T.grid(16, 16, 16):
                cse_v4: T.let[T.int32] = i_3 * 8192
                cse_v5: T.let[T.int32] = k_0 * 64
                cse_v6: T.let[T.int32] = k_1 * 16
                cse_v9: T.let[T.int32] = cse_v4 + cse_v2 + cse_v3 + i0_3
                C_sum_local[cse_v9] = C_sum_local[cse_v9] + T.Cast("float32", A_1[cse_v4 + cse_v5 + cse_v6 + k_2]) * T.Cast("float32", W_value[i0_0 * 524288 + i0_1 * 131072 + i0_3 * 8192 + cse_v5 + cse_v6 + k_2])
        for i, j in T.grid(16, 8192):
            cse_v7: T.let[T.int32] = i * 8192 + j
            C_1[cse_v7] = T.Cast("float16", C_sum_local[cse_v7])
