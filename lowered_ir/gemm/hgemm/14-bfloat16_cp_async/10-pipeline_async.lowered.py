# gemm/hgemm:bfloat16_cp_async:pipeline_async
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, bfloat16 -> float32
# why: copies to shared memory without registers, two slices ahead
# target: cuda sm_90
# build: cp.async on
# launch main_kernel: grid 16 x 32 x 2, block 32 x 2 x 2, shared 0 B static + 98304 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(A_ptr: T.handle("bfloat16", "global"), B_ptr: T.handle("bfloat16", "global"), C_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.x", "threadIdx.y", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((16777216,), "bfloat16", data=C_ptr)
        B = T.decl_buffer((16777216,), "bfloat16", data=B_ptr)
        A = T.decl_buffer((16777216,), "bfloat16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 2) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((98304,), "uint8", scope="shared.dyn")
            B_shared_dyn = T.decl_buffer((24576,), "bfloat16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((24576,), "bfloat16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local_warp = T.alloc_local((128,))
            A_shared_dyn_local_warp = T.alloc_local((64,), "bfloat16")
            B_shared_dyn_local_warp = T.alloc_local((64,), "bfloat16")
            C_sum_local_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.y", 32) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 16)
                threadIdx_z = T.launch_thread("threadIdx.z", 2)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                for i_2_init, j_2_init in T.grid(4, 4):
                    T.cuda.mma_fill_legacy(8, C_sum_local_warp.data, i_2_init * 32 + j_2_init * 8)
                cse_v1: T.let[T.int32] = blockIdx_y * 524288
                cse_v2: T.let[T.int32] = threadIdx_z * 32768
                cse_v3: T.let[T.int32] = threadIdx_y * 16384
                cse_v4: T.let[T.int32] = threadIdx_x >> 3
                cse_v5: T.let[T.int32] = threadIdx_x & 7
                cse_v6: T.let[T.int32] = threadIdx_z * 512
                cse_v7: T.let[T.int32] = threadIdx_y * 256
                cse_v23: T.let[T.int32] = (threadIdx_x >> 3) * 4096
                cse_v24: T.let[T.int32] = (threadIdx_x & 7) * 8
                cse_v25: T.let[T.int32] = (threadIdx_x >> 3) * 64
                cse_v26: T.let[T.int32] = blockIdx_z * 8388608 + blockIdx_x * 524288
                cse_v54: T.let[T.int32] = (threadIdx_x & 7 ^ threadIdx_y * 4 + (threadIdx_x >> 3)) * 8
                with T.attr({"async_commit_queue_scope": 0}):
                    for ax0_ax1_fused_0 in range(8):
                        T.s_tir.cp_async_raw("bfloat16", A_shared_dyn.data, ax0_ax1_fused_0 * 1024 + threadIdx_z * 512 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ threadIdx_y * 4 + (threadIdx_x >> 3)) * 8, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 65536 + threadIdx_z * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8, 16)
                    for ax0_ax1_fused_0 in range(8):
                        T.s_tir.cp_async_raw("bfloat16", B_shared_dyn.data, ax0_ax1_fused_0 * 1024 + threadIdx_z * 512 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ threadIdx_y * 4 + (threadIdx_x >> 3)) * 8 + 24576, B.data, blockIdx_z * 8388608 + blockIdx_x * 524288 + ax0_ax1_fused_0 * 65536 + threadIdx_z * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8, 16)
                with T.attr({"async_commit_queue_scope": 0}):
                    for ax0_ax1_fused_0 in range(8):
                        T.s_tir.cp_async_raw("bfloat16", A_shared_dyn.data, ax0_ax1_fused_0 * 1024 + threadIdx_z * 512 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ threadIdx_y * 4 + (threadIdx_x >> 3)) * 8 + 8192, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 65536 + threadIdx_z * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8 + 64, 16)
                    for ax0_ax1_fused_0 in range(8):
                        T.s_tir.cp_async_raw("bfloat16", B_shared_dyn.data, ax0_ax1_fused_0 * 1024 + threadIdx_z * 512 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ threadIdx_y * 4 + (threadIdx_x >> 3)) * 8 + 32768, B.data, blockIdx_z * 8388608 + blockIdx_x * 524288 + ax0_ax1_fused_0 * 65536 + threadIdx_z * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + (threadIdx_x & 7) * 8 + 64, 16)
                cse_v8: T.let[T.int32] = threadIdx_x * 8
                cse_v9: T.let[T.int32] = threadIdx_z * 4096
                cse_v10: T.let[T.int32] = threadIdx_x & 15
                cse_v11: T.let[T.int32] = threadIdx_x >> 4
                cse_v12: T.let[T.int32] = threadIdx_y * 4096
                cse_v27: T.let[T.int32] = (threadIdx_x & 15) * 64
                cse_v28: T.let[T.int32] = (threadIdx_x >> 4) * 512
                cse_v29: T.let[T.int32] = (threadIdx_x & 7) * 64
                cse_v30: T.let[T.int32] = (threadIdx_x & 15) >> 3
                cse_v39: T.let[T.int32] = (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8
                cse_v55: T.let[T.int32] = ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                    T.tvm_storage_sync("shared")
                    for ax0_0 in range(4):
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, ax0_0 * 8, T.address_of(A_shared_dyn[threadIdx_z * 4096 + ax0_0 * 1024 + (threadIdx_x & 15) * 64 + (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8]), 0)
                    for ax0_0 in range(4):
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", B_shared_dyn_local_warp.data, ax0_0 * 8, T.address_of(B_shared_dyn[threadIdx_y * 4096 + ax0_0 * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8 + 24576]), 0)
                for k_0 in range(62):
                    with T.attr({"async_commit_queue_scope": 0}):
                        cse_v13: T.let[T.int32] = k_0 * 64
                        cse_v40: T.let[T.int32] = T.truncmod(k_0 + 2, 3) * 8192
                        T.tvm_storage_sync("shared.dyn")
                        for ax0_ax1_fused_0 in range(8):
                            T.s_tir.cp_async_raw("bfloat16", A_shared_dyn.data, T.truncmod(k_0 + 2, 3) * 8192 + ax0_ax1_fused_0 * 1024 + threadIdx_z * 512 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ threadIdx_y * 4 + (threadIdx_x >> 3)) * 8, A.data, blockIdx_y * 524288 + ax0_ax1_fused_0 * 65536 + threadIdx_z * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + k_0 * 64 + (threadIdx_x & 7) * 8 + 128, 16)
                        for ax0_ax1_fused_0 in range(8):
                            T.s_tir.cp_async_raw("bfloat16", B_shared_dyn.data, T.truncmod(k_0 + 2, 3) * 8192 + ax0_ax1_fused_0 * 1024 + threadIdx_z * 512 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ threadIdx_y * 4 + (threadIdx_x >> 3)) * 8 + 24576, B.data, blockIdx_z * 8388608 + blockIdx_x * 524288 + ax0_ax1_fused_0 * 65536 + threadIdx_z * 32768 + threadIdx_y * 16384 + (threadIdx_x >> 3) * 4096 + k_0 * 64 + (threadIdx_x & 7) * 8 + 128, 16)
                    with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                        T.tvm_storage_sync("shared")
                        for k_1 in range(3):
                            cse_v14: T.let[T.int32] = k_1 * 2
                            cse_v31: T.let[T.int32] = T.truncmod(k_0, 3) * 8192
                            cse_v41: T.let[T.int32] = (k_1 + 1 & 1) * 1024
                            for ax0_0 in range(4):
                                T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 32 + ax0_0 * 8, T.address_of(A_shared_dyn[T.truncmod(k_0, 3) * 8192 + threadIdx_z * 4096 + ax0_0 * 1024 + (threadIdx_x & 15) * 64 + (k_1 * 2 + (threadIdx_x >> 4) + 2 ^ threadIdx_x & 7) * 8]), 0)
                            for ax0_0 in range(4):
                                T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", B_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 32 + ax0_0 * 8, T.address_of(B_shared_dyn[T.truncmod(k_0, 3) * 8192 + threadIdx_y * 4096 + ax0_0 * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + (k_1 * 2 + ((threadIdx_x & 15) >> 3) + 2 ^ threadIdx_x & 7) * 8 + 24576]), 0)
                            for i_2, j_2 in T.grid(4, 4):
                                cse_v15: T.let[T.int32] = j_2 * 256
                                cse_v32: T.let[T.int32] = (k_1 & 1) * 1024
                                cse_v42: T.let[T.int32] = i_2 * 1024 + j_2 * 256 + threadIdx_x * 8
                                cse_v56: T.let[T.int32] = (k_1 & 1) * 1024 + i_2 * 256 + threadIdx_x * 8
                                cse_v57: T.let[T.int32] = (k_1 & 1) * 1024 + j_2 * 256 + threadIdx_x * 8
                                T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 32 + i_2 * 8, B_shared_dyn_local_warp.data, (k_1 & 1) * 32 + j_2 * 8, C_sum_local_warp.data, i_2 * 32 + j_2 * 8, T.bool(False))
                                T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 32 + i_2 * 8, B_shared_dyn_local_warp.data, (k_1 & 1) * 32 + j_2 * 8 + 4, C_sum_local_warp.data, i_2 * 32 + j_2 * 8 + 4, T.bool(False))
                    cse_v43: T.let[T.int32] = T.truncmod(k_0 + 1, 3) * 8192
                    for ax0_0 in range(4):
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, ax0_0 * 8, T.address_of(A_shared_dyn[T.truncmod(k_0 + 1, 3) * 8192 + threadIdx_z * 4096 + ax0_0 * 1024 + (threadIdx_x & 15) * 64 + (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8]), 0)
                    for ax0_0 in range(4):
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", B_shared_dyn_local_warp.data, ax0_0 * 8, T.address_of(B_shared_dyn[T.truncmod(k_0 + 1, 3) * 8192 + threadIdx_y * 4096 + ax0_0 * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8 + 24576]), 0)
                    for i_2, j_2 in T.grid(4, 4):
                        cse_v16: T.let[T.int32] = j_2 * 256
                        cse_v33: T.let[T.int32] = j_2 * 256 + threadIdx_x * 8
                        cse_v44: T.let[T.int32] = i_2 * 256 + threadIdx_x * 8 + 1024
                        cse_v45: T.let[T.int32] = i_2 * 1024 + j_2 * 256 + threadIdx_x * 8
                        T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, i_2 * 8 + 32, B_shared_dyn_local_warp.data, j_2 * 8 + 32, C_sum_local_warp.data, i_2 * 32 + j_2 * 8, T.bool(False))
                        T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, i_2 * 8 + 32, B_shared_dyn_local_warp.data, j_2 * 8 + 36, C_sum_local_warp.data, i_2 * 32 + j_2 * 8 + 4, T.bool(False))
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0}):
                    T.tvm_storage_sync("shared")
                    for k_1 in range(3):
                        cse_v17: T.let[T.int32] = k_1 * 2
                        cse_v46: T.let[T.int32] = (k_1 + 1 & 1) * 1024
                        for ax0_0 in range(4):
                            T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 32 + ax0_0 * 8, T.address_of(A_shared_dyn[threadIdx_z * 4096 + ax0_0 * 1024 + (threadIdx_x & 15) * 64 + (k_1 * 2 + (threadIdx_x >> 4) + 2 ^ threadIdx_x & 7) * 8 + 16384]), 0)
                        for ax0_0 in range(4):
                            T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", B_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 32 + ax0_0 * 8, T.address_of(B_shared_dyn[threadIdx_y * 4096 + ax0_0 * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + (k_1 * 2 + ((threadIdx_x & 15) >> 3) + 2 ^ threadIdx_x & 7) * 8 + 40960]), 0)
                        for i_2, j_2 in T.grid(4, 4):
                            cse_v18: T.let[T.int32] = j_2 * 256
                            cse_v34: T.let[T.int32] = (k_1 & 1) * 1024
                            cse_v47: T.let[T.int32] = i_2 * 1024 + j_2 * 256 + threadIdx_x * 8
                            cse_v58: T.let[T.int32] = (k_1 & 1) * 1024 + i_2 * 256 + threadIdx_x * 8
                            cse_v59: T.let[T.int32] = (k_1 & 1) * 1024 + j_2 * 256 + threadIdx_x * 8
                            T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 32 + i_2 * 8, B_shared_dyn_local_warp.data, (k_1 & 1) * 32 + j_2 * 8, C_sum_local_warp.data, i_2 * 32 + j_2 * 8, T.bool(False))
                            T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 32 + i_2 * 8, B_shared_dyn_local_warp.data, (k_1 & 1) * 32 + j_2 * 8 + 4, C_sum_local_warp.data, i_2 * 32 + j_2 * 8 + 4, T.bool(False))
                for ax0_0 in range(4):
                    T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, ax0_0 * 8, T.address_of(A_shared_dyn[threadIdx_z * 4096 + ax0_0 * 1024 + (threadIdx_x & 15) * 64 + (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8]), 0)
                for ax0_0 in range(4):
                    T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", B_shared_dyn_local_warp.data, ax0_0 * 8, T.address_of(B_shared_dyn[threadIdx_y * 4096 + ax0_0 * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8 + 24576]), 0)
                for i_2, j_2 in T.grid(4, 4):
                    cse_v19: T.let[T.int32] = j_2 * 256
                    cse_v35: T.let[T.int32] = j_2 * 256 + threadIdx_x * 8
                    cse_v48: T.let[T.int32] = i_2 * 256 + threadIdx_x * 8 + 1024
                    cse_v49: T.let[T.int32] = i_2 * 1024 + j_2 * 256 + threadIdx_x * 8
                    T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, i_2 * 8 + 32, B_shared_dyn_local_warp.data, j_2 * 8 + 32, C_sum_local_warp.data, i_2 * 32 + j_2 * 8, T.bool(False))
                    T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, i_2 * 8 + 32, B_shared_dyn_local_warp.data, j_2 * 8 + 36, C_sum_local_warp.data, i_2 * 32 + j_2 * 8 + 4, T.bool(False))
                for k_1 in range(3):
                    cse_v20: T.let[T.int32] = k_1 * 2
                    cse_v50: T.let[T.int32] = (k_1 + 1 & 1) * 1024
                    for ax0_0 in range(4):
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 32 + ax0_0 * 8, T.address_of(A_shared_dyn[threadIdx_z * 4096 + ax0_0 * 1024 + (threadIdx_x & 15) * 64 + (k_1 * 2 + (threadIdx_x >> 4) + 2 ^ threadIdx_x & 7) * 8]), 0)
                    for ax0_0 in range(4):
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", B_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 32 + ax0_0 * 8, T.address_of(B_shared_dyn[threadIdx_y * 4096 + ax0_0 * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + (k_1 * 2 + ((threadIdx_x & 15) >> 3) + 2 ^ threadIdx_x & 7) * 8 + 24576]), 0)
                    for i_2, j_2 in T.grid(4, 4):
                        cse_v21: T.let[T.int32] = j_2 * 256
                        cse_v36: T.let[T.int32] = (k_1 & 1) * 1024
                        cse_v51: T.let[T.int32] = i_2 * 1024 + j_2 * 256 + threadIdx_x * 8
                        cse_v60: T.let[T.int32] = (k_1 & 1) * 1024 + i_2 * 256 + threadIdx_x * 8
                        cse_v61: T.let[T.int32] = (k_1 & 1) * 1024 + j_2 * 256 + threadIdx_x * 8
                        T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 32 + i_2 * 8, B_shared_dyn_local_warp.data, (k_1 & 1) * 32 + j_2 * 8, C_sum_local_warp.data, i_2 * 32 + j_2 * 8, T.bool(False))
                        T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 32 + i_2 * 8, B_shared_dyn_local_warp.data, (k_1 & 1) * 32 + j_2 * 8 + 4, C_sum_local_warp.data, i_2 * 32 + j_2 * 8 + 4, T.bool(False))
                for i_2, j_2 in T.grid(4, 4):
                    cse_v22: T.let[T.int32] = j_2 * 256
                    cse_v37: T.let[T.int32] = j_2 * 256 + threadIdx_x * 8
                    cse_v52: T.let[T.int32] = i_2 * 256 + threadIdx_x * 8 + 1024
                    cse_v53: T.let[T.int32] = i_2 * 1024 + j_2 * 256 + threadIdx_x * 8
                    T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, i_2 * 8 + 32, B_shared_dyn_local_warp.data, j_2 * 8 + 32, C_sum_local_warp.data, i_2 * 32 + j_2 * 8, T.bool(False))
                    T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_shared_dyn_local_warp.data, i_2 * 8 + 32, B_shared_dyn_local_warp.data, j_2 * 8 + 36, C_sum_local_warp.data, i_2 * 32 + j_2 * 8 + 4, T.bool(False))
                for ax0_0, ax1_0, ax0_1, ax1_1 in T.grid(4, 4, 2, 2):
                    cse_v38: T.let[T.int32] = (threadIdx_x & 3) * 2
                    for ax3 in range(2):
                        C_sum_local_local[(threadIdx_x & 3) * 2 + ax3] = C_sum_local_warp[ax0_0 * 32 + ax1_0 * 8 + ax1_1 * 4 + ax0_1 * 2 + ax3]
                    C[blockIdx_y * 524288 + threadIdx_z * 262144 + ax0_0 * 65536 + ax0_1 * 32768 + (threadIdx_x >> 2) * 4096 + blockIdx_z * 2048 + blockIdx_x * 128 + threadIdx_y * 64 + ax1_0 * 16 + ax1_1 * 8 + (threadIdx_x & 3) * 2:blockIdx_y * 524288 + threadIdx_z * 262144 + ax0_0 * 65536 + ax0_1 * 32768 + (threadIdx_x >> 2) * 4096 + blockIdx_z * 2048 + blockIdx_x * 128 + threadIdx_y * 64 + ax1_0 * 16 + ax1_1 * 8 + (threadIdx_x & 3) * 2 + 2] = T.Cast("bfloat16x2", C_sum_local_local[T.Ramp((threadIdx_x & 3) * 2, 1, 2)])
