// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/pipeline.h"

namespace sidelight::onnxir::passes {

Status inferShapes(PassContext& context)
{
    if (context.services.schemas)
        context.services.schemas->addInferredTypes(context.rewriter);
    else
        context.skipped = "onnx's operator schemas are not at hand";
    return {};
}

} // namespace sidelight::onnxir::passes
