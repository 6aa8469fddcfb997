# gemm/sgemm_cpu:equal_parts:pack_a
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: the 6 elements that one k needs are adjacent
# target: llvm x86-64-v3

.LCPI3_0:
	.long	0
	.long	2
	.long	1
	.long	3
.LCPI3_1:
	.long	2
	.long	1
	.long	3
	.long	3
.LCPI3_2:
	.long	0
	.long	2
	.long	2
	.long	3
.LCPI3_7:
	.long	4
	.long	6
	.long	5
	.long	7
.LCPI3_8:
	.long	6
	.long	0
	.long	7
	.long	0
.LCPI3_9:
	.long	0
	.long	6
	.long	0
	.long	7
.LCPI3_4:
	.long	6
	.long	4
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$56, %rsp
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
	addq	$56, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_2:
	movq	%r14, (%rsp)
	movl	$4202496, %edx
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
	movl	$4202496, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%r12)
	movq	%rax, 8(%rsp)
	testq	%rax, %rax
	je	.LBB3_3
	movq	(%rsp), %rax
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
	leaq	24576(%r14), %rdi
	leaq	20480(%rbp), %rcx
	xorl	%edx, %edx
	vbroadcastf128	.LCPI3_0(%rip), %ymm0
	vmovups	%ymm0, 16(%rsp)
	vbroadcastf128	.LCPI3_1(%rip), %ymm1
	vbroadcastf128	.LCPI3_2(%rip), %ymm2
	vmovddup	.LCPI3_4(%rip), %xmm4
	movq	%r14, %rsi
.LBB3_11:
	movq	%rdi, %rax
	movq	$-4096, %rdi
	movq	%rsi, %r8
.LBB3_12:
	vmovaps	-16384(%rcx,%rdi), %ymm7
	vmovaps	-12288(%rcx,%rdi), %ymm9
	vmovaps	-8192(%rcx,%rdi), %ymm11
	vmovaps	-4096(%rcx,%rdi), %ymm12
	vmovaps	(%rcx,%rdi), %ymm10
	vmovaps	4096(%rcx,%rdi), %ymm8
	vmovaps	-8192(%rcx,%rdi), %xmm15
	vmovaps	-4096(%rcx,%rdi), %xmm3
	vshufps	$0, %xmm15, %xmm3, %xmm13
	vshufps	$36, %xmm13, %xmm13, %xmm13
	vmovaps	-12288(%rcx,%rdi), %xmm14
	vmovaps	-16384(%rcx,%rdi), %xmm5
	vunpcklps	%xmm14, %xmm5, %xmm6
	vpermpd	$100, %ymm6, %ymm6
	vblendps	$12, %ymm13, %ymm6, %ymm6
	vbroadcastsd	(%rcx,%rdi), %ymm13
	vblendps	$48, %ymm13, %ymm6, %ymm6
	vbroadcastss	4096(%rcx,%rdi), %ymm13
	vblendps	$32, %ymm13, %ymm6, %ymm13
	vunpckhps	%xmm14, %xmm5, %xmm5
	vinsertf128	$1, %xmm5, %ymm0, %ymm6
	vshufps	$153, %xmm3, %xmm15, %xmm14
	vmovups	16(%rsp), %ymm0
	vpermps	%ymm14, %ymm0, %ymm14
	vblendps	$48, %ymm6, %ymm14, %ymm6
	vbroadcastss	4(%rcx,%rdi), %xmm14
	vblendps	$12, %ymm14, %ymm6, %ymm6
	vbroadcastss	4100(%rcx,%rdi), %ymm14
	vblendps	$8, %ymm14, %ymm6, %ymm14
	vshufps	$51, %xmm15, %xmm3, %xmm3
	vshufps	$226, %xmm3, %xmm3, %xmm3
	vinsertf128	$1, %xmm3, %ymm5, %ymm3
	vpermps	%ymm10, %ymm1, %ymm5
	vblendps	$195, %ymm5, %ymm3, %ymm3
	vpermps	%ymm8, %ymm2, %ymm5
	vblendps	$130, %ymm5, %ymm3, %ymm3
	vunpcklps	%ymm12, %ymm11, %ymm5
	vpermpd	$170, %ymm5, %ymm5
	vunpcklps	%ymm9, %ymm7, %ymm6
	vpermpd	$230, %ymm6, %ymm6
	vblendps	$12, %ymm5, %ymm6, %ymm5
	vblendps	$48, %ymm10, %ymm5, %ymm5
	vbroadcastss	4112(%rcx,%rdi), %ymm6
	vblendps	$32, %ymm6, %ymm5, %ymm5
	vunpckhps	%ymm9, %ymm7, %ymm6
	vshufps	$153, %ymm12, %ymm11, %ymm15
	vbroadcastf128	.LCPI3_7(%rip), %ymm0
	vpermps	%ymm15, %ymm0, %ymm15
	vblendps	$48, %ymm6, %ymm15, %ymm6
	vbroadcastss	20(%rcx,%rdi), %xmm15
	vblendps	$12, %ymm15, %ymm6, %ymm6
	vbroadcastss	4116(%rcx,%rdi), %ymm15
	vblendps	$8, %ymm15, %ymm6, %ymm6
	vshufps	$51, %ymm11, %ymm12, %ymm11
	vshufps	$51, %ymm7, %ymm9, %ymm7
	vpermps	%ymm7, %ymm4, %ymm7
	vshufps	$226, %ymm7, %ymm11, %ymm7
	vbroadcastf128	.LCPI3_8(%rip), %ymm0
	vpermps	%ymm10, %ymm0, %ymm9
	vblendps	$195, %ymm9, %ymm7, %ymm7
	vbroadcastf128	.LCPI3_9(%rip), %ymm0
	vpermps	%ymm8, %ymm0, %ymm8
	vblendps	$130, %ymm8, %ymm7, %ymm7
	vmovups	%ymm7, 160(%r8)
	vmovups	%ymm6, 128(%r8)
	vmovups	%ymm5, 96(%r8)
	vmovups	%ymm3, 64(%r8)
	vmovups	%ymm14, 32(%r8)
	vmovups	%ymm13, (%r8)
	addq	$192, %r8
	addq	$32, %rdi
	jne	.LBB3_12
	incq	%rdx
	leaq	24576(%rax), %rdi
	addq	$24576, %rsi
	addq	$24576, %rcx
	cmpq	$170, %rdx
	jne	.LBB3_11
	xorl	%ecx, %ecx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_15:
	movl	%ecx, %edx
	andl	$-1044484, %edx
	vmovss	4186124(%rbp,%rdx,4), %xmm1
	vinsertps	$28, 4190220(%rbp,%rdx,4), %xmm1, %xmm1
	vmovss	4177920(%rbp,%rdx,4), %xmm2
	vmovss	4177924(%rbp,%rdx,4), %xmm3
	vmovss	4177928(%rbp,%rdx,4), %xmm4
	vmovss	4177932(%rbp,%rdx,4), %xmm5
	vinsertps	$28, 4182028(%rbp,%rdx,4), %xmm5, %xmm5
	vmovlhps	%xmm5, %xmm0, %xmm5
	vinsertf128	$1, %xmm1, %ymm5, %ymm1
	vinsertps	$16, 4182016(%rbp,%rdx,4), %xmm2, %xmm2
	vinsertps	$32, 4186112(%rbp,%rdx,4), %xmm2, %xmm2
	vinsertps	$48, 4190208(%rbp,%rdx,4), %xmm2, %xmm2
	vinsertps	$28, 4182020(%rbp,%rdx,4), %xmm3, %xmm3
	vmovlhps	%xmm3, %xmm0, %xmm3
	vmovss	4186116(%rbp,%rdx,4), %xmm5
	vinsertps	$28, 4190212(%rbp,%rdx,4), %xmm5, %xmm5
	vinsertps	$16, 4182024(%rbp,%rdx,4), %xmm4, %xmm4
	vinsertps	$32, 4186120(%rbp,%rdx,4), %xmm4, %xmm4
	vinsertps	$48, 4190216(%rbp,%rdx,4), %xmm4, %xmm4
	vmovups	%xmm4, 48(%rax)
	vmovups	%xmm5, 32(%rax)
	vmovups	%xmm3, 16(%rax)
	vmovups	%xmm2, (%rax)
	vmovups	%ymm1, 64(%rax)
	addq	$4, %rcx
	addq	$96, %rax
	cmpq	$1024, %rcx
	jne	.LBB3_15
	movq	(%rsp), %rax
	addq	$192, %rax
	xorl	%ecx, %ecx
	movl	$2863311531, %edx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_17:
	movl	%ecx, %edi
	imulq	%rdx, %rdi
	shrq	$34, %rdi
	imull	$6138, %edi, %esi
	addl	%ecx, %esi
	leaq	(%r14,%rsi,4), %rsi
	leal	(%rdi,%rdi), %r8d
	leal	(%r8,%r8,2), %r8d
	movl	%ecx, %r9d
	subl	%r8d, %r9d
	shll	$11, %edi
	leal	(%rdi,%rdi,2), %edi
	orl	%r9d, %edi
	vmovss	(%r14,%rdi,4), %xmm1
	movq	%rcx, %rdi
	shlq	$12, %rdi
	addq	8(%rsp), %rdi
	xorl	%r8d, %r8d
	xorl	%r9d, %r9d
.LBB3_18:
	movq	%r8, %r10
	andq	$-16384, %r10
	movl	%r9d, %r11d
	andl	$15, %r11d
	leaq	(,%r11,4), %r12
	leaq	(%r12,%r10,4), %r10
	addq	%rax, %r10
	movl	%r9d, %r12d
	shll	$10, %r12d
	andl	$1032192, %r12d
	orl	%r11d, %r12d
	movq	(%rsp), %r11
	vmovss	(%r11,%r12,4), %xmm2
	vfmadd213ss	%xmm0, %xmm1, %xmm2
	movl	$72, %r11d
.LBB3_19:
	vmovss	-48(%rsi,%r11), %xmm3
	vmovss	-24(%rsi,%r11), %xmm4
	vfmadd132ss	-128(%r10), %xmm2, %xmm3
	vfmadd231ss	-64(%r10), %xmm4, %xmm3
	vmovss	(%rsi,%r11), %xmm2
	vfmadd132ss	(%r10), %xmm3, %xmm2
	addq	$72, %r11
	addq	$192, %r10
	cmpq	$24624, %r11
	jne	.LBB3_19
	vmovss	%xmm2, (%rdi,%r9,4)
	incq	%r9
	addq	$1024, %r8
	cmpq	$1024, %r9
	jne	.LBB3_18
	incq	%rcx
	cmpq	$1026, %rcx
	jne	.LBB3_17
	movl	$4194304, %edx
	movq	%r15, %rdi
	movq	8(%rsp), %r12
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
	movq	(%rsp), %rdx
	callq	*(%r15)
	movl	%eax, %ecx
	xorl	%eax, %eax
	negl	%ecx
	sbbl	%eax, %eax
	jmp	.LBB3_1
