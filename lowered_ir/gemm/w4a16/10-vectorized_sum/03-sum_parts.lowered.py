# gemm/w4a16:vectorized_sum:sum_parts
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: 4 results per thread, added in the order of the parts: reproducible bits
# target: cuda sm_90
# build: cp.async on, at most 255 registers a thread
# no kernel yet: no loop bound to a block or thread axis: W_value (loops i0, i1, i2, i3); C_sum_rf (loops k_0,
#     i, i0, i1, i2, k_1, k_2)

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
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        for i0, i1, i2, i3 in T.grid(512, 2, 8, 8192):
            cse_v6: T.let[T.int32] = i3 // 128 * 16384 + i0 * 32 + i1 * 16 + i2 * 2
            W_value[i0 * 131072 + i1 * 65536 + i2 * 8192 + i3] = (T.Cast("float16", W_1[i0 * 16384 + i3 // 64 * 128 + i2 * 16 + i3 % 32 // 8 * 4 + i3 % 64 // 32 * 2 + i3 % 8 // 4] >> i3 % 2 * 16 + i3 % 4 // 2 * 8 + i1 * 4 & 15) - scale_zero_1[cse_v6 + 1]) * scale_zero_1[cse_v6]
        for k_0, i, i0, i1, i2, k_1, k_2 in T.grid(4, 16, 512, 2, 8, 16, 128):
            cse_v1: T.let[T.int32] = i * 8192
            cse_v7: T.let[T.int32] = k_0 * 131072 + cse_v1 + i0 * 16 + i1 * 8 + i2
            if k_1 == 0 and k_2 == 0:
                C_sum_rf[cse_v7] = T.float32(0.0)
            cse_v2: T.let[T.int32] = k_0 * 2048
            cse_v3: T.let[T.int32] = k_1 * 128
            C_sum_rf[cse_v7] = C_sum_rf[cse_v7] + T.Cast("float32", A_1[cse_v1 + cse_v2 + cse_v3 + k_2]) * T.Cast("float32", W_value[i0 * 131072 + i1 * 65536 + i2 * 8192 + cse_v2 + cse_v3 + k_2])
        with T.launch_thread("blockIdx.x", 256) as blockIdx_x:
            C_sum_local = T.alloc_local((1,), "float32x4")
            with T.launch_thread("threadIdx.x", 128) as threadIdx_x:
                C_sum_local[0] = T.Broadcast(T.float32(0.0), 4)
                cse_v4: T.let[T.int32] = blockIdx_x * 512
                cse_v5: T.let[T.int32] = threadIdx_x * 4
                for ax0 in T.unroll(4):
                    C_sum_local[0] = C_sum_local[0] + C_sum_rf[T.Ramp(ax0 * 131072 + cse_v4 + cse_v5, 1, 4)]
                C_1[cse_v4 + cse_v5:cse_v4 + cse_v5 + 4] = T.Cast("float16x4", C_sum_local[0])
