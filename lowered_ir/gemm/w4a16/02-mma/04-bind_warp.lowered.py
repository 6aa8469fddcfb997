# gemm/w4a16:mma:bind_warp
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: 2 fragments that a warp loads per step of k feed 1 MMAs
# target: cuda sm_90
# no kernel yet: no loop bound to a block or thread axis: W_value (loops i0, i1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        W_value = T.alloc_buffer((67108864,), "float16")
        A_1 = A.view(131072)
        W_1 = W.view(8388608)
        scale_zero_1 = scale_zero.view(1048576)
        C_1 = C.view(131072)
        for i0, i1 in T.grid(8192, 8192):
            cse_v4: T.let[T.int32] = i1 // 128 * 16384 + i0 * 2
            W_value[i0 * 8192 + i1] = (T.Cast("float16", W_1[i0 * 1024 + i1 // 8] >> i1 % 8 * 4 & 15) - scale_zero_1[cse_v4 + 1]) * scale_zero_1[cse_v4]
        with T.launch_thread("blockIdx.z", 1) as blockIdx_z:
            C_sum_local = T.alloc_local((256,))
            with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 128)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                for k_0, k_1 in T.grid(32, 16):
                    if k_0 * 16 + k_1 == 0:
                        for i_3, i0_3 in T.grid(16, 16):
                            C_sum_local[i_3 * 16 + i0_3] = T.float32(0.0)
                    for i_3, i0_3, k_2 in T.grid(16, 16, 16):
                        cse_v1: T.let[T.int32] = k_0 * 256
                        cse_v2: T.let[T.int32] = k_1 * 16
                        cse_v3: T.let[T.int32] = i_3 * 16 + i0_3
                        C_sum_local[cse_v3] = C_sum_local[cse_v3] + T.Cast("float32", A_1[i_3 * 8192 + cse_v1 + cse_v2 + k_2]) * T.Cast("float32", W_value[blockIdx_x * 524288 + threadIdx_y * 131072 + i0_3 * 8192 + cse_v1 + cse_v2 + k_2])
                for ax0, ax1 in T.grid(16, 16):
                    C_1[ax0 * 8192 + blockIdx_x * 64 + threadIdx_y * 16 + ax1] = T.Cast("float16", C_sum_local[ax0 * 16 + ax1])
