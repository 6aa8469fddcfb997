# gemm/sgemm_geforce:rolled_rows:cache_write
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: accumulators in registers; with j along x a warp stores contiguous float4
# target: cuda sm_90
# build: cp.async on, storage rewrite off
# launch main_kernel: grid 16 x 32 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global"), C_in_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        C_in = T.decl_buffer((16777216,), data=C_in_ptr)
        C = T.decl_buffer((16777216,), data=C_ptr)
        B = T.decl_buffer((16777216,), data=B_ptr)
        A = T.decl_buffer((16777216,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
            blockIdx_x = T.launch_thread("blockIdx.x", 16)
            threadIdx_x = T.launch_thread("threadIdx.x", 256)
            C_sum_local = T.alloc_local((128,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
            cse_v1: T.let[T.int32] = blockIdx_x * 256
            cse_v4: T.let[T.int32] = (threadIdx_x & 7) * 4
            cse_v12: T.let[T.int32] = ((threadIdx_x & 127) >> 5) * 64
            cse_v13: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384
            for i_4, j_4, k in T.grid(4, 4, 4096):
                cse_v3: T.let[T.int32] = i_4 * 4 + j_4
                cse_v5: T.let[T.int32] = i_4 * 4 + j_4 + 32
                cse_v6: T.let[T.int32] = i_4 * 4 + j_4 + 64
                cse_v7: T.let[T.int32] = i_4 * 4 + j_4 + 96
                cse_v8: T.let[T.int32] = i_4 * 4 + j_4 + 16
                cse_v9: T.let[T.int32] = i_4 * 4 + j_4 + 48
                cse_v10: T.let[T.int32] = i_4 * 4 + j_4 + 80
                cse_v11: T.let[T.int32] = i_4 * 4 + j_4 + 112
                if k == 0:
                    C_sum_local[i_4 * 4 + j_4] = T.float32(0.0)
                    C_sum_local[i_4 * 4 + j_4 + 32] = T.float32(0.0)
                    C_sum_local[i_4 * 4 + j_4 + 64] = T.float32(0.0)
                    C_sum_local[i_4 * 4 + j_4 + 96] = T.float32(0.0)
                    C_sum_local[i_4 * 4 + j_4 + 16] = T.float32(0.0)
                    C_sum_local[i_4 * 4 + j_4 + 48] = T.float32(0.0)
                    C_sum_local[i_4 * 4 + j_4 + 80] = T.float32(0.0)
                    C_sum_local[i_4 * 4 + j_4 + 112] = T.float32(0.0)
                cse_v14: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k
                cse_v15: T.let[T.int32] = k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4
                C_sum_local[i_4 * 4 + j_4] = C_sum_local[i_4 * 4 + j_4] + A[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k] * B[k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4]
                cse_v16: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 65536
                C_sum_local[i_4 * 4 + j_4 + 32] = C_sum_local[i_4 * 4 + j_4 + 32] + A[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 65536] * B[k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4]
                cse_v17: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 131072
                C_sum_local[i_4 * 4 + j_4 + 64] = C_sum_local[i_4 * 4 + j_4 + 64] + A[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 131072] * B[k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4]
                cse_v18: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 196608
                C_sum_local[i_4 * 4 + j_4 + 96] = C_sum_local[i_4 * 4 + j_4 + 96] + A[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 196608] * B[k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4]
                cse_v19: T.let[T.int32] = k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32
                C_sum_local[i_4 * 4 + j_4 + 16] = C_sum_local[i_4 * 4 + j_4 + 16] + A[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k] * B[k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32]
                C_sum_local[i_4 * 4 + j_4 + 48] = C_sum_local[i_4 * 4 + j_4 + 48] + A[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 65536] * B[k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32]
                C_sum_local[i_4 * 4 + j_4 + 80] = C_sum_local[i_4 * 4 + j_4 + 80] + A[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 131072] * B[k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32]
                C_sum_local[i_4 * 4 + j_4 + 112] = C_sum_local[i_4 * 4 + j_4 + 112] + A[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + i_4 * 4096 + k + 196608] * B[k * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + j_4 + 32]
            for ax0 in range(4):
                cse_v2: T.let[T.int32] = ax0 * 4
                cse_v20: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4
                C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4, 1, 4)]
                cse_v21: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65536
                C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65536:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65536 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65536, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 32, 1, 4)]
                cse_v22: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131072
                C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131072:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131072 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131072, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 64, 1, 4)]
                cse_v23: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196608
                C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196608:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196608 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196608, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 96, 1, 4)]
                cse_v24: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32
                C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 16, 1, 4)]
                cse_v25: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65568
                C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65568:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65568 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 65568, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 48, 1, 4)]
                cse_v26: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131104
                C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131104:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131104 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 131104, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 80, 1, 4)]
                cse_v27: T.let[T.int32] = blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196640
                C[blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196640:blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196640 + 4] = C_in[T.Ramp(blockIdx_y * 524288 + (threadIdx_x >> 7) * 262144 + ((threadIdx_x & 31) >> 3) * 16384 + ax0 * 4096 + blockIdx_x * 256 + ((threadIdx_x & 127) >> 5) * 64 + (threadIdx_x & 7) * 4 + 196640, 1, 4)] + C_sum_local[T.Ramp(ax0 * 4 + 112, 1, 4)]
