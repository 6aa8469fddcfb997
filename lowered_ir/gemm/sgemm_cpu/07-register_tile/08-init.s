# gemm/sgemm_cpu:register_tile:init
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: zero the accumulator before the loop over k, not by a test inside it
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
	subq	$72, %rsp
	movq	%rcx, %r15
	movq	%rdx, %r13
	movq	%rsi, %r12
	movl	%edi, %ebp
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rbx
	movl	$4194304, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	movl	$-1, %r14d
	movq	%rax, (%rsp)
	testq	%rax, %rax
	je	.LBB3_31
	movl	$4202496, %edx
	movl	$1, %edi
	movl	%ebp, %esi
	movl	$2, %ecx
	movl	$32, %r8d
	callq	*(%rbx)
	testq	%rax, %rax
	je	.LBB3_31
	movq	(%rsp), %rdi
	addq	$448, %rdi
	addq	$28672, %r13
	xorl	%ecx, %ecx
.LBB3_3:
	movq	%r13, %rdx
	xorl	%esi, %esi
.LBB3_4:
	vmovaps	-28672(%rdx), %ymm0
	vmovaps	-28640(%rdx), %ymm1
	vmovups	%ymm1, -416(%rdi,%rsi)
	vmovups	%ymm0, -448(%rdi,%rsi)
	vmovaps	-24576(%rdx), %ymm0
	vmovaps	-24544(%rdx), %ymm1
	vmovups	%ymm1, -352(%rdi,%rsi)
	vmovups	%ymm0, -384(%rdi,%rsi)
	vmovaps	-20480(%rdx), %ymm0
	vmovaps	-20448(%rdx), %ymm1
	vmovups	%ymm1, -288(%rdi,%rsi)
	vmovups	%ymm0, -320(%rdi,%rsi)
	vmovaps	-16384(%rdx), %ymm0
	vmovaps	-16352(%rdx), %ymm1
	vmovups	%ymm1, -224(%rdi,%rsi)
	vmovups	%ymm0, -256(%rdi,%rsi)
	vmovaps	-12288(%rdx), %ymm0
	vmovaps	-12256(%rdx), %ymm1
	vmovups	%ymm1, -160(%rdi,%rsi)
	vmovups	%ymm0, -192(%rdi,%rsi)
	vmovaps	-8192(%rdx), %ymm0
	vmovaps	-8160(%rdx), %ymm1
	vmovups	%ymm1, -96(%rdi,%rsi)
	vmovups	%ymm0, -128(%rdi,%rsi)
	vmovaps	-4096(%rdx), %ymm0
	vmovaps	-4064(%rdx), %ymm1
	vmovups	%ymm1, -32(%rdi,%rsi)
	vmovups	%ymm0, -64(%rdi,%rsi)
	vmovaps	(%rdx), %ymm0
	vmovaps	32(%rdx), %ymm1
	vmovups	%ymm1, 32(%rdi,%rsi)
	vmovups	%ymm0, (%rdi,%rsi)
	addq	$512, %rsi
	addq	$32768, %rdx
	cmpq	$65536, %rsi
	jne	.LBB3_4
	incq	%rcx
	addq	$65536, %rdi
	addq	$64, %r13
	cmpq	$64, %rcx
	jne	.LBB3_3
	movq	%rax, %rdi
	addq	$24576, %rdi
	leaq	20480(%r12), %rcx
	xorl	%edx, %edx
	vbroadcastf128	.LCPI3_0(%rip), %ymm0
	vmovups	%ymm0, 32(%rsp)
	vbroadcastf128	.LCPI3_1(%rip), %ymm1
	vbroadcastf128	.LCPI3_2(%rip), %ymm2
	vmovddup	.LCPI3_4(%rip), %xmm4
	movq	%rax, %rsi
.LBB3_7:
	movq	%rdi, %r9
	movq	$-4096, %rdi
	movq	%rsi, %r8
.LBB3_8:
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
	vmovups	32(%rsp), %ymm0
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
	jne	.LBB3_8
	incq	%rdx
	leaq	24576(%r9), %rdi
	addq	$24576, %rsi
	addq	$24576, %rcx
	cmpq	$170, %rdx
	jne	.LBB3_7
	xorl	%ecx, %ecx
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_11:
	movl	%ecx, %edx
	andl	$-1044484, %edx
	vmovss	4186124(%r12,%rdx,4), %xmm1
	vinsertps	$28, 4190220(%r12,%rdx,4), %xmm1, %xmm1
	vmovss	4177920(%r12,%rdx,4), %xmm2
	vmovss	4177924(%r12,%rdx,4), %xmm3
	vmovss	4177928(%r12,%rdx,4), %xmm4
	vmovss	4177932(%r12,%rdx,4), %xmm5
	vinsertps	$28, 4182028(%r12,%rdx,4), %xmm5, %xmm5
	vmovlhps	%xmm5, %xmm0, %xmm5
	vinsertf128	$1, %xmm1, %ymm5, %ymm1
	vinsertps	$16, 4182016(%r12,%rdx,4), %xmm2, %xmm2
	vinsertps	$32, 4186112(%r12,%rdx,4), %xmm2, %xmm2
	vinsertps	$48, 4190208(%r12,%rdx,4), %xmm2, %xmm2
	vinsertps	$28, 4182020(%r12,%rdx,4), %xmm3, %xmm3
	vmovlhps	%xmm3, %xmm0, %xmm3
	vmovss	4186116(%r12,%rdx,4), %xmm5
	vinsertps	$28, 4190212(%r12,%rdx,4), %xmm5, %xmm5
	vinsertps	$16, 4182024(%r12,%rdx,4), %xmm4, %xmm4
	vinsertps	$32, 4186120(%r12,%rdx,4), %xmm4, %xmm4
	vinsertps	$48, 4190216(%r12,%rdx,4), %xmm4, %xmm4
	vmovups	%xmm4, 48(%r9)
	vmovups	%xmm5, 32(%r9)
	vmovups	%xmm3, 16(%r9)
	vmovups	%xmm2, (%r9)
	vmovups	%ymm1, 64(%r9)
	addq	$4, %rcx
	addq	$96, %r9
	cmpq	$1024, %rcx
	jne	.LBB3_11
	xorl	%r8d, %r8d
	movq	%rax, %rcx
.LBB3_13:
	movq	%rax, 24(%rsp)
	movl	%ebp, 12(%rsp)
	movl	%r8d, %esi
	shll	$4, %esi
	subl	%r8d, %esi
	subl	%r8d, %esi
	movl	%r8d, %edi
	shll	$6, %edi
	subl	%r8d, %edi
	movq	%r8, 32(%rsp)
	imulq	$258048, %r8, %r8
	movq	(%rsp), %r9
	xorl	%r11d, %r11d
.LBB3_14:
	movq	%r11, 16(%rsp)
	shlq	$8, %r11
	movq	%r9, %rax
	xorl	%ebx, %ebx
.LBB3_15:
	movq	%rbx, %r13
	shlq	$4, %r13
	addq	%r11, %r13
	movq	%rcx, %rdx
	xorl	%r14d, %r14d
.LBB3_16:
	movzbl	%r14b, %ebp
	imull	$171, %ebp, %ebp
	shrl	$9, %ebp
	addl	%esi, %ebp
	cmpl	$57, %ebp
	jae	.LBB3_19
	vxorps	%xmm0, %xmm0, %xmm0
	movl	$20, %ebp
	movq	%r9, %r12
	vxorps	%xmm11, %xmm11, %xmm11
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm9, %xmm9, %xmm9
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm6, %xmm6, %xmm6
.LBB3_18:
	vbroadcastss	-20(%rdx,%rbp), %ymm12
	vmovups	(%r12), %ymm13
	vmovups	32(%r12), %ymm14
	vfmadd231ps	%ymm14, %ymm12, %ymm11
	vfmadd231ps	%ymm12, %ymm13, %ymm0
	vbroadcastss	-16(%rdx,%rbp), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm10
	vfmadd231ps	%ymm12, %ymm13, %ymm5
	vbroadcastss	-12(%rdx,%rbp), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm9
	vfmadd231ps	%ymm12, %ymm13, %ymm4
	vbroadcastss	-8(%rdx,%rbp), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm8
	vfmadd231ps	%ymm12, %ymm13, %ymm3
	vbroadcastss	-4(%rdx,%rbp), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm7
	vfmadd231ps	%ymm12, %ymm13, %ymm2
	vbroadcastss	(%rdx,%rbp), %ymm12
	vfmadd231ps	%ymm14, %ymm12, %ymm6
	vfmadd231ps	%ymm13, %ymm12, %ymm1
	addq	$24, %rbp
	addq	$64, %r12
	cmpq	$24596, %rbp
	jne	.LBB3_18
.LBB3_19:
	leal	(%r14,%r14,2), %r12d
	shll	$11, %r12d
	addl	%r8d, %r12d
	leaq	(%r14,%r14,2), %rbp
	andl	$-2048, %r12d
	addq	%r13, %r12
	movl	%ebp, %r10d
	shrl	%r10d
	addl	%edi, %r10d
	cmpl	$256, %r10d
	jae	.LBB3_21
	vmovaps	%ymm0, (%r15,%r12,4)
	vmovaps	%ymm11, 32(%r15,%r12,4)
	vmovaps	%ymm5, 4096(%r15,%r12,4)
	vmovaps	%ymm10, 4128(%r15,%r12,4)
.LBB3_21:
	leal	1(%rbp), %r10d
	shrl	%r10d
	addl	%edi, %r10d
	cmpl	$255, %r10d
	ja	.LBB3_23
	vmovaps	%ymm4, 8192(%r15,%r12,4)
	vmovaps	%ymm9, 8224(%r15,%r12,4)
	vmovaps	%ymm3, 12288(%r15,%r12,4)
	vmovaps	%ymm8, 12320(%r15,%r12,4)
.LBB3_23:
	addl	$2, %ebp
	shrl	%ebp
	addl	%edi, %ebp
	cmpl	$255, %ebp
	ja	.LBB3_25
	vmovaps	%ymm2, 16384(%r15,%r12,4)
	vmovaps	%ymm7, 16416(%r15,%r12,4)
	vmovaps	%ymm1, 20480(%r15,%r12,4)
	vmovaps	%ymm6, 20512(%r15,%r12,4)
.LBB3_25:
	incq	%r14
	addq	$24576, %rdx
	cmpq	$42, %r14
	jne	.LBB3_16
	incq	%rbx
	addq	$65536, %r9
	cmpq	$16, %rbx
	jne	.LBB3_15
	movq	16(%rsp), %r11
	incq	%r11
	movq	%rax, %r9
	addq	$1048576, %r9
	cmpq	$4, %r11
	jne	.LBB3_14
	movq	32(%rsp), %r8
	incq	%r8
	addq	$1032192, %rcx
	cmpq	$5, %r8
	movl	12(%rsp), %ebp
	movl	$-1, %r14d
	movq	24(%rsp), %rax
	jne	.LBB3_13
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rbx
	movl	$1, %edi
	movl	%ebp, %esi
	movq	%rax, %rdx
	vzeroupper
	callq	*(%rbx)
	testl	%eax, %eax
	jne	.LBB3_31
	movl	$1, %edi
	movl	%ebp, %esi
	movq	(%rsp), %rdx
	callq	*(%rbx)
	xorl	%r14d, %r14d
	negl	%eax
	sbbl	%r14d, %r14d
.LBB3_31:
	movl	%r14d, %eax
	addq	$72, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
