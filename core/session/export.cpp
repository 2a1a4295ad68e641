// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/export.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <utility>

namespace sidelight::session {

Result<io::WrittenFiles> exportDocument(const Document& document, const std::filesystem::path& target, io::WriteOptions options)
{
    if (!document.exportable) {
        for (const Diagnostic& diagnostic : document.diagnostics())
            if (diagnostic.level == Level::Error)
                return diagnostic;
        return support::diagnose(rules::kFxGraphToOnnx, concat(document.path.string(), " was not lowered to ONNX; open it with the whole pipeline"));
    }
    options.inputs.push_back(document.path);
    return io::writeOnnx(document.model(), target, options);
}

} // namespace sidelight::session
