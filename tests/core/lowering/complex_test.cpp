// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/registry.h"
#include "tests/core/lowering/program_builder.h"

#include <gtest/gtest.h>

#include <string>

namespace sidelight::lowering {
namespace {

using testing::bodyOfCall;

bool refuses(const std::string& body, const std::string& reason)
{
    return body.starts_with("FXE") && body.find(reason) != std::string::npos;
}

TEST(Complex, TakesTheRowForComplexCallsOnlyWhereATensorIsComplex)
{
    EXPECT_NE(findLowering("aten.abs.default", 18, true)->function, findLowering("aten.abs.default", 18)->function);
    EXPECT_EQ(findLowering("aten.view_as_real.default", 18), nullptr);
    EXPECT_EQ(bodyOfCall("aten.abs.default(f32[3]) -> f32[3]"), "(self) => (result)\nresult = Abs(self)\n");
    EXPECT_EQ(bodyOfCall("aten.abs.default(c64[3]) -> f32[3]"),
        "(self) => (result)\nconstant = Constant<value=int64[1]{-1}>()\nresult = ReduceL2<keepdims=0>(self, "
        "constant)\n");
}

TEST(Complex, RefusesAnOperatorThatKnowsOnlyRealTensors)
{
    EXPECT_TRUE(refuses(bodyOfCall("aten.tanh.default(c64[3]) -> c64[3]"), "no lowering for complex tensors"));
    EXPECT_TRUE(
        refuses(bodyOfCall("aten.layer_norm.default(c64[2, 3], [3]) -> c64[2, 3]"), "no lowering for complex tensors"));
}

TEST(Complex, RefusesWhatItsPartsWouldDropInSilence)
{
    EXPECT_TRUE(
        refuses(bodyOfCall("aten.cat.default([c64[2], f32[2]], 0) -> c64[4]"), "it mixes real and complex tensors"));
    EXPECT_TRUE(refuses(bodyOfCall("aten.constant_pad_nd.default(c64[2], [1, 1], 2.0) -> c64[4]"),
        "padded with something else than 0"));
    EXPECT_TRUE(refuses(bodyOfCall("aten.pow.Tensor_Scalar(c64[2], 3) -> c64[2]"), "only the square"));
}

TEST(Fourier, NamesTheAxisAsTheOpsetWantsIt)
{
    EXPECT_EQ(bodyOfCall("aten.fft_fft.default(c64[2, 6]) -> c64[2, 6]", 19),
        "(self) => (result)\nresult = DFT<axis=1, inverse=0, onesided=0>(self)\n");
    EXPECT_EQ(bodyOfCall("aten.fft_fft.default(c64[2, 6]) -> c64[2, 6]", 20),
        "(self) => (result)\nconstant = Constant<value=int64{1}>()\nresult = DFT<inverse=0, onesided=0>(self, , "
        "constant)\n");
}

TEST(Fourier, GivesTheFirstDimensionABatchBeforeOpset20)
{
    EXPECT_EQ(bodyOfCall("aten.fft_fft.default(c64[6]) -> c64[6]", 18),
        "(self) => (result)\nconstant = Constant<value=int64[1]{0}>()\nunsqueeze = Unsqueeze(self, constant)\n"
        "dft = DFT<axis=1, inverse=0, onesided=0>(unsqueeze)\nresult = Squeeze(dft, constant)\n");
}

TEST(Fourier, RefusesSizesThatDoNotFit)
{
    EXPECT_TRUE(
        refuses(bodyOfCall("aten.fft_fftn.default(c64[2, 6], [2, 3], [1]) -> c64[2, 6]"), "dim and s do not fit"));
    EXPECT_TRUE(refuses(bodyOfCall("aten.fft_fft.default(c64[6], None, 3) -> c64[6]"), "out of range"));
}

TEST(Stft, RefusesWhatItDoesNotHonour)
{
    EXPECT_TRUE(
        refuses(bodyOfCall("aten.stft.default(f32[64], 16, 4, 12, c64[12]) -> c64[9, 13]"), "its window is complex"));
    EXPECT_TRUE(refuses(bodyOfCall("aten.stft.default(f32[64], 16, 4, 20) -> f32[9, 13, 2]"), "do not fit"));
    EXPECT_TRUE(
        refuses(bodyOfCall("aten.stft.default(f32[64], 16, 4, None, None, False, None, False, True) -> f32[9, 13, 2]"),
            "aligned to the window"));
    EXPECT_TRUE(
        refuses(bodyOfCall("aten.istft.default(c64[16, 5], 16, 4, return_complex=True) -> c64[16]"), "complex"));
}

TEST(Windows, AreOnesWhereTheyHaveOneElement)
{
    EXPECT_EQ(bodyOfCall("aten.hann_window.periodic(1, False) -> f32[1]"),
        "() => (result)\nresult = Constant<value=float32[1]{1.0}>()\n");
}

} // namespace
} // namespace sidelight::lowering
