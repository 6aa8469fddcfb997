# gemm/sgemm_cuda:double_buffer:unroll
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: #pragma unroll: a run-time index would put the accumulators in local memory
# target: cuda sm_90
# launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 8320 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((1048576,), data=C_ptr)
        B = T.decl_buffer((1048576,), data=B_ptr)
        A = T.decl_buffer((1048576,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 8) as blockIdx_y:
            C_local = T.alloc_local((64,))
            A_shared = T.alloc_shared((1056,))
            B_shared = T.alloc_shared((1024,))
            A_shared_local = T.alloc_local((8,))
            B_shared_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.x", 8) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                cse_v1: T.let[T.int32] = blockIdx_y * 131072
                cse_v5: T.let[T.int32] = blockIdx_x * 128
                cse_v6: T.let[T.int32] = threadIdx_x * 4
                for k_0 in range(128):
                    cse_v2: T.let[T.int32] = threadIdx_x >> 1
                    cse_v3: T.let[T.int32] = k_0 * 8
                    cse_v4: T.let[T.int32] = threadIdx_x & 1
                    T.tvm_storage_sync("shared")
                    A_shared[(threadIdx_x & 1) * 528 + threadIdx_y * 8 + (threadIdx_x >> 1):(threadIdx_x & 1) * 528 + threadIdx_y * 8 + (threadIdx_x >> 1) + 528:132] = A[T.Ramp(blockIdx_y * 131072 + threadIdx_y * 8192 + (threadIdx_x >> 1) * 1024 + k_0 * 8 + (threadIdx_x & 1) * 4, 1, 4)]
                    B_shared[threadIdx_y * 64 + threadIdx_x * 4:threadIdx_y * 64 + threadIdx_x * 4 + 4] = B[T.Ramp(k_0 * 8192 + (threadIdx_y >> 1) * 1024 + blockIdx_x * 128 + (threadIdx_y & 1) * 64 + threadIdx_x * 4, 1, 4)]
                    T.tvm_storage_sync("shared")
                    for k_1 in T.unroll(8):
                        cse_v10: T.let[T.int32] = k_1 * 132 + threadIdx_y * 4
                        A_shared_local[0:4] = A_shared[T.Ramp(k_1 * 132 + threadIdx_y * 4, 1, 4)]
                        A_shared_local[4:8] = A_shared[T.Ramp(k_1 * 132 + threadIdx_y * 4 + 64, 1, 4)]
                        cse_v11: T.let[T.int32] = k_1 * 128 + threadIdx_x * 4
                        B_shared_local[0:4] = B_shared[T.Ramp(k_1 * 128 + threadIdx_x * 4, 1, 4)]
                        B_shared_local[4:8] = B_shared[T.Ramp(k_1 * 128 + threadIdx_x * 4 + 64, 1, 4)]
                        for i_1_2 in T.unroll(4):
                            for j_1_2 in T.unroll(4):
                                cse_v12: T.let[T.int32] = i_1_2 * 4 + j_1_2
                                cse_v13: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 32
                                cse_v14: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 16
                                cse_v15: T.let[T.int32] = i_1_2 * 4 + j_1_2 + 48
                                if k_0 * 8 + k_1 == 0:
                                    C_local[i_1_2 * 4 + j_1_2] = T.float32(0.0)
                                    C_local[i_1_2 * 4 + j_1_2 + 32] = T.float32(0.0)
                                    C_local[i_1_2 * 4 + j_1_2 + 16] = T.float32(0.0)
                                    C_local[i_1_2 * 4 + j_1_2 + 48] = T.float32(0.0)
                                C_local[i_1_2 * 4 + j_1_2] = C_local[i_1_2 * 4 + j_1_2] + A_shared_local[i_1_2] * B_shared_local[j_1_2]
                                cse_v7: T.let[T.int32] = i_1_2 + 4
                                C_local[i_1_2 * 4 + j_1_2 + 32] = C_local[i_1_2 * 4 + j_1_2 + 32] + A_shared_local[i_1_2 + 4] * B_shared_local[j_1_2]
                                cse_v8: T.let[T.int32] = j_1_2 + 4
                                C_local[i_1_2 * 4 + j_1_2 + 16] = C_local[i_1_2 * 4 + j_1_2 + 16] + A_shared_local[i_1_2] * B_shared_local[j_1_2 + 4]
                                C_local[i_1_2 * 4 + j_1_2 + 48] = C_local[i_1_2 * 4 + j_1_2 + 48] + A_shared_local[i_1_2 + 4] * B_shared_local[j_1_2 + 4]
                for ax0 in range(4):
                    cse_v9: T.let[T.int32] = ax0 * 4
                    cse_v16: T.let[T.int32] = blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4
                    C[blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4:blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + 4] = C_local[T.Ramp(ax0 * 4, 1, 4)]
                    C[blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + 65536:blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + 65536 + 4] = C_local[T.Ramp(ax0 * 4 + 32, 1, 4)]
                    C[blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + 64:blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + 64 + 4] = C_local[T.Ramp(ax0 * 4 + 16, 1, 4)]
                    C[blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + 65600:blockIdx_y * 131072 + threadIdx_y * 4096 + ax0 * 1024 + blockIdx_x * 128 + threadIdx_x * 4 + 65600 + 4] = C_local[T.Ramp(ax0 * 4 + 48, 1, 4)]
