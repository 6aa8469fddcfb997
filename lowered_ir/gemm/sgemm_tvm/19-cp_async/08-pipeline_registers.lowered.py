# gemm/sgemm_tvm:cp_async:pipeline_registers
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: an LDS takes about 30 cycles: start it one row ahead
# target: cuda sm_90
# build: cp.async on, storage rewrite off
# launch main_kernel: grid 128 x 64 x 1, block 256 x 1 x 1, shared 0 B static + 24576 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.x", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((268435456,), data=C_ptr)
        B = T.decl_buffer((268435456,), data=B_ptr)
        A = T.decl_buffer((268435456,), data=A_ptr)
        with T.launch_thread("blockIdx.y", 64) as blockIdx_y:
            buf_dyn_shmem = T.alloc_buffer((24576,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((2048,), data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((4096,), data=buf_dyn_shmem.data, scope="shared.dyn")
            with T.launch_thread("blockIdx.x", 128) as blockIdx_x:
                threadIdx_x = T.launch_thread("threadIdx.x", 256)
                C_local = T.alloc_local((128,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
                for i_4_init, j_4_init in T.grid(4, 4):
                    cse_v14: T.let[T.int32] = i_4_init * 4 + j_4_init
                    C_local[i_4_init * 4 + j_4_init] = T.float32(0.0)
                    C_local[i_4_init * 4 + j_4_init + 32] = T.float32(0.0)
                    C_local[i_4_init * 4 + j_4_init + 64] = T.float32(0.0)
                    C_local[i_4_init * 4 + j_4_init + 96] = T.float32(0.0)
                    C_local[i_4_init * 4 + j_4_init + 16] = T.float32(0.0)
                    C_local[i_4_init * 4 + j_4_init + 48] = T.float32(0.0)
                    C_local[i_4_init * 4 + j_4_init + 80] = T.float32(0.0)
                    C_local[i_4_init * 4 + j_4_init + 112] = T.float32(0.0)
                cse_v2: T.let[T.int32] = threadIdx_x >> 6
                cse_v3: T.let[T.int32] = threadIdx_x & 63
                cse_v5: T.let[T.int32] = blockIdx_x * 128
                cse_v6: T.let[T.int32] = threadIdx_x & 31
                cse_v16: T.let[T.int32] = (threadIdx_x & 31) >> 3
                cse_v17: T.let[T.int32] = (threadIdx_x & 7) * 4
                cse_v22: T.let[T.int32] = ((threadIdx_x & 63) >> 5) * 64
                for k_0 in range(1024):
                    cse_v1: T.let[T.int32] = k_0 * 262144
                    cse_v4: T.let[T.int32] = threadIdx_x * 4
                    T.tvm_storage_sync("shared.dyn")
                    for ax0_ax1_fused_0 in range(4):
                        A_shared_dyn[ax0_ax1_fused_0 * 1024 + threadIdx_x * 4 + 2048:ax0_ax1_fused_0 * 1024 + threadIdx_x * 4 + 2048 + 4] = A[T.Ramp(k_0 * 262144 + ax0_ax1_fused_0 * 65536 + (threadIdx_x >> 6) * 16384 + blockIdx_y * 256 + (threadIdx_x & 63) * 4, 1, 4)]
                    for ax0_ax1_fused_0 in range(2):
                        B_shared_dyn[ax0_ax1_fused_0 * 1024 + threadIdx_x * 4:ax0_ax1_fused_0 * 1024 + threadIdx_x * 4 + 4] = B[T.Ramp(k_0 * 262144 + ax0_ax1_fused_0 * 131072 + (threadIdx_x >> 5) * 16384 + blockIdx_x * 128 + (threadIdx_x & 31) * 4, 1, 4)]
                    A_shared_dyn_local = T.alloc_local((32,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
                    B_shared_dyn_local = T.alloc_local((16,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
                    cse_v15: T.let[T.int32] = (threadIdx_x >> 6) * 64
                    cse_v21: T.let[T.int32] = ((threadIdx_x & 31) >> 3) * 4
                    cse_v40: T.let[T.int32] = (threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4
                    T.tvm_storage_sync("shared.dyn")
                    A_shared_dyn_local[0:4] = A_shared_dyn[T.Ramp((threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 2048, 1, 4)]
                    A_shared_dyn_local[8:12] = A_shared_dyn[T.Ramp((threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 2064, 1, 4)]
                    A_shared_dyn_local[16:20] = A_shared_dyn[T.Ramp((threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 2080, 1, 4)]
                    A_shared_dyn_local[24:28] = A_shared_dyn[T.Ramp((threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 2096, 1, 4)]
                    cse_v41: T.let[T.int32] = ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4
                    B_shared_dyn_local[0:4] = B_shared_dyn[T.Ramp(((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4, 1, 4)]
                    B_shared_dyn_local[8:12] = B_shared_dyn[T.Ramp(((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32, 1, 4)]
                    for k_1 in range(15):
                        cse_v23: T.let[T.int32] = (k_1 + 1 & 1) * 4
                        cse_v42: T.let[T.int32] = k_1 * 256 + (threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4
                        A_shared_dyn_local[(k_1 + 1 & 1) * 4:(k_1 + 1 & 1) * 4 + 4] = A_shared_dyn[T.Ramp(k_1 * 256 + (threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 2304, 1, 4)]
                        cse_v43: T.let[T.int32] = (k_1 + 1 & 1) * 4 + 8
                        A_shared_dyn_local[(k_1 + 1 & 1) * 4 + 8:(k_1 + 1 & 1) * 4 + 8 + 4] = A_shared_dyn[T.Ramp(k_1 * 256 + (threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 2320, 1, 4)]
                        A_shared_dyn_local[(k_1 + 1 & 1) * 4 + 16:(k_1 + 1 & 1) * 4 + 16 + 4] = A_shared_dyn[T.Ramp(k_1 * 256 + (threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 2336, 1, 4)]
                        A_shared_dyn_local[(k_1 + 1 & 1) * 4 + 24:(k_1 + 1 & 1) * 4 + 24 + 4] = A_shared_dyn[T.Ramp(k_1 * 256 + (threadIdx_x >> 6) * 64 + ((threadIdx_x & 31) >> 3) * 4 + 2352, 1, 4)]
                        cse_v48: T.let[T.int32] = k_1 * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4
                        B_shared_dyn_local[(k_1 + 1 & 1) * 4:(k_1 + 1 & 1) * 4 + 4] = B_shared_dyn[T.Ramp(k_1 * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 128, 1, 4)]
                        B_shared_dyn_local[(k_1 + 1 & 1) * 4 + 8:(k_1 + 1 & 1) * 4 + 8 + 4] = B_shared_dyn[T.Ramp(k_1 * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 160, 1, 4)]
                        for i_4, j_4 in T.grid(4, 4):
                            cse_v18: T.let[T.int32] = i_4 * 4 + j_4
                            cse_v19: T.let[T.int32] = (k_1 & 1) * 4
                            cse_v24: T.let[T.int32] = (k_1 & 1) * 4 + i_4
                            cse_v25: T.let[T.int32] = (k_1 & 1) * 4 + j_4
                            C_local[i_4 * 4 + j_4] = C_local[i_4 * 4 + j_4] + A_shared_dyn_local[(k_1 & 1) * 4 + i_4] * B_shared_dyn_local[(k_1 & 1) * 4 + j_4]
                            cse_v26: T.let[T.int32] = i_4 * 4 + j_4 + 32
                            cse_v44: T.let[T.int32] = (k_1 & 1) * 4 + i_4 + 8
                            C_local[i_4 * 4 + j_4 + 32] = C_local[i_4 * 4 + j_4 + 32] + A_shared_dyn_local[(k_1 & 1) * 4 + i_4 + 8] * B_shared_dyn_local[(k_1 & 1) * 4 + j_4]
                            cse_v27: T.let[T.int32] = i_4 * 4 + j_4 + 64
                            cse_v45: T.let[T.int32] = (k_1 & 1) * 4 + i_4 + 16
                            C_local[i_4 * 4 + j_4 + 64] = C_local[i_4 * 4 + j_4 + 64] + A_shared_dyn_local[(k_1 & 1) * 4 + i_4 + 16] * B_shared_dyn_local[(k_1 & 1) * 4 + j_4]
                            cse_v28: T.let[T.int32] = i_4 * 4 + j_4 + 96
                            cse_v46: T.let[T.int32] = (k_1 & 1) * 4 + i_4 + 24
                            C_local[i_4 * 4 + j_4 + 96] = C_local[i_4 * 4 + j_4 + 96] + A_shared_dyn_local[(k_1 & 1) * 4 + i_4 + 24] * B_shared_dyn_local[(k_1 & 1) * 4 + j_4]
                            cse_v29: T.let[T.int32] = i_4 * 4 + j_4 + 16
                            cse_v47: T.let[T.int32] = (k_1 & 1) * 4 + j_4 + 8
                            C_local[i_4 * 4 + j_4 + 16] = C_local[i_4 * 4 + j_4 + 16] + A_shared_dyn_local[(k_1 & 1) * 4 + i_4] * B_shared_dyn_local[(k_1 & 1) * 4 + j_4 + 8]
                            cse_v30: T.let[T.int32] = i_4 * 4 + j_4 + 48
                            C_local[i_4 * 4 + j_4 + 48] = C_local[i_4 * 4 + j_4 + 48] + A_shared_dyn_local[(k_1 & 1) * 4 + i_4 + 8] * B_shared_dyn_local[(k_1 & 1) * 4 + j_4 + 8]
                            cse_v31: T.let[T.int32] = i_4 * 4 + j_4 + 80
                            C_local[i_4 * 4 + j_4 + 80] = C_local[i_4 * 4 + j_4 + 80] + A_shared_dyn_local[(k_1 & 1) * 4 + i_4 + 16] * B_shared_dyn_local[(k_1 & 1) * 4 + j_4 + 8]
                            cse_v32: T.let[T.int32] = i_4 * 4 + j_4 + 112
                            C_local[i_4 * 4 + j_4 + 112] = C_local[i_4 * 4 + j_4 + 112] + A_shared_dyn_local[(k_1 & 1) * 4 + i_4 + 24] * B_shared_dyn_local[(k_1 & 1) * 4 + j_4 + 8]
                    for i_4, j_4 in T.grid(4, 4):
                        cse_v7: T.let[T.int32] = i_4 + 4
                        cse_v8: T.let[T.int32] = j_4 + 4
                        cse_v20: T.let[T.int32] = i_4 * 4 + j_4
                        C_local[i_4 * 4 + j_4] = C_local[i_4 * 4 + j_4] + A_shared_dyn_local[i_4 + 4] * B_shared_dyn_local[j_4 + 4]
                        cse_v9: T.let[T.int32] = i_4 + 12
                        cse_v33: T.let[T.int32] = i_4 * 4 + j_4 + 32
                        C_local[i_4 * 4 + j_4 + 32] = C_local[i_4 * 4 + j_4 + 32] + A_shared_dyn_local[i_4 + 12] * B_shared_dyn_local[j_4 + 4]
                        cse_v10: T.let[T.int32] = i_4 + 20
                        cse_v34: T.let[T.int32] = i_4 * 4 + j_4 + 64
                        C_local[i_4 * 4 + j_4 + 64] = C_local[i_4 * 4 + j_4 + 64] + A_shared_dyn_local[i_4 + 20] * B_shared_dyn_local[j_4 + 4]
                        cse_v11: T.let[T.int32] = i_4 + 28
                        cse_v35: T.let[T.int32] = i_4 * 4 + j_4 + 96
                        C_local[i_4 * 4 + j_4 + 96] = C_local[i_4 * 4 + j_4 + 96] + A_shared_dyn_local[i_4 + 28] * B_shared_dyn_local[j_4 + 4]
                        cse_v12: T.let[T.int32] = j_4 + 12
                        cse_v36: T.let[T.int32] = i_4 * 4 + j_4 + 16
                        C_local[i_4 * 4 + j_4 + 16] = C_local[i_4 * 4 + j_4 + 16] + A_shared_dyn_local[i_4 + 4] * B_shared_dyn_local[j_4 + 12]
                        cse_v37: T.let[T.int32] = i_4 * 4 + j_4 + 48
                        C_local[i_4 * 4 + j_4 + 48] = C_local[i_4 * 4 + j_4 + 48] + A_shared_dyn_local[i_4 + 12] * B_shared_dyn_local[j_4 + 12]
                        cse_v38: T.let[T.int32] = i_4 * 4 + j_4 + 80
                        C_local[i_4 * 4 + j_4 + 80] = C_local[i_4 * 4 + j_4 + 80] + A_shared_dyn_local[i_4 + 20] * B_shared_dyn_local[j_4 + 12]
                        cse_v39: T.let[T.int32] = i_4 * 4 + j_4 + 112
                        C_local[i_4 * 4 + j_4 + 112] = C_local[i_4 * 4 + j_4 + 112] + A_shared_dyn_local[i_4 + 28] * B_shared_dyn_local[j_4 + 12]
                for ax0 in range(4):
                    cse_v13: T.let[T.int32] = ax0 * 4
                    cse_v49: T.let[T.int32] = blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4
                    C[blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4:blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 4] = C_local[T.Ramp(ax0 * 4, 1, 4)]
                    C[blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 262144:blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 262144 + 4] = C_local[T.Ramp(ax0 * 4 + 32, 1, 4)]
                    C[blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 524288:blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 524288 + 4] = C_local[T.Ramp(ax0 * 4 + 64, 1, 4)]
                    C[blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 786432:blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 786432 + 4] = C_local[T.Ramp(ax0 * 4 + 96, 1, 4)]
                    C[blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32:blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 32 + 4] = C_local[T.Ramp(ax0 * 4 + 16, 1, 4)]
                    C[blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 262176:blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 262176 + 4] = C_local[T.Ramp(ax0 * 4 + 48, 1, 4)]
                    C[blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 524320:blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 524320 + 4] = C_local[T.Ramp(ax0 * 4 + 80, 1, 4)]
                    C[blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 786464:blockIdx_y * 4194304 + (threadIdx_x >> 6) * 1048576 + ((threadIdx_x & 31) >> 3) * 65536 + ax0 * 16384 + blockIdx_x * 128 + ((threadIdx_x & 63) >> 5) * 64 + (threadIdx_x & 7) * 4 + 786464 + 4] = C_local[T.Ramp(ax0 * 4 + 112, 1, 4)]
