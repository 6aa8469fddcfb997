# gemm/sgemm_tvm:vthread:bind_fetch
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: lane l copies the l-th piece of the tile, one float per thread: no bank conflicts
# target: cuda sm_90
# launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 16384 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "blockIdx.y", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        C = T.decl_buffer((268435456,), data=C_ptr)
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
            C_local = T.alloc_local((64,))
            A_shared = T.alloc_shared((2048,))
            B_shared = T.alloc_shared((2048,))
            A_shared_local = T.alloc_local((8,))
            B_shared_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.y", 128) as blockIdx_y:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                for j_1_2_init in range(4):
                    C_local[j_1_2_init] = T.float32(0.0)
                    C_local[j_1_2_init + 32] = T.float32(0.0)
                    C_local[j_1_2_init + 4] = T.float32(0.0)
                    C_local[j_1_2_init + 36] = T.float32(0.0)
                    C_local[j_1_2_init + 8] = T.float32(0.0)
                    C_local[j_1_2_init + 40] = T.float32(0.0)
                    C_local[j_1_2_init + 12] = T.float32(0.0)
                    C_local[j_1_2_init + 44] = T.float32(0.0)
                    C_local[j_1_2_init + 16] = T.float32(0.0)
                    C_local[j_1_2_init + 48] = T.float32(0.0)
                    C_local[j_1_2_init + 20] = T.float32(0.0)
                    C_local[j_1_2_init + 52] = T.float32(0.0)
                    C_local[j_1_2_init + 24] = T.float32(0.0)
                    C_local[j_1_2_init + 56] = T.float32(0.0)
                    C_local[j_1_2_init + 28] = T.float32(0.0)
                    C_local[j_1_2_init + 60] = T.float32(0.0)
                cse_v3: T.let[T.int32] = blockIdx_y * 128
                cse_v5: T.let[T.int32] = threadIdx_y * 4
                for k_0 in range(1024):
                    cse_v1: T.let[T.int32] = k_0 * 262144
                    cse_v2: T.let[T.int32] = threadIdx_y * 16
                    cse_v21: T.let[T.int32] = (threadIdx_y >> 3) * 16384
                    cse_v22: T.let[T.int32] = (threadIdx_y & 7) * 16
                    T.tvm_storage_sync("shared")
                    for ax0_ax1_fused_0 in range(8):
                        A_shared[ax0_ax1_fused_0 * 256 + threadIdx_y * 16 + threadIdx_x] = A[k_0 * 262144 + ax0_ax1_fused_0 * 32768 + (threadIdx_y >> 3) * 16384 + blockIdx_x * 128 + (threadIdx_y & 7) * 16 + threadIdx_x]
                    for ax0_ax1_fused_0 in range(8):
                        B_shared[ax0_ax1_fused_0 * 256 + threadIdx_y * 16 + threadIdx_x] = B[k_0 * 262144 + ax0_ax1_fused_0 * 32768 + (threadIdx_y >> 3) * 16384 + blockIdx_y * 128 + (threadIdx_y & 7) * 16 + threadIdx_x]
                    T.tvm_storage_sync("shared")
                    for k_1 in range(16):
                        cse_v4: T.let[T.int32] = k_1 * 128
                        cse_v23: T.let[T.int32] = k_1 * 128 + threadIdx_x
                        A_shared_local[0] = A_shared[k_1 * 128 + threadIdx_x]
                        A_shared_local[1] = A_shared[k_1 * 128 + threadIdx_x + 16]
                        A_shared_local[2] = A_shared[k_1 * 128 + threadIdx_x + 32]
                        A_shared_local[3] = A_shared[k_1 * 128 + threadIdx_x + 48]
                        A_shared_local[4] = A_shared[k_1 * 128 + threadIdx_x + 64]
                        A_shared_local[5] = A_shared[k_1 * 128 + threadIdx_x + 80]
                        A_shared_local[6] = A_shared[k_1 * 128 + threadIdx_x + 96]
                        A_shared_local[7] = A_shared[k_1 * 128 + threadIdx_x + 112]
                        for ax1 in range(4):
                            cse_v24: T.let[T.int32] = k_1 * 128 + threadIdx_y * 4 + ax1
                            B_shared_local[ax1] = B_shared[k_1 * 128 + threadIdx_y * 4 + ax1]
                            B_shared_local[ax1 + 4] = B_shared[k_1 * 128 + threadIdx_y * 4 + ax1 + 64]
                        for j_1_2 in range(4):
                            C_local[j_1_2] = C_local[j_1_2] + A_shared_local[0] * B_shared_local[j_1_2]
                            cse_v6: T.let[T.int32] = j_1_2 + 32
                            cse_v7: T.let[T.int32] = j_1_2 + 4
                            C_local[j_1_2 + 32] = C_local[j_1_2 + 32] + A_shared_local[0] * B_shared_local[j_1_2 + 4]
                            C_local[j_1_2 + 4] = C_local[j_1_2 + 4] + A_shared_local[1] * B_shared_local[j_1_2]
                            cse_v8: T.let[T.int32] = j_1_2 + 36
                            C_local[j_1_2 + 36] = C_local[j_1_2 + 36] + A_shared_local[1] * B_shared_local[j_1_2 + 4]
                            cse_v9: T.let[T.int32] = j_1_2 + 8
                            C_local[j_1_2 + 8] = C_local[j_1_2 + 8] + A_shared_local[2] * B_shared_local[j_1_2]
                            cse_v10: T.let[T.int32] = j_1_2 + 40
                            C_local[j_1_2 + 40] = C_local[j_1_2 + 40] + A_shared_local[2] * B_shared_local[j_1_2 + 4]
                            cse_v11: T.let[T.int32] = j_1_2 + 12
                            C_local[j_1_2 + 12] = C_local[j_1_2 + 12] + A_shared_local[3] * B_shared_local[j_1_2]
                            cse_v12: T.let[T.int32] = j_1_2 + 44
                            C_local[j_1_2 + 44] = C_local[j_1_2 + 44] + A_shared_local[3] * B_shared_local[j_1_2 + 4]
                            cse_v13: T.let[T.int32] = j_1_2 + 16
                            C_local[j_1_2 + 16] = C_local[j_1_2 + 16] + A_shared_local[4] * B_shared_local[j_1_2]
                            cse_v14: T.let[T.int32] = j_1_2 + 48
                            C_local[j_1_2 + 48] = C_local[j_1_2 + 48] + A_shared_local[4] * B_shared_local[j_1_2 + 4]
                            cse_v15: T.let[T.int32] = j_1_2 + 20
                            C_local[j_1_2 + 20] = C_local[j_1_2 + 20] + A_shared_local[5] * B_shared_local[j_1_2]
                            cse_v16: T.let[T.int32] = j_1_2 + 52
                            C_local[j_1_2 + 52] = C_local[j_1_2 + 52] + A_shared_local[5] * B_shared_local[j_1_2 + 4]
                            cse_v17: T.let[T.int32] = j_1_2 + 24
                            C_local[j_1_2 + 24] = C_local[j_1_2 + 24] + A_shared_local[6] * B_shared_local[j_1_2]
                            cse_v18: T.let[T.int32] = j_1_2 + 56
                            C_local[j_1_2 + 56] = C_local[j_1_2 + 56] + A_shared_local[6] * B_shared_local[j_1_2 + 4]
                            cse_v19: T.let[T.int32] = j_1_2 + 28
                            C_local[j_1_2 + 28] = C_local[j_1_2 + 28] + A_shared_local[7] * B_shared_local[j_1_2]
                            cse_v20: T.let[T.int32] = j_1_2 + 60
                            C_local[j_1_2 + 60] = C_local[j_1_2 + 60] + A_shared_local[7] * B_shared_local[j_1_2 + 4]
                for ax1 in range(4):
                    cse_v25: T.let[T.int32] = blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1] = C_local[ax1]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 64] = C_local[ax1 + 32]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 262144] = C_local[ax1 + 4]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 262208] = C_local[ax1 + 36]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 524288] = C_local[ax1 + 8]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 524352] = C_local[ax1 + 40]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 786432] = C_local[ax1 + 12]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 786496] = C_local[ax1 + 44]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1048576] = C_local[ax1 + 16]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1048640] = C_local[ax1 + 48]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1310720] = C_local[ax1 + 20]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1310784] = C_local[ax1 + 52]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1572864] = C_local[ax1 + 24]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1572928] = C_local[ax1 + 56]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1835008] = C_local[ax1 + 28]
                    C[blockIdx_x * 2097152 + threadIdx_x * 16384 + blockIdx_y * 128 + threadIdx_y * 4 + ax1 + 1835072] = C_local[ax1 + 60]
