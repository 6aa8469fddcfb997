# gemv/qgemv_cpu:int4_parallel:tensorize
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: one instruction multiplies 64 codes and adds by fours to the lanes
# target: llvm cascadelake

.LCPI4_2:
	.long	0
	.long	1
	.long	2
	.long	3
	.long	4
	.long	8
	.long	9
	.zero	4
.LCPI4_3:
	.zero	4,15
.LCPI4_4:
	.long	1
	.long	8
	.long	9
	.long	0
main_compute_:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$56, %rsp
	movq	%r9, %r15
	movq	%r8, %r14
	movq	%rcx, %r12
	movq	%rdx, %r13
	movq	%rsi, %rbp
	movl	%edi, %ebx
	movq	__TVMBackendAllocWorkspace@GOTPCREL(%rip), %rax
	movl	$8192, %edx
	movl	$1, %edi
	movl	%ebx, %esi
	xorl	%ecx, %ecx
	movl	$32, %r8d
	callq	*(%rax)
	movl	$-1, %ecx
	testq	%rax, %rax
	jne	.LBB3_1
.LBB3_6:
	movl	%ecx, %eax
	addq	$56, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	retq
.LBB3_1:
	xorl	%ecx, %ecx
.LBB3_2:
	vmovdqa	(%r13,%rcx,2), %ymm0
	vmovdqa	64(%r13,%rcx,2), %ymm1
	vpmovdb	%ymm0, %xmm2
	vpsrld	$8, %ymm0, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpmovsxbd	%xmm0, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vpmovdb	%ymm1, %xmm3
	vpsrld	$8, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$16, %ymm1, %ymm5
	vpmovdb	%ymm5, %xmm5
	vpaddd	%ymm0, %ymm2, %ymm0
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm3, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm5, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpaddd	%ymm2, %ymm0, %ymm0
	vpmovsxbd	%xmm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vmovdqu	%ymm0, (%rax,%rcx)
	vmovdqa	32(%r13,%rcx,2), %ymm0
	vmovdqa	96(%r13,%rcx,2), %ymm1
	vpmovdb	%ymm0, %xmm2
	vpsrld	$8, %ymm0, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm0, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm0, %ymm0
	vpmovdb	%ymm0, %xmm0
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpmovsxbd	%xmm0, %ymm0
	vpaddd	%ymm0, %ymm3, %ymm0
	vpaddd	%ymm0, %ymm2, %ymm0
	vpmovdb	%ymm1, %xmm2
	vpsrld	$8, %ymm1, %ymm3
	vpmovdb	%ymm3, %xmm3
	vpsrld	$16, %ymm1, %ymm4
	vpmovdb	%ymm4, %xmm4
	vpsrld	$24, %ymm1, %ymm1
	vpmovdb	%ymm1, %xmm1
	vpmovsxbd	%xmm2, %ymm2
	vpmovsxbd	%xmm3, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpmovsxbd	%xmm4, %ymm3
	vpaddd	%ymm3, %ymm2, %ymm2
	vpaddd	%ymm2, %ymm0, %ymm0
	vpmovsxbd	%xmm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vmovdqu	%ymm0, 32(%rax,%rcx)
	addq	$64, %rcx
	cmpq	$8192, %rcx
	jne	.LBB3_2
	movq	%rbp, 8(%rsp)
	movq	%r13, 16(%rsp)
	movq	%rax, %r13
	movq	%rax, 24(%rsp)
	movq	%r12, 32(%rsp)
	movq	%r15, 40(%rsp)
	movq	%r14, 48(%rsp)
	movq	__TVMBackendParallelLaunch@GOTPCREL(%rip), %rax
	leaq	.L__tvm_parallel_lambda(%rip), %rdi
	leaq	8(%rsp), %rsi
	xorl	%ebp, %ebp
	xorl	%edx, %edx
	vzeroupper
	callq	*(%rax)
	testl	%eax, %eax
	jne	.LBB3_4
	movq	__TVMBackendFreeWorkspace@GOTPCREL(%rip), %rax
	movl	$1, %edi
	movl	%ebx, %esi
	movq	%r13, %rdx
	callq	*(%rax)
	negl	%eax
	sbbl	%ebp, %ebp
	movl	%ebp, %ecx
	jmp	.LBB3_6
.LBB3_4:
	movl	%eax, %ecx
	jmp	.LBB3_6
.L__tvm_parallel_lambda:
	movq	%rdx, %rcx
	movl	8(%rsi), %esi
	leal	2047(%rsi), %eax
	cltd
	idivl	%esi
	leal	1(%rdi), %edx
	imull	%eax, %edx
	cmpl	$2048, %edx
	movl	$2048, %r8d
	cmovll	%edx, %r8d
	imull	%edi, %eax
	cmpl	%r8d, %eax
	jge	.LBB4_8
	subq	$392, %rsp
	movq	(%rcx), %r9
	movq	8(%rcx), %rdx
	movq	16(%rcx), %rsi
	movq	24(%rcx), %r10
	movq	32(%rcx), %rdi
	movq	40(%rcx), %rcx
	vbroadcastss	(%rcx), %xmm0
	cltq
	movslq	%r8d, %rcx
	movq	%rax, %r8
	shlq	$12, %r8
	addq	%r10, %r8
	addq	$3584, %r8
	movq	%rax, %r10
	shlq	$16, %r10
	vpbroadcastd	.LCPI4_3(%rip), %zmm1
	addq	%r10, %r9
	addq	$57344, %r9
	vxorps	%xmm2, %xmm2, %xmm2
	vbroadcastf128	.LCPI4_4(%rip), %ymm3
	vmovaps	.LCPI4_2(%rip), %ymm4
.LBB4_2:
	movq	%r8, %r10
	xorl	%r11d, %r11d
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm8, %xmm8, %xmm8
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm10, %xmm10, %xmm10
	vxorps	%xmm12, %xmm12, %xmm12
	vxorps	%xmm11, %xmm11, %xmm11
	vxorps	%xmm9, %xmm9, %xmm9
.LBB4_3:
	vmovdqa64	-57344(%r9,%r11), %zmm15
	vpandq	%zmm1, %zmm15, %zmm16
	vmovdqa64	(%rdx,%r11,2), %zmm14
	vmovdqa64	64(%rdx,%r11,2), %zmm13
	vpxord	%xmm17, %xmm17, %xmm17
	vpdpbusd	%zmm14, %zmm16, %zmm17
	vpsrlw	$4, %zmm15, %zmm15
	vpandq	%zmm1, %zmm15, %zmm15
	vpdpbusd	%zmm13, %zmm15, %zmm17
	vpslld	$3, (%rsi,%r11), %zmm15
	vpsubd	%zmm15, %zmm17, %zmm16
	vcvtdq2ps	%zmm16, %zmm16
	vfmadd231ps	-3584(%r10){1to16}, %zmm16, %zmm6
	vmovdqa64	-49152(%r9,%r11), %zmm16
	vpandq	%zmm1, %zmm16, %zmm17
	vpxord	%xmm18, %xmm18, %xmm18
	vpdpbusd	%zmm14, %zmm17, %zmm18
	vpsrlw	$4, %zmm16, %zmm16
	vpandq	%zmm1, %zmm16, %zmm16
	vpdpbusd	%zmm13, %zmm16, %zmm18
	vpsubd	%zmm15, %zmm18, %zmm16
	vcvtdq2ps	%zmm16, %zmm16
	vfmadd231ps	-3072(%r10){1to16}, %zmm16, %zmm8
	vmovdqa64	-40960(%r9,%r11), %zmm16
	vpandq	%zmm1, %zmm16, %zmm17
	vpxord	%xmm18, %xmm18, %xmm18
	vpdpbusd	%zmm14, %zmm17, %zmm18
	vpsrlw	$4, %zmm16, %zmm16
	vpandq	%zmm1, %zmm16, %zmm16
	vpdpbusd	%zmm13, %zmm16, %zmm18
	vpsubd	%zmm15, %zmm18, %zmm16
	vcvtdq2ps	%zmm16, %zmm16
	vfmadd231ps	-2560(%r10){1to16}, %zmm16, %zmm7
	vmovdqa64	-32768(%r9,%r11), %zmm16
	vpandq	%zmm1, %zmm16, %zmm17
	vpxord	%xmm18, %xmm18, %xmm18
	vpdpbusd	%zmm14, %zmm17, %zmm18
	vpsrlw	$4, %zmm16, %zmm16
	vpandq	%zmm1, %zmm16, %zmm16
	vpdpbusd	%zmm13, %zmm16, %zmm18
	vpsubd	%zmm15, %zmm18, %zmm16
	vcvtdq2ps	%zmm16, %zmm16
	vfmadd231ps	-2048(%r10){1to16}, %zmm16, %zmm5
	vmovdqa64	-24576(%r9,%r11), %zmm16
	vpandq	%zmm1, %zmm16, %zmm17
	vpxord	%xmm18, %xmm18, %xmm18
	vpdpbusd	%zmm14, %zmm17, %zmm18
	vpsrlw	$4, %zmm16, %zmm16
	vpandq	%zmm1, %zmm16, %zmm16
	vpdpbusd	%zmm13, %zmm16, %zmm18
	vpsubd	%zmm15, %zmm18, %zmm16
	vcvtdq2ps	%zmm16, %zmm16
	vfmadd231ps	-1536(%r10){1to16}, %zmm16, %zmm10
	vmovdqa64	-16384(%r9,%r11), %zmm16
	vpandq	%zmm1, %zmm16, %zmm17
	vpxord	%xmm18, %xmm18, %xmm18
	vpdpbusd	%zmm14, %zmm17, %zmm18
	vpsrlw	$4, %zmm16, %zmm16
	vpandq	%zmm1, %zmm16, %zmm16
	vpdpbusd	%zmm13, %zmm16, %zmm18
	vpsubd	%zmm15, %zmm18, %zmm16
	vcvtdq2ps	%zmm16, %zmm16
	vfmadd231ps	-1024(%r10){1to16}, %zmm16, %zmm12
	vmovdqa64	-8192(%r9,%r11), %zmm16
	vpandq	%zmm1, %zmm16, %zmm17
	vpxord	%xmm18, %xmm18, %xmm18
	vpdpbusd	%zmm14, %zmm17, %zmm18
	vpsrlw	$4, %zmm16, %zmm16
	vpandq	%zmm1, %zmm16, %zmm16
	vpdpbusd	%zmm13, %zmm16, %zmm18
	vpsubd	%zmm15, %zmm18, %zmm16
	vcvtdq2ps	%zmm16, %zmm16
	vfmadd231ps	-512(%r10){1to16}, %zmm16, %zmm11
	vmovdqa64	(%r9,%r11), %zmm17
	vpandq	%zmm1, %zmm17, %zmm18
	vxorps	%xmm16, %xmm16, %xmm16
	vpdpbusd	%zmm14, %zmm18, %zmm16
	vpsrlw	$4, %zmm17, %zmm14
	vpandq	%zmm1, %zmm14, %zmm14
	vpdpbusd	%zmm13, %zmm14, %zmm16
	vpsubd	%zmm15, %zmm16, %zmm13
	vcvtdq2ps	%zmm13, %zmm13
	vfmadd231ps	(%r10){1to16}, %zmm13, %zmm9
	addq	$64, %r11
	addq	$4, %r10
	cmpq	$8192, %r11
	jne	.LBB4_3
	vmovups	%zmm6, -128(%rsp)
	vmovups	%zmm8, -64(%rsp)
	vmovups	%zmm7, (%rsp)
	vmovups	%zmm5, 64(%rsp)
	vmovups	%zmm10, 128(%rsp)
	vmovups	%zmm12, 192(%rsp)
	vmovups	%zmm11, 256(%rsp)
	vmovups	%zmm9, 320(%rsp)
	vunpcklps	%xmm12, %xmm10, %xmm10
	vmovlhps	%xmm11, %xmm10, %xmm10
	vunpcklps	%xmm8, %xmm6, %xmm6
	vmovlhps	%xmm7, %xmm6, %xmm6
	vinsertps	$48, %xmm5, %xmm6, %xmm5
	vinsertps	$48, %xmm9, %xmm10, %xmm6
	vinsertf128	$1, %xmm6, %ymm5, %ymm5
	vaddps	%ymm2, %ymm5, %ymm5
	vinserti64x4	$0, %ymm5, %zmm16, %zmm5
	movq	$-60, %r10
.LBB4_5:
	vaddss	-64(%rsp,%r10), %xmm5, %xmm6
	vmovss	(%rsp,%r10), %xmm7
	vmovss	128(%rsp,%r10), %xmm8
	vmovss	256(%rsp,%r10), %xmm9
	vinsertps	$16, 64(%rsp,%r10), %xmm7, %xmm7
	vshufps	$233, %xmm5, %xmm5, %xmm10
	vinsertps	$16, 192(%rsp,%r10), %xmm8, %xmm8
	vaddps	%xmm7, %xmm10, %xmm7
	vextracti128	$1, %ymm5, %xmm10
	vpalignr	$12, %xmm5, %xmm10, %xmm11
	vaddps	%xmm11, %xmm8, %xmm8
	vinsertps	$16, 320(%rsp,%r10), %xmm9, %xmm9
	vpshufd	$233, %xmm10, %xmm11
	vaddps	%xmm11, %xmm9, %xmm9
	vpshufd	$255, %xmm10, %xmm10
	vaddss	384(%rsp,%r10), %xmm10, %xmm10
	vmovaps	%ymm8, %ymm11
	vpermt2ps	%ymm7, %ymm3, %ymm11
	vblendps	$1, %ymm6, %ymm11, %ymm11
	vpermt2ps	%ymm9, %ymm4, %ymm11
	vbroadcastss	%xmm10, %ymm12
	vblendps	$128, %ymm12, %ymm11, %ymm11
	vinsertf64x4	$0, %ymm11, %zmm5, %zmm5
	addq	$4, %r10
	jne	.LBB4_5
	vmulss	%xmm6, %xmm0, %xmm5
	movq	%rax, %r10
	shlq	$5, %r10
	vmovss	%xmm5, (%rdi,%r10)
	vmulps	%xmm7, %xmm0, %xmm5
	vmulps	%xmm0, %xmm8, %xmm6
	vmovlhps	%xmm6, %xmm5, %xmm5
	vmovups	%xmm5, 4(%rdi,%r10)
	vmulps	%xmm0, %xmm9, %xmm5
	vmovlps	%xmm5, 20(%rdi,%r10)
	vmulss	%xmm0, %xmm10, %xmm5
	vmovss	%xmm5, 28(%rdi,%r10)
	incq	%rax
	addq	$4096, %r8
	addq	$65536, %r9
	cmpq	%rcx, %rax
	jne	.LBB4_2
	addq	$392, %rsp
.LBB4_8:
	xorl	%eax, %eax
	vzeroupper
	retq
