// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/registry.h"

#include <span>

namespace sidelight::lowering::aten {

std::span<const Lowering> activation();
std::span<const Lowering> arithmetic();
std::span<const Lowering> arrangement();
std::span<const Lowering> attention();
std::span<const Lowering> bessel();
std::span<const Lowering> casting();
std::span<const Lowering> comparison();
std::span<const Lowering> complexNumbers();
std::span<const Lowering> convolution();
std::span<const Lowering> creation();
std::span<const Lowering> eigenvalues();
std::span<const Lowering> factorization();
std::span<const Lowering> floatParts();
std::span<const Lowering> fourier();
std::span<const Lowering> gamma();
std::span<const Lowering> higherOrder();
std::span<const Lowering> indexing();
std::span<const Lowering> joining();
std::span<const Lowering> linalg();
std::span<const Lowering> loss();
std::span<const Lowering> marginLoss();
std::span<const Lowering> normalDistribution();
std::span<const Lowering> normalization();
std::span<const Lowering> ordering();
std::span<const Lowering> orthogonal();
std::span<const Lowering> padding();
std::span<const Lowering> pointwise();
std::span<const Lowering> pooling();
std::span<const Lowering> products();
std::span<const Lowering> quantization();
std::span<const Lowering> random();
std::span<const Lowering> recurrent();
std::span<const Lowering> reduction();
std::span<const Lowering> resizing();
std::span<const Lowering> sampling();
std::span<const Lowering> scatterViews();
std::span<const Lowering> scattering();
std::span<const Lowering> searching();
std::span<const Lowering> shape();
std::span<const Lowering> special();
std::span<const Lowering> spectral();
std::span<const Lowering> statistics();
std::span<const Lowering> strided();
std::span<const Lowering> symbolic();
std::span<const Lowering> uniqueness();
std::span<const Lowering> windows();

} // namespace sidelight::lowering::aten
