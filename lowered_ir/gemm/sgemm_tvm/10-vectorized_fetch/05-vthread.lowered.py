# gemm/sgemm_tvm:vectorized_fetch:vthread
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
            for j_1_2, k in T.grid(4, 16384):
                cse_v1: T.let[T.int32] = blockIdx_y * 128
                cse_v2: T.let[T.int32] = threadIdx_y * 4
                cse_v13: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2
                cse_v15: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64
                cse_v16: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 262144
                cse_v17: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 262208
                cse_v18: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 524288
                cse_v19: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 524352
                cse_v20: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 786432
                cse_v21: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 786496
                cse_v22: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048576
                cse_v23: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048640
                cse_v24: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1310720
                cse_v25: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1310784
                cse_v26: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1572864
                cse_v27: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1572928
                cse_v28: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1835008
                cse_v29: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1835072
                if k == 0:
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 262144] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 262208] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 524288] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 524352] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 786432] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 786496] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048576] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048640] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1310720] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1310784] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1572864] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1572928] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1835008] = T.float32(0.0)
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1835072] = T.float32(0.0)
                cse_v3: T.let[T.int32] = k * 16384
                cse_v4: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x
                cse_v5: T.let[T.int32] = k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                cse_v14: T.let[T.int32] = k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
                cse_v6: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x + 16
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 262144] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 262144] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 16] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 262208] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 262208] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 16] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
                cse_v7: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x + 32
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 524288] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 524288] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 32] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 524352] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 524352] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 32] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
                cse_v8: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x + 48
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 786432] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 786432] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 48] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 786496] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 786496] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 48] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
                cse_v9: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x + 64
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048576] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048576] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 64] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048640] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1048640] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 64] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
                cse_v10: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x + 80
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1310720] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1310720] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 80] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1310784] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1310784] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 80] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
                cse_v11: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x + 96
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1572864] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1572864] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 96] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1572928] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1572928] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 96] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
                cse_v12: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + threadIdx_x + 112
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1835008] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1835008] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 112] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2]
                C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1835072] = C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 1835072] + A[k * 16384 + blockIdx_x * 128 + threadIdx_x + 112] * B[k * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + j_1_2 + 64]
