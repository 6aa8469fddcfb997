# gemm/sgemm_cpu:serial:loops
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: the loops of the computation: C is zeroed at k = 0 and updated in memory
# target: llvm x86-64-v3

main_compute_:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	leaq	12288(%rsi), %rax
	leaq	12(%rdi), %rcx
	leaq	12292(%rsi), %r8
	xorl	%r9d, %r9d
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_1:
	movq	%r9, %r10
	shlq	$12, %r10
	vmovss	(%rdi,%r10), %xmm1
	addq	%rdx, %r10
	movq	%r8, %r11
	movq	%rax, %rbx
	xorl	%r14d, %r14d
.LBB3_2:
	vmovss	(%rsi,%r14,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	movq	%rbx, %r15
	xorl	%r12d, %r12d
.LBB3_3:
	vmovss	-8(%rcx,%r12,4), %xmm3
	vmovss	-4(%rcx,%r12,4), %xmm4
	vfmadd132ss	-8192(%r15), %xmm2, %xmm3
	vfmadd231ss	-4096(%r15), %xmm4, %xmm3
	vmovss	(%rcx,%r12,4), %xmm2
	vfmadd132ss	(%r15), %xmm3, %xmm2
	addq	$3, %r12
	addq	$12288, %r15
	cmpq	$1023, %r12
	jne	.LBB3_3
	vmovss	%xmm2, (%r10,%r14,4)
	movq	%r14, %r15
	orq	$1, %r15
	vmovss	4(%rsi,%r14,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	movq	%r11, %r12
	xorl	%r13d, %r13d
.LBB3_5:
	vmovss	-8(%rcx,%r13,4), %xmm3
	vmovss	-4(%rcx,%r13,4), %xmm4
	vfmadd132ss	-8192(%r12), %xmm2, %xmm3
	vfmadd231ss	-4096(%r12), %xmm4, %xmm3
	vmovss	(%rcx,%r13,4), %xmm2
	vfmadd132ss	(%r12), %xmm3, %xmm2
	addq	$3, %r13
	addq	$12288, %r12
	cmpq	$1023, %r13
	jne	.LBB3_5
	vmovss	%xmm2, (%r10,%r15,4)
	addq	$2, %r14
	addq	$8, %rbx
	addq	$8, %r11
	cmpq	$1024, %r14
	jne	.LBB3_2
	incq	%r9
	addq	$4096, %rcx
	cmpq	$1024, %r9
	jne	.LBB3_1
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	retq
