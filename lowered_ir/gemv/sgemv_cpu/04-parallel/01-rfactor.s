# gemv/sgemv_cpu:parallel:rfactor
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: partial sums are independent: no FMA waits for another
# target: llvm x86-64-v3

.LCPI3_0:
	.long	6
	.long	4
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	pushq	%rax
	movq	%rcx, %r15
	movq	%rdx, %r13
	movq	%rsi, %rbp
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %r12
	movl	$131072, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	movq	%rax, %r14
	movl	$-1, %eax
	testq	%r14, %r14
	jne	.LBB3_1
.LBB3_11:
	addq	$8, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_1:
	movl	$16384, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	testq	%rax, %rax
	jne	.LBB3_3
	movl	$-1, %eax
	jmp	.LBB3_11
.LBB3_3:
	movq	%rax, %r12
	leaq	48(%rbp), %rax
	xorl	%ecx, %ecx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_4:
	leaq	(,%rcx,8), %rdx
	movq	%rcx, %rdi
	movq	%rcx, %rsi
	shlq	$14, %rsi
	vmovsd	(%rbp,%rsi), %xmm1
	vinsertf128	$1, 16(%rbp,%rsi), %ymm1, %ymm1
	vmovddup	8(%rbp,%rsi), %xmm2
	vblendps	$12, %ymm2, %ymm1, %ymm1
	vfmadd132ps	(%r13), %ymm0, %ymm1
	shlq	$5, %rdi
	movq	%r14, %rsi
	vmovups	%ymm1, (%r14,%rdi)
	xorl	%edi, %edi
.LBB3_5:
	vmovaps	32(%r13,%rdi), %ymm1
	vmovsd	-16(%rax,%rdi), %xmm2
	vinsertf128	$1, (%rax,%rdi), %ymm2, %ymm2
	vmovddup	-8(%rax,%rdi), %xmm3
	vblendps	$12, %ymm3, %ymm2, %ymm2
	vfmadd213ps	(%rsi,%rdx,4), %ymm1, %ymm2
	vmovups	%ymm2, (%rsi,%rdx,4)
	addq	$32, %rdi
	cmpq	$16352, %rdi
	jne	.LBB3_5
	incq	%rcx
	addq	$16384, %rax
	cmpq	$4096, %rcx
	jne	.LBB3_4
	xorl	%eax, %eax
	vbroadcastsd	.LCPI3_0(%rip), %ymm0
	vxorps	%xmm1, %xmm1, %xmm1
.LBB3_8:
	vmovups	160(%r14,%rax,8), %xmm6
	vmovups	128(%r14,%rax,8), %xmm7
	vunpcklps	%xmm6, %xmm7, %xmm2
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vmovups	192(%r14,%rax,8), %xmm5
	vmovups	224(%r14,%rax,8), %xmm12
	vmovlhps	%xmm5, %xmm12, %xmm3
	vshufps	$36, %xmm3, %xmm3, %xmm3
	vinsertf128	$1, %xmm3, %ymm0, %ymm3
	vblendps	$192, %ymm3, %ymm2, %ymm2
	vmovups	(%r14,%rax,8), %xmm8
	vmovups	32(%r14,%rax,8), %xmm9
	vmovups	64(%r14,%rax,8), %xmm10
	vmovups	96(%r14,%rax,8), %xmm11
	vmovlhps	%xmm10, %xmm11, %xmm3
	vunpcklps	%xmm9, %xmm8, %xmm4
	vshufps	$36, %xmm3, %xmm4, %xmm3
	vblendps	$15, %ymm3, %ymm2, %ymm2
	vaddps	%ymm1, %ymm2, %ymm2
	vunpcklps	%xmm12, %xmm5, %xmm3
	vinsertf128	$1, %xmm3, %ymm0, %ymm3
	vinsertps	$76, %xmm7, %xmm6, %xmm4
	vinsertf128	$1, %xmm4, %ymm0, %ymm4
	vblendps	$192, %ymm3, %ymm4, %ymm3
	vunpcklps	%xmm11, %xmm10, %xmm4
	vinsertps	$76, %xmm8, %xmm9, %xmm13
	vblendps	$3, %xmm13, %xmm4, %xmm4
	vblendps	$15, %ymm4, %ymm3, %ymm3
	vaddps	%ymm2, %ymm3, %ymm4
	vinsertps	$179, %xmm12, %xmm5, %xmm2
	vinsertf128	$1, %xmm2, %ymm0, %ymm2
	vunpckhps	%xmm6, %xmm7, %xmm3
	vinsertf128	$1, %xmm3, %ymm0, %ymm3
	vblendps	$192, %ymm2, %ymm3, %ymm3
	vinsertps	$179, %xmm11, %xmm10, %xmm2
	vunpckhps	%xmm9, %xmm8, %xmm13
	vblendps	$3, %xmm13, %xmm2, %xmm13
	vmovups	96(%r14,%rax,8), %ymm2
	vblendps	$15, %ymm13, %ymm3, %ymm13
	vmovups	64(%r14,%rax,8), %ymm3
	vaddps	%ymm4, %ymm13, %ymm13
	vmovups	32(%r14,%rax,8), %ymm4
	vunpckhps	%xmm12, %xmm5, %xmm12
	vmovups	(%r14,%rax,8), %ymm5
	vshufps	$51, %xmm7, %xmm6, %xmm7
	vmovups	160(%r14,%rax,8), %ymm6
	vinsertf128	$1, %xmm12, %ymm0, %ymm12
	vshufps	$226, %xmm7, %xmm7, %xmm7
	vinsertf128	$1, %xmm7, %ymm0, %ymm7
	vblendps	$192, %ymm12, %ymm7, %ymm12
	vmovups	128(%r14,%rax,8), %ymm7
	vunpckhps	%xmm11, %xmm10, %xmm11
	vmovups	192(%r14,%rax,8), %ymm10
	vshufps	$51, %xmm8, %xmm9, %xmm9
	vmovups	224(%r14,%rax,8), %ymm8
	vshufps	$226, %xmm11, %xmm9, %xmm9
	vblendps	$15, %ymm9, %ymm12, %ymm9
	vaddps	%ymm13, %ymm9, %ymm9
	vunpcklpd	%ymm10, %ymm8, %ymm11
	vunpcklps	%ymm6, %ymm7, %ymm12
	vshufps	$36, %ymm11, %ymm12, %ymm11
	vunpcklps	%ymm4, %ymm5, %ymm12
	vextractf128	$1, %ymm12, %xmm12
	vunpcklps	%ymm2, %ymm3, %ymm13
	vpermpd	$170, %ymm13, %ymm13
	vblendps	$3, %xmm12, %xmm13, %xmm12
	vblendps	$15, %ymm12, %ymm11, %ymm11
	vaddps	%ymm9, %ymm11, %ymm9
	vunpcklps	%ymm8, %ymm10, %ymm11
	vshufps	$17, %ymm7, %ymm6, %ymm12
	vshufps	$226, %ymm11, %ymm12, %ymm11
	vshufps	$17, %ymm5, %ymm4, %ymm12
	vextractf128	$1, %ymm12, %xmm12
	vshufps	$17, %ymm3, %ymm2, %ymm13
	vpermps	%ymm13, %ymm0, %ymm13
	vshufps	$226, %xmm13, %xmm12, %xmm12
	vblendps	$15, %ymm12, %ymm11, %ymm11
	vaddps	%ymm9, %ymm11, %ymm9
	vunpckhpd	%ymm10, %ymm8, %ymm11
	vunpckhps	%ymm6, %ymm7, %ymm12
	vshufps	$36, %ymm11, %ymm12, %ymm11
	vunpckhps	%ymm4, %ymm5, %ymm12
	vextractf128	$1, %ymm12, %xmm12
	vunpckhps	%ymm2, %ymm3, %ymm13
	vpermpd	$170, %ymm13, %ymm13
	vblendps	$3, %xmm12, %xmm13, %xmm12
	vblendps	$15, %ymm12, %ymm11, %ymm11
	vaddps	%ymm9, %ymm11, %ymm9
	vunpckhps	%ymm8, %ymm10, %ymm8
	vshufps	$51, %ymm7, %ymm6, %ymm6
	vshufps	$226, %ymm8, %ymm6, %ymm6
	vshufps	$51, %ymm5, %ymm4, %ymm4
	vshufps	$51, %ymm3, %ymm2, %ymm2
	vextractf128	$1, %ymm4, %xmm3
	vpermps	%ymm2, %ymm0, %ymm2
	vshufps	$226, %xmm2, %xmm3, %xmm2
	vblendps	$15, %ymm2, %ymm6, %ymm2
	vaddps	%ymm2, %ymm9, %ymm2
	vmovups	%ymm2, (%r12,%rax)
	addq	$32, %rax
	cmpq	$16384, %rax
	jne	.LBB3_8
	movl	$16384, %edx
	movq	%r15, %rdi
	movq	%r12, %rsi
	vzeroupper
	callq	memcpy@PLT
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r15
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r12, %rdx
	callq	*(%r15)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_11
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r14, %rdx
	callq	*(%r15)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_11
