# gemm/sgemm_cuda:conflict_free:split_thread
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: a tile per thread inside the loop over k: each operand feeds a row of FMAs
# target: cuda sm_90
# launch main_kernel: grid 8 x 8 x 1, block 1 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x"], "tirx.noalias": True})
        B = T.decl_buffer((1048576,), data=B_ptr)
        A = T.decl_buffer((1048576,), data=A_ptr)
        C = T.decl_buffer((1048576,), data=C_ptr)
        with T.launch_thread("blockIdx.y", 8) as blockIdx_y:
            blockIdx_x = T.launch_thread("blockIdx.x", 8)
            for j_1_0, i_1_1, j_1_1, k, i_1_2 in T.grid(8, 16, 16, 1024, 8):
                cse_v1: T.let[T.int32] = blockIdx_x * 128
                cse_v2: T.let[T.int32] = j_1_0 * 16
                cse_v3: T.let[T.int32] = blockIdx_y * 131072 + i_1_1 * 8192 + i_1_2 * 1024
                cse_v4: T.let[T.int32] = blockIdx_y * 131072 + i_1_1 * 8192 + i_1_2 * 1024 + blockIdx_x * 128 + j_1_0 * 16 + j_1_1
                if k == 0:
                    C[blockIdx_y * 131072 + i_1_1 * 8192 + i_1_2 * 1024 + blockIdx_x * 128 + j_1_0 * 16 + j_1_1] = T.float32(0.0)
                C[blockIdx_y * 131072 + i_1_1 * 8192 + i_1_2 * 1024 + blockIdx_x * 128 + j_1_0 * 16 + j_1_1] = C[blockIdx_y * 131072 + i_1_1 * 8192 + i_1_2 * 1024 + blockIdx_x * 128 + j_1_0 * 16 + j_1_1] + A[blockIdx_y * 131072 + i_1_1 * 8192 + i_1_2 * 1024 + k] * B[k * 1024 + blockIdx_x * 128 + j_1_0 * 16 + j_1_1]
