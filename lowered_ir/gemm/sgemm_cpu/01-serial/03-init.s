# gemm/sgemm_cpu:serial:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
# target: llvm x86-64-v3

main_compute_:
	addq	$28672, %rsi
	addq	$28, %rdi
	xorl	%eax, %eax
.LBB3_1:
	movq	%rax, %rcx
	shlq	$12, %rcx
	addq	%rdx, %rcx
	movq	%rsi, %r8
	xorl	%r9d, %r9d
.LBB3_2:
	vxorps	%xmm0, %xmm0, %xmm0
	movq	%r8, %r10
	xorl	%r11d, %r11d
.LBB3_3:
	vmovss	-28(%rdi,%r11,4), %xmm1
	vmovss	-24(%rdi,%r11,4), %xmm2
	vfmadd132ss	-28672(%r10), %xmm0, %xmm1
	vfmadd231ss	-24576(%r10), %xmm2, %xmm1
	vmovss	-20(%rdi,%r11,4), %xmm0
	vfmadd132ss	-20480(%r10), %xmm1, %xmm0
	vmovss	-16(%rdi,%r11,4), %xmm1
	vfmadd132ss	-16384(%r10), %xmm0, %xmm1
	vmovss	-12(%rdi,%r11,4), %xmm0
	vfmadd132ss	-12288(%r10), %xmm1, %xmm0
	vmovss	-8(%rdi,%r11,4), %xmm1
	vfmadd132ss	-8192(%r10), %xmm0, %xmm1
	vmovss	-4(%rdi,%r11,4), %xmm2
	vfmadd132ss	-4096(%r10), %xmm1, %xmm2
	vmovss	(%rdi,%r11,4), %xmm0
	vfmadd132ss	(%r10), %xmm2, %xmm0
	addq	$8, %r11
	addq	$32768, %r10
	cmpq	$1024, %r11
	jne	.LBB3_3
	vmovss	%xmm0, (%rcx,%r9,4)
	incq	%r9
	addq	$4, %r8
	cmpq	$1024, %r9
	jne	.LBB3_2
	incq	%rax
	addq	$4096, %rdi
	cmpq	$1024, %rax
	jne	.LBB3_1
	retq
