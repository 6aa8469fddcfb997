# gemm/sgemm_cpu:loop_permuted:block_ij
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: 64 rows of A use 64 columns of B before these are evicted from the cache
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	%rdx, -16(%rsp)
	movq	%rdi, -8(%rsp)
	leaq	12(%rdi), %r13
	xorl	%edi, %edi
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_1:
	movq	%rdi, -32(%rsp)
	shlq	$16, %rdi
	leaq	12292(%rsi), %r8
	leaq	12288(%rsi), %rcx
	xorl	%r12d, %r12d
.LBB3_2:
	movq	%r12, %r15
	shlq	$6, %r15
	movq	%r12, -40(%rsp)
	shlq	$8, %r12
	addq	-16(%rsp), %r12
	movq	%r13, -24(%rsp)
	xorl	%ebp, %ebp
.LBB3_3:
	movq	%rbp, %rax
	shlq	$10, %rax
	addq	%rdi, %rax
	movq	-8(%rsp), %rdx
	vmovss	(%rdx,%rax,4), %xmm1
	leaq	(%r12,%rax,4), %rax
	movq	%r8, %r11
	movq	%rcx, %rbx
	xorl	%edx, %edx
.LBB3_4:
	leaq	(%r15,%rdx), %r9
	vmovss	(%rsi,%r9,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	movq	%rbx, %r9
	xorl	%r14d, %r14d
.LBB3_5:
	vmovss	-8(%r13,%r14,4), %xmm3
	vmovss	-4(%r13,%r14,4), %xmm4
	vfmadd132ss	-8192(%r9), %xmm2, %xmm3
	vfmadd231ss	-4096(%r9), %xmm4, %xmm3
	vmovss	(%r13,%r14,4), %xmm2
	vfmadd132ss	(%r9), %xmm3, %xmm2
	addq	$3, %r14
	addq	$12288, %r9
	cmpq	$1023, %r14
	jne	.LBB3_5
	vmovss	%xmm2, (%rax,%rdx,4)
	movq	%rdx, %r9
	orq	$1, %r9
	leaq	(%r15,%rdx), %r10
	incq	%r10
	vmovss	(%rsi,%r10,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	movq	%r11, %r14
	xorl	%r10d, %r10d
.LBB3_7:
	vmovss	-8(%r13,%r10,4), %xmm3
	vmovss	-4(%r13,%r10,4), %xmm4
	vfmadd132ss	-8192(%r14), %xmm2, %xmm3
	vfmadd231ss	-4096(%r14), %xmm4, %xmm3
	vmovss	(%r13,%r10,4), %xmm2
	vfmadd132ss	(%r14), %xmm3, %xmm2
	addq	$3, %r10
	addq	$12288, %r14
	cmpq	$1023, %r10
	jne	.LBB3_7
	vmovss	%xmm2, (%rax,%r9,4)
	addq	$2, %rdx
	addq	$8, %rbx
	addq	$8, %r11
	cmpq	$64, %rdx
	jne	.LBB3_4
	incq	%rbp
	addq	$4096, %r13
	cmpq	$64, %rbp
	jne	.LBB3_3
	movq	-40(%rsp), %r12
	incq	%r12
	addq	$256, %rcx
	addq	$256, %r8
	cmpq	$16, %r12
	movq	-24(%rsp), %r13
	jne	.LBB3_2
	movq	-32(%rsp), %rdi
	incq	%rdi
	addq	$262144, %r13
	cmpq	$16, %rdi
	jne	.LBB3_1
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
