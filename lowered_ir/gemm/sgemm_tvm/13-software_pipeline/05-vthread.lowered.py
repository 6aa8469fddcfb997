# gemm/sgemm_tvm:software_pipeline:vthread
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: a thread's parts are strided: adjacent threads access adjacent words
# target: cuda sm_90
# launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "blockIdx.y", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        C = T.decl_buffer((268435456,), data=C_ptr)
        with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
            blockIdx_y = T.launch_thread("blockIdx.y", 128)
            threadIdx_y = T.launch_thread("threadIdx.y", 16)
            threadIdx_x = T.launch_thread("threadIdx.x", 16)
            for i_1_2, j_1_2, k in T.grid(4, 4, 16384):
                cse_v1: T.let[T.int32] = blockIdx_y * 128
                cse_v2: T.let[T.int32] = threadIdx_y * 4
                cse_v8: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2
                cse_v9: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64
                cse_v10: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048576
                cse_v11: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048640
                if k == 0:
                    C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048576] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048640] = T.float32(0.0)
                cse_v3: T.let[T.int32] = k * 16384
                cse_v4: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x * 4 + i_1_2
                cse_v5: T.let[T.int32] = k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2
                C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2] = C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x * 4 + i_1_2] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                cse_v6: T.let[T.int32] = k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64
                C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64] = C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x * 4 + i_1_2] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
                cse_v7: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x * 4 + i_1_2 + 64
                C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048576] = C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048576] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x * 4 + i_1_2 + 64] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048640] = C[blockIdx_x * 2097152 + threadIdx_x * 65536 + i_1_2 * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048640] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x * 4 + i_1_2 + 64] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
