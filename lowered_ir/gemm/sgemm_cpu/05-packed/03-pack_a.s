# gemm/sgemm_cpu:packed:pack_a
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: the 4 elements that one k needs are adjacent
# target: llvm x86-64-v3

main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$24, %rsp
	movq	%rcx, %r15
	movq	%rdx, %r13
	movq	%rsi, %rbp
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %r12
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	movq	%rax, %r14
	movl	$-1, %eax
	testq	%r14, %r14
	jne	.LBB3_2
.LBB3_1:
	addq	$24, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_2:
	movq	%r14, 8(%rsp)
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	testq	%rax, %rax
	jne	.LBB3_4
.LBB3_3:
	movl	$-1, %eax
	jmp	.LBB3_1
.LBB3_4:
	movq	%rax, %r14
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	movq	%rax, 16(%rsp)
	testq	%rax, %rax
	je	.LBB3_3
	movq	8(%rsp), %rax
	addq	$448, %rax
	addq	$28672, %r13
	xorl	%ecx, %ecx
.LBB3_7:
	movq	%r13, %rdx
	xorl	%esi, %esi
.LBB3_8:
	vmovaps	-28672(%rdx), %ymm0
	vmovaps	-28640(%rdx), %ymm1
	vmovups	%ymm1, -416(%rax,%rsi)
	vmovups	%ymm0, -448(%rax,%rsi)
	vmovaps	-24576(%rdx), %ymm0
	vmovaps	-24544(%rdx), %ymm1
	vmovups	%ymm1, -352(%rax,%rsi)
	vmovups	%ymm0, -384(%rax,%rsi)
	vmovaps	-20480(%rdx), %ymm0
	vmovaps	-20448(%rdx), %ymm1
	vmovups	%ymm1, -288(%rax,%rsi)
	vmovups	%ymm0, -320(%rax,%rsi)
	vmovaps	-16384(%rdx), %ymm0
	vmovaps	-16352(%rdx), %ymm1
	vmovups	%ymm1, -224(%rax,%rsi)
	vmovups	%ymm0, -256(%rax,%rsi)
	vmovaps	-12288(%rdx), %ymm0
	vmovaps	-12256(%rdx), %ymm1
	vmovups	%ymm1, -160(%rax,%rsi)
	vmovups	%ymm0, -192(%rax,%rsi)
	vmovaps	-8192(%rdx), %ymm0
	vmovaps	-8160(%rdx), %ymm1
	vmovups	%ymm1, -96(%rax,%rsi)
	vmovups	%ymm0, -128(%rax,%rsi)
	vmovaps	-4096(%rdx), %ymm0
	vmovaps	-4064(%rdx), %ymm1
	vmovups	%ymm1, -32(%rax,%rsi)
	vmovups	%ymm0, -64(%rax,%rsi)
	vmovaps	(%rdx), %ymm0
	vmovaps	32(%rdx), %ymm1
	vmovups	%ymm1, 32(%rax,%rsi)
	vmovups	%ymm0, (%rax,%rsi)
	addq	$512, %rsi
	addq	$32768, %rdx
	cmpq	$65536, %rsi
	jne	.LBB3_8
	incq	%rcx
	addq	$65536, %rax
	addq	$64, %r13
	cmpq	$64, %rcx
	jne	.LBB3_7
	addq	$12288, %rbp
	xorl	%eax, %eax
	movq	%r14, %rcx
.LBB3_11:
	xorl	%edx, %edx
.LBB3_12:
	vmovaps	-12288(%rbp,%rdx), %ymm0
	vmovaps	-8192(%rbp,%rdx), %ymm1
	vmovaps	-4096(%rbp,%rdx), %ymm2
	vmovaps	(%rbp,%rdx), %ymm3
	vmovaps	(%rbp,%rdx), %xmm4
	vmovaps	-4096(%rbp,%rdx), %xmm5
	vunpcklps	%xmm4, %xmm5, %xmm6
	vpermpd	$96, %ymm6, %ymm6
	vmovaps	-8192(%rbp,%rdx), %xmm7
	vmovaps	-12288(%rbp,%rdx), %xmm8
	vunpcklps	%xmm7, %xmm8, %xmm9
	vpermpd	$212, %ymm9, %ymm9
	vblendps	$204, %ymm6, %ymm9, %ymm6
	vunpckhps	%xmm4, %xmm5, %xmm4
	vpermpd	$96, %ymm4, %ymm4
	vunpckhps	%xmm7, %xmm8, %xmm5
	vpermpd	$212, %ymm5, %ymm5
	vblendps	$204, %ymm4, %ymm5, %ymm4
	vunpckhps	%ymm3, %ymm2, %ymm5
	vpermpd	$232, %ymm5, %ymm5
	vunpckhps	%ymm1, %ymm0, %ymm7
	vpermpd	$246, %ymm7, %ymm7
	vblendps	$204, %ymm5, %ymm7, %ymm5
	vunpcklps	%ymm3, %ymm2, %ymm2
	vpermpd	$232, %ymm2, %ymm2
	vunpcklps	%ymm1, %ymm0, %ymm0
	vpermpd	$246, %ymm0, %ymm0
	vblendps	$204, %ymm2, %ymm0, %ymm0
	vmovups	%ymm0, 64(%rcx,%rdx,4)
	vmovups	%ymm5, 96(%rcx,%rdx,4)
	vmovups	%ymm4, 32(%rcx,%rdx,4)
	vmovups	%ymm6, (%rcx,%rdx,4)
	addq	$32, %rdx
	cmpq	$4096, %rdx
	jne	.LBB3_12
	incq	%rax
	addq	$16384, %rcx
	addq	$16384, %rbp
	cmpq	$256, %rax
	jne	.LBB3_11
	movq	8(%rsp), %rax
	addq	$192, %rax
	movq	%r14, %rcx
	addq	$48, %rcx
	xorl	%edx, %edx
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%esi, %esi
.LBB3_15:
	movq	%rdx, %rdi
	andq	$-4096, %rdi
	movl	%esi, %r8d
	andl	$3, %r8d
	leaq	(,%r8,4), %r9
	leaq	(%r9,%rdi,4), %rdi
	addq	%rcx, %rdi
	movl	%esi, %r9d
	shll	$10, %r9d
	andl	$1044480, %r9d
	orl	%r8d, %r9d
	vmovss	(%r14,%r9,4), %xmm1
	movq	%rsi, %r8
	shlq	$12, %r8
	addq	16(%rsp), %r8
	xorl	%r9d, %r9d
	xorl	%r10d, %r10d
.LBB3_16:
	movq	%r9, %r11
	andq	$-16384, %r11
	movl	%r10d, %r12d
	andl	$15, %r12d
	leaq	(,%r12,4), %r13
	leaq	(,%r11,4), %r11
	addq	%r13, %r11
	addq	%rax, %r11
	movl	%r10d, %r13d
	shll	$10, %r13d
	andl	$1032192, %r13d
	orl	%r12d, %r13d
	movq	8(%rsp), %r12
	vmovss	(%r12,%r13,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	xorl	%r12d, %r12d
.LBB3_17:
	vmovss	-32(%rdi,%r12), %xmm3
	vfmadd132ss	-128(%r11,%r12,4), %xmm2, %xmm3
	vmovss	-16(%rdi,%r12), %xmm2
	vfmadd231ss	-64(%r11,%r12,4), %xmm2, %xmm3
	vmovss	(%rdi,%r12), %xmm2
	vfmadd132ss	(%r11,%r12,4), %xmm3, %xmm2
	addq	$48, %r12
	cmpq	$16368, %r12
	jne	.LBB3_17
	vmovss	%xmm2, (%r8,%r10,4)
	incq	%r10
	addq	$1024, %r9
	cmpq	$1024, %r10
	jne	.LBB3_16
	incq	%rsi
	addq	$1024, %rdx
	cmpq	$1024, %rsi
	jne	.LBB3_15
	movl	$4194304, %edx
	movq	%r15, %rdi
	movq	16(%rsp), %r12
	movq	%r12, %rsi
	vzeroupper
	callq	memcpy@PLT
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %r15
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r12, %rdx
	callq	*(%r15)
	testl	%eax, %eax
	jne	.LBB3_3
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r14, %rdx
	callq	*(%r15)
	testl	%eax, %eax
	movl	$-1, %eax
	jne	.LBB3_1
	movl	$1, %edi
	movl	%ebx, %esi
	movq	8(%rsp), %rdx
	callq	*(%r15)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_1
