// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <span>

namespace sidelight::support::rules {

// torch.onnx's own ids and names (as in torch 2.1 … 2.6).
extern const Rule kFxGraphToOnnx;        ///< FXE0007
extern const Rule kFxNodeToOnnx;         ///< FXE0008
extern const Rule kFxPass;               ///< FXE0010
extern const Rule kNoLowering;           ///< FXE0011
extern const Rule kUnsupportedAnalysis;  ///< FXE0012
extern const Rule kOpLevelDebugging;     ///< FXE0013
extern const Rule kOpSchemaMatch;        ///< FXE0014
extern const Rule kTypePromotion;        ///< FXE0015
extern const Rule kOverloadSearch;       ///< FXE0016

// SL1xxx: reading.
extern const Rule kFileUnreadable;       ///< SL1001: cannot be opened or read.
extern const Rule kNotAnArchive;         ///< SL1002: empty, truncated, encrypted or not a zip.
extern const Rule kEntryMissing;         ///< SL1003
extern const Rule kEntryInvalid;         ///< SL1004: duplicate, overlapping, `..`, compressed or out of the file.
extern const Rule kJsonInvalid;          ///< SL1005
extern const Rule kSchemaMismatch;       ///< SL1006: unknown member, wrong kind, missing member.
extern const Rule kSchemaVersion;        ///< SL1007: a schema from the future or the past.
extern const Rule kTensorInvalid;        ///< SL1008: sizes that do not fit their bytes, overflow.
extern const Rule kNestingTooDeep;       ///< SL1009: over 512.
extern const Rule kFileChanged;          ///< SL1010: size or time changed while it was read.
extern const Rule kPickleRefused;        ///< SL1011: a name outside the whitelist or an unknown opcode.
extern const Rule kUnknownFormat;        ///< SL1012
extern const Rule kInterruptedSave;      ///< SL1013: torch.export.save stopped half-way.
extern const Rule kExpressionInvalid;    ///< SL1014: a symbolic size that cannot be parsed.
extern const Rule kNodeRefused;          ///< SL1015: a node lost an argument; only this node is refused.
extern const Rule kOnnxInvalid;          ///< SL1016: an .onnx that cannot be read.
extern const Rule kInputsInvalid;        ///< SL1017: .npz or sample inputs that cannot be read or do not fit.

// SL2xxx: graph.
extern const Rule kLint;                 ///< SL2001
extern const Rule kCycle;                ///< SL2002
extern const Rule kViewMutation;         ///< SL2003: a write through a view that functionalization refuses.
extern const Rule kUnknownPass;          ///< SL2004
extern const Rule kNodeChanged;          ///< SL2005: a note about what a pass did to a node.
extern const Rule kCustomObject;         ///< SL2006
extern const Rule kStaleType;            ///< SL2007: a recorded type that evaluation does not give.

// SL3xxx: lowering.
extern const Rule kOpsetUnsupported;     ///< SL3001
extern const Rule kModuleSplit;          ///< SL3002: a module call that is not convex became several functions.
extern const Rule kDynamicLost;          ///< SL3003

// SL4xxx: writing.
extern const Rule kWriteFailed;          ///< SL4001
extern const Rule kTargetRefused;        ///< SL4002: is the input, a folder, a device; exists without --force.
extern const Rule kTooLargeToEmbed;      ///< SL4003
extern const Rule kCheckerFailed;        ///< SL4004
extern const Rule kMutationDropped;      ///< SL4005

// SL5xxx: verification.
extern const Rule kOutputDiffers;        ///< SL5001
extern const Rule kRuntimeFailed;        ///< SL5002

// SL9xxx: system.
extern const Rule kEvaluatorFailed;      ///< SL9001: crashed, timed out, over its memory, or cannot be started.
extern const Rule kEvaluatorRefused;     ///< SL9002: an operator that is never evaluated.
extern const Rule kCancelled;            ///< SL9003
extern const Rule kUsage;                ///< SL9004

/// All rules, ordered by id.
std::span<const Rule* const> all();

/// Returns the rule of `id`, or null.
const Rule* find(std::string_view id);

} // namespace sidelight::support::rules

namespace sidelight {
namespace rules = support::rules;
} // namespace sidelight
