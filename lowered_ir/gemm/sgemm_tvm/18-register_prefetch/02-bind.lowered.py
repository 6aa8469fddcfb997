# gemm/sgemm_tvm:register_prefetch:bind
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: one thread axis, so that 32 consecutive threads are a warp in any block
# target: cuda sm_90
# launch main_kernel: grid 128 x 128 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        C = T.decl_buffer((268435456,), data=C_ptr)
        with T.launch_thread("blockIdx.y", 128) as blockIdx_y:
            blockIdx_x = T.launch_thread("blockIdx.x", 128)
            threadIdx_x = T.launch_thread("threadIdx.x", 256)
            for i_4, j_4, k in T.grid(4, 4, 16384):
                cse_v1: T.let[T.int32] = threadIdx_x >> 6
                cse_v2: T.let[T.int32] = blockIdx_x * 128
                cse_v4: T.let[T.int32] = (threadIdx_x & 31) >> 3
                cse_v5: T.let[T.int32] = (threadIdx_x & 7) * 4
                cse_v6: T.let[T.int32] = ((threadIdx_x & 63) >> 5) * 64
                cse_v11: T.let[T.int32] = blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4
                cse_v12: T.let[T.int32] = blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 262144
                cse_v13: T.let[T.int32] = blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32
                cse_v14: T.let[T.int32] = blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 262176
                if k == 0:
                    C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4] = T.float32(0.0)
                    C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 262144] = T.float32(0.0)
                    C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32] = T.float32(0.0)
                    C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 262176] = T.float32(0.0)
                cse_v3: T.let[T.int32] = k * 16384
                cse_v7: T.let[T.int32] = k * 16384 + blockIdx_y * 128 + (threadIdx_x >> 6) * 32 + ((threadIdx_x & 31) >> 3) * 4 + i_4
                cse_v8: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4
                C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4] = C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4] + A[k * 16384 + blockIdx_y * 128 + (threadIdx_x >> 6) * 32 + ((threadIdx_x & 31) >> 3) * 4 + i_4] * B[k * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4]
                cse_v9: T.let[T.int32] = k * 16384 + blockIdx_y * 128 + (threadIdx_x >> 6) * 32 + ((threadIdx_x & 31) >> 3) * 4 + i_4 + 16
                C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 262144] = C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 262144] + A[k * 16384 + blockIdx_y * 128 + (threadIdx_x >> 6) * 32 + ((threadIdx_x & 31) >> 3) * 4 + i_4 + 16] * B[k * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4]
                cse_v10: T.let[T.int32] = k * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32
                C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32] = C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32] + A[k * 16384 + blockIdx_y * 128 + (threadIdx_x >> 6) * 32 + ((threadIdx_x & 31) >> 3) * 4 + i_4] * B[k * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32]
                C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 262176] = C[blockIdx_y * 2097152 + (threadIdx_x >> 6) * 524288 + ((threadIdx_x & 31) >> 3) * 65536 + i_4 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 262176] + A[k * 16384 + blockIdx_y * 128 + (threadIdx_x >> 6) * 32 + ((threadIdx_x & 31) >> 3) * 4 + i_4 + 16] * B[k * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32]
