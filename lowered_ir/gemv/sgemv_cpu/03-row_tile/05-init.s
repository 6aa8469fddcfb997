# gemv/sgemv_cpu:row_tile:init
# y[n] = sum_k W[n,k] x[k], N,K = 4096,4096, float32 -> float32 -> float32
# why: zero the partial sums before the loop over k, not by a test inside it
# target: llvm x86-64-v3

main_compute_:
	addq	$114720, %rdi
	xorl	%eax, %eax
	vxorps	%xmm0, %xmm0, %xmm0
.LBB3_1:
	movq	%rax, %rcx
	shlq	$5, %rcx
	vxorps	%xmm1, %xmm1, %xmm1
	xorl	%r8d, %r8d
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	vxorps	%xmm4, %xmm4, %xmm4
	vxorps	%xmm5, %xmm5, %xmm5
	vxorps	%xmm6, %xmm6, %xmm6
	vxorps	%xmm7, %xmm7, %xmm7
	vxorps	%xmm8, %xmm8, %xmm8
.LBB3_2:
	vmovaps	(%rsi,%r8), %ymm9
	vmovaps	32(%rsi,%r8), %ymm10
	vfmadd231ps	-114720(%rdi,%r8), %ymm9, %ymm8
	vfmadd231ps	-98336(%rdi,%r8), %ymm9, %ymm7
	vfmadd231ps	-81952(%rdi,%r8), %ymm9, %ymm6
	vfmadd231ps	-65568(%rdi,%r8), %ymm9, %ymm5
	vfmadd231ps	-49184(%rdi,%r8), %ymm9, %ymm4
	vfmadd231ps	-32800(%rdi,%r8), %ymm9, %ymm3
	vfmadd231ps	-16416(%rdi,%r8), %ymm9, %ymm2
	vfmadd231ps	-32(%rdi,%r8), %ymm9, %ymm1
	vfmadd231ps	-114688(%rdi,%r8), %ymm10, %ymm8
	vfmadd231ps	-98304(%rdi,%r8), %ymm10, %ymm7
	vfmadd231ps	-81920(%rdi,%r8), %ymm10, %ymm6
	vfmadd231ps	-65536(%rdi,%r8), %ymm10, %ymm5
	vfmadd231ps	-49152(%rdi,%r8), %ymm10, %ymm4
	vfmadd231ps	-32768(%rdi,%r8), %ymm10, %ymm3
	vfmadd231ps	-16384(%rdi,%r8), %ymm10, %ymm2
	vfmadd231ps	(%rdi,%r8), %ymm10, %ymm1
	addq	$64, %r8
	cmpq	$16384, %r8
	jne	.LBB3_2
	vunpcklps	%xmm7, %xmm8, %xmm9
	vmovlhps	%xmm6, %xmm9, %xmm9
	vinsertps	$48, %xmm5, %xmm9, %xmm9
	vaddps	%xmm0, %xmm9, %xmm9
	vinsertps	$76, %xmm8, %xmm7, %xmm10
	vshufps	$212, %xmm6, %xmm10, %xmm10
	vinsertps	$112, %xmm5, %xmm10, %xmm10
	vaddps	%xmm9, %xmm10, %xmm9
	vunpckhps	%xmm7, %xmm8, %xmm10
	vblendps	$3, %xmm10, %xmm6, %xmm10
	vinsertps	$176, %xmm5, %xmm10, %xmm10
	vaddps	%xmm9, %xmm10, %xmm9
	vshufps	$51, %xmm8, %xmm7, %xmm10
	vshufps	$242, %xmm6, %xmm10, %xmm10
	vblendps	$8, %xmm5, %xmm10, %xmm10
	vaddps	%xmm9, %xmm10, %xmm9
	vextractf128	$1, %ymm7, %xmm7
	vextractf128	$1, %ymm8, %xmm8
	vunpcklps	%xmm7, %xmm8, %xmm10
	vextractf128	$1, %ymm6, %xmm6
	vmovlhps	%xmm6, %xmm10, %xmm10
	vextractf128	$1, %ymm5, %xmm5
	vinsertps	$48, %xmm5, %xmm10, %xmm10
	vaddps	%xmm9, %xmm10, %xmm9
	vinsertps	$76, %xmm8, %xmm7, %xmm10
	vshufps	$212, %xmm6, %xmm10, %xmm10
	vinsertps	$112, %xmm5, %xmm10, %xmm10
	vaddps	%xmm9, %xmm10, %xmm9
	vunpckhps	%xmm7, %xmm8, %xmm10
	vblendps	$3, %xmm10, %xmm6, %xmm10
	vinsertps	$176, %xmm5, %xmm10, %xmm10
	vaddps	%xmm9, %xmm10, %xmm9
	vshufps	$51, %xmm8, %xmm7, %xmm7
	vshufps	$242, %xmm6, %xmm7, %xmm6
	vblendps	$8, %xmm5, %xmm6, %xmm5
	vaddps	%xmm5, %xmm9, %xmm5
	vmovaps	%xmm5, (%rdx,%rcx)
	vunpcklps	%xmm3, %xmm4, %xmm5
	vmovlhps	%xmm2, %xmm5, %xmm5
	vinsertps	$48, %xmm1, %xmm5, %xmm5
	vaddps	%xmm0, %xmm5, %xmm5
	vinsertps	$76, %xmm4, %xmm3, %xmm6
	vshufps	$212, %xmm2, %xmm6, %xmm6
	vinsertps	$112, %xmm1, %xmm6, %xmm6
	vaddps	%xmm5, %xmm6, %xmm5
	vunpckhps	%xmm3, %xmm4, %xmm6
	vblendps	$3, %xmm6, %xmm2, %xmm6
	vinsertps	$176, %xmm1, %xmm6, %xmm6
	vaddps	%xmm5, %xmm6, %xmm5
	vshufps	$51, %xmm4, %xmm3, %xmm6
	vshufps	$242, %xmm2, %xmm6, %xmm6
	vblendps	$8, %xmm1, %xmm6, %xmm6
	vaddps	%xmm5, %xmm6, %xmm5
	vextractf128	$1, %ymm3, %xmm3
	vextractf128	$1, %ymm4, %xmm4
	vunpcklps	%xmm3, %xmm4, %xmm6
	vextractf128	$1, %ymm2, %xmm2
	vmovlhps	%xmm2, %xmm6, %xmm6
	vextractf128	$1, %ymm1, %xmm1
	vinsertps	$48, %xmm1, %xmm6, %xmm6
	vaddps	%xmm5, %xmm6, %xmm5
	vinsertps	$76, %xmm4, %xmm3, %xmm6
	vshufps	$212, %xmm2, %xmm6, %xmm6
	vinsertps	$112, %xmm1, %xmm6, %xmm6
	vaddps	%xmm5, %xmm6, %xmm5
	vunpckhps	%xmm3, %xmm4, %xmm6
	vblendps	$3, %xmm6, %xmm2, %xmm6
	vinsertps	$176, %xmm1, %xmm6, %xmm6
	vaddps	%xmm5, %xmm6, %xmm5
	vshufps	$51, %xmm4, %xmm3, %xmm3
	vshufps	$242, %xmm2, %xmm3, %xmm2
	vblendps	$8, %xmm1, %xmm2, %xmm1
	vaddps	%xmm5, %xmm1, %xmm1
	vmovaps	%xmm1, 16(%rdx,%rcx)
	incq	%rax
	addq	$131072, %rdi
	cmpq	$512, %rax
	jne	.LBB3_1
	vzeroupper
	retq
