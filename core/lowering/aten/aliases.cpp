// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/aliases.h"

namespace sidelight::lowering::aten {

namespace {

constexpr Alias kAliases[] = {
    {"aten.absolute.default", "aten.abs.default"},
    {"aten.arccos.default", "aten.acos.default"},
    {"aten.arccosh.default", "aten.acosh.default"},
    {"aten.arcsin.default", "aten.asin.default"},
    {"aten.arcsinh.default", "aten.asinh.default"},
    {"aten.arctan.default", "aten.atan.default"},
    {"aten.arctan2.default", "aten.atan2.default"},
    {"aten.arctanh.default", "aten.atanh.default"},
    {"aten.as_strided_copy.default", "aten.as_strided.default"},
    {"aten.broadcast_to.default", "aten.expand.default"},
    {"aten.diagonal_copy.default", "aten.diagonal.default"},
    {"aten.divide.Scalar", "aten.div.Scalar"},
    {"aten.divide.Scalar_mode", "aten.div.Scalar_mode"},
    {"aten.divide.Tensor_mode", "aten.div.Tensor_mode"},
    {"aten.expand_copy.default", "aten.expand.default"},
    {"aten.greater.Scalar", "aten.gt.Scalar"},
    {"aten.greater.Tensor", "aten.gt.Tensor"},
    {"aten.greater_equal.Scalar", "aten.ge.Scalar"},
    {"aten.greater_equal.Tensor", "aten.ge.Tensor"},
    {"aten.less.Scalar", "aten.lt.Scalar"},
    {"aten.less.Tensor", "aten.lt.Tensor"},
    {"aten.less_equal.Scalar", "aten.le.Scalar"},
    {"aten.less_equal.Tensor", "aten.le.Tensor"},
    {"aten.moveaxis.int", "aten.movedim.int"},
    {"aten.moveaxis.intlist", "aten.movedim.intlist"},
    {"aten.multiply.Scalar", "aten.mul.Scalar"},
    {"aten.negative.default", "aten.neg.default"},
    {"aten.not_equal.Scalar", "aten.ne.Scalar"},
    {"aten.not_equal.Tensor", "aten.ne.Tensor"},
    {"aten.permute_copy.default", "aten.permute.default"},
    {"aten.row_stack.default", "aten.vstack.default"},
    {"aten.select_copy.int", "aten.select.int"},
    {"aten.slice_copy.Tensor", "aten.slice.Tensor"},
    {"aten.special_erf.default", "aten.erf.default"},
    {"aten.special_exp2.default", "aten.exp2.default"},
    {"aten.special_expm1.default", "aten.expm1.default"},
    {"aten.special_log1p.default", "aten.log1p.default"},
    {"aten.special_log_softmax.default", "aten.log_softmax.int"},
    {"aten.special_logit.default", "aten.logit.default"},
    {"aten.special_logsumexp.default", "aten.logsumexp.default"},
    {"aten.special_round.default", "aten.round.decimals"},
    {"aten.special_sinc.default", "aten.sinc.default"},
    {"aten.special_softmax.default", "aten.softmax.int"},
    {"aten.special_xlogy.default", "aten.xlogy.Tensor"},
    {"aten.split_copy.Tensor", "aten.split.Tensor"},
    {"aten.split_with_sizes_copy.default", "aten.split_with_sizes.default"},
    {"aten.squeeze_copy.default", "aten.squeeze.default"},
    {"aten.squeeze_copy.dim", "aten.squeeze.dim"},
    {"aten.squeeze_copy.dims", "aten.squeeze.dims"},
    {"aten.subtract.Scalar", "aten.sub.Scalar"},
    {"aten.swapdims.default", "aten.transpose.int"},
    {"aten.t_copy.default", "aten.t.default"},
    {"aten.transpose_copy.int", "aten.transpose.int"},
    {"aten.true_divide.Scalar", "aten.div.Scalar"},
    {"aten.unbind_copy.int", "aten.unbind.int"},
    {"aten.unfold_copy.default", "aten.unfold.default"},
    {"aten.unsafe_chunk.default", "aten.chunk.default"},
    {"aten.unsafe_split.Tensor", "aten.split.Tensor"},
    {"aten.unsafe_split_with_sizes.default", "aten.split_with_sizes.default"},
    {"aten.unsqueeze_copy.default", "aten.unsqueeze.default"},
    {"aten.view_copy.default", "aten.view.default"},
    {"aten.view_copy.dtype", "aten.view.dtype"},
};

} // namespace

std::span<const Alias> aliases()
{
    return kAliases;
}

} // namespace sidelight::lowering::aten
