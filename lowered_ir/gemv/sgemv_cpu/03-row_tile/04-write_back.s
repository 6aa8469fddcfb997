# gemv/sgemv_cpu:row_tile:write_back
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: partial sums are added while they are in registers
# target: llvm x86-64-v3

main_compute_:
	vmovaps	(%rsi), %ymm0
	leaq	114752(%rdi), %rax
	xorl	%ecx, %ecx
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	jmp	.LBB3_1
.LBB3_4:
	vunpcklps	%xmm8, %xmm7, %xmm11
	vmovlhps	%xmm9, %xmm11, %xmm11
	vinsertps	$48, %xmm10, %xmm11, %xmm11
	vaddps	%xmm2, %xmm11, %xmm11
	vinsertps	$76, %xmm7, %xmm8, %xmm12
	vshufps	$212, %xmm9, %xmm12, %xmm12
	vinsertps	$112, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vunpckhps	%xmm8, %xmm7, %xmm12
	vblendps	$3, %xmm12, %xmm9, %xmm12
	vinsertps	$176, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vshufps	$51, %xmm7, %xmm8, %xmm12
	vshufps	$242, %xmm9, %xmm12, %xmm12
	vblendps	$8, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vextractf128	$1, %ymm8, %xmm8
	vextractf128	$1, %ymm7, %xmm7
	vunpcklps	%xmm8, %xmm7, %xmm12
	vextractf128	$1, %ymm9, %xmm9
	vmovlhps	%xmm9, %xmm12, %xmm12
	vextractf128	$1, %ymm10, %xmm10
	vinsertps	$48, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vinsertps	$76, %xmm7, %xmm8, %xmm12
	vshufps	$212, %xmm9, %xmm12, %xmm12
	vinsertps	$112, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vunpckhps	%xmm8, %xmm7, %xmm12
	vblendps	$3, %xmm12, %xmm9, %xmm12
	vinsertps	$176, %xmm10, %xmm12, %xmm12
	vaddps	%xmm11, %xmm12, %xmm11
	vshufps	$51, %xmm7, %xmm8, %xmm7
	vshufps	$242, %xmm9, %xmm7, %xmm7
	vblendps	$8, %xmm10, %xmm7, %xmm7
	vaddps	%xmm7, %xmm11, %xmm7
	vmovaps	%xmm7, (%rdx,%r8)
	vunpcklps	%xmm4, %xmm3, %xmm7
	vmovlhps	%xmm5, %xmm7, %xmm7
	vinsertps	$48, %xmm6, %xmm7, %xmm7
	vaddps	%xmm2, %xmm7, %xmm7
	vinsertps	$76, %xmm3, %xmm4, %xmm8
	vshufps	$212, %xmm5, %xmm8, %xmm8
	vinsertps	$112, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vunpckhps	%xmm4, %xmm3, %xmm8
	vblendps	$3, %xmm8, %xmm5, %xmm8
	vinsertps	$176, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vshufps	$51, %xmm3, %xmm4, %xmm8
	vshufps	$242, %xmm5, %xmm8, %xmm8
	vblendps	$8, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vextractf128	$1, %ymm4, %xmm4
	vextractf128	$1, %ymm3, %xmm3
	vunpcklps	%xmm4, %xmm3, %xmm8
	vextractf128	$1, %ymm5, %xmm5
	vmovlhps	%xmm5, %xmm8, %xmm8
	vextractf128	$1, %ymm6, %xmm6
	vinsertps	$48, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vinsertps	$76, %xmm3, %xmm4, %xmm8
	vshufps	$212, %xmm5, %xmm8, %xmm8
	vinsertps	$112, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vunpckhps	%xmm4, %xmm3, %xmm8
	vblendps	$3, %xmm8, %xmm5, %xmm8
	vinsertps	$176, %xmm6, %xmm8, %xmm8
	vaddps	%xmm7, %xmm8, %xmm7
	vshufps	$51, %xmm3, %xmm4, %xmm3
	vshufps	$242, %xmm5, %xmm3, %xmm3
	vblendps	$8, %xmm6, %xmm3, %xmm3
	vaddps	%xmm7, %xmm3, %xmm3
	vmovaps	%xmm3, 16(%rdx,%r8)
	incq	%rcx
	addq	$131072, %rax
	cmpq	$512, %rcx
	je	.LBB3_5
.LBB3_1:
	movq	%rcx, %r8
	shlq	$5, %r8
	movq	%rcx, %r9
	shlq	$17, %r9
	vmovaps	(%rdi,%r9), %ymm7
	vfmadd132ps	%ymm0, %ymm1, %ymm7
	vmovaps	16384(%rdi,%r9), %ymm8
	vfmadd132ps	%ymm0, %ymm1, %ymm8
	vmovaps	32768(%rdi,%r9), %ymm9
	vfmadd132ps	%ymm0, %ymm1, %ymm9
	vmovaps	49152(%rdi,%r9), %ymm10
	vfmadd132ps	%ymm0, %ymm1, %ymm10
	vmovaps	65536(%rdi,%r9), %ymm3
	vfmadd132ps	%ymm0, %ymm1, %ymm3
	vmovaps	81920(%rdi,%r9), %ymm4
	vfmadd132ps	%ymm0, %ymm1, %ymm4
	vmovaps	98304(%rdi,%r9), %ymm5
	vfmadd132ps	%ymm0, %ymm1, %ymm5
	vmovaps	114688(%rdi,%r9), %ymm6
	vfmadd132ps	%ymm0, %ymm1, %ymm6
	xorl	%r9d, %r9d
.LBB3_2:
	vmovaps	32(%rsi,%r9), %ymm11
	vfmadd231ps	-114720(%rax,%r9), %ymm11, %ymm7
	vfmadd231ps	-98336(%rax,%r9), %ymm11, %ymm8
	vfmadd231ps	-81952(%rax,%r9), %ymm11, %ymm9
	vfmadd231ps	-65568(%rax,%r9), %ymm11, %ymm10
	vfmadd231ps	-49184(%rax,%r9), %ymm11, %ymm3
	vfmadd231ps	-32800(%rax,%r9), %ymm11, %ymm4
	vfmadd231ps	-16416(%rax,%r9), %ymm11, %ymm5
	vfmadd231ps	-32(%rax,%r9), %ymm11, %ymm6
	cmpq	$16320, %r9
	je	.LBB3_4
	vmovaps	64(%rsi,%r9), %ymm11
	vfmadd231ps	-114688(%rax,%r9), %ymm11, %ymm7
	vfmadd231ps	-98304(%rax,%r9), %ymm11, %ymm8
	vfmadd231ps	-81920(%rax,%r9), %ymm11, %ymm9
	vfmadd231ps	-65536(%rax,%r9), %ymm11, %ymm10
	vfmadd231ps	-49152(%rax,%r9), %ymm11, %ymm3
	vfmadd231ps	-32768(%rax,%r9), %ymm11, %ymm4
	vfmadd231ps	-16384(%rax,%r9), %ymm11, %ymm5
	vfmadd231ps	(%rax,%r9), %ymm11, %ymm6
	addq	$64, %r9
	jmp	.LBB3_2
.LBB3_5:
	vzeroupper
	retq
