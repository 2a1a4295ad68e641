// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_scan.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace sidelight::io {

namespace {

// Field numbers of onnx.proto.
constexpr std::uint64_t kModelGraph = 7;
constexpr std::uint64_t kGraphInitializer = 5;
constexpr std::uint64_t kTensorRawData = 9;

constexpr std::uint64_t kSmallRawData = 1024;
constexpr std::uint64_t kLargestSkeleton = std::uint64_t{2'000} << 20;
constexpr std::size_t kBuffer = std::size_t{64} << 10;

enum Wire : std::uint64_t
{
    Varint = 0,
    Fixed64 = 1,
    Delimited = 2,
    Fixed32 = 5
};

void putVarint(std::string& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>((value & 0x7f) | 0x80);
    out += static_cast<char>(value);
}

class Scanner
{
public:
    Scanner(const support::File& file, std::vector<std::optional<RawExtent>>& rawData) : file_(file), rawData_(rawData)
    {}

    Status model(std::string& out)
    {
        return fields(file_.size(), out, [&](std::uint64_t field, std::uint64_t end) {
            return field == kModelGraph ? nested(end, out, field, &Scanner::graph) : rest(end, out, field);
        });
    }

private:
    using Part = Status (Scanner::*)(std::uint64_t end, std::string& out);

    Status graph(std::uint64_t end, std::string& out)
    {
        return fields(end, out, [&](std::uint64_t field, std::uint64_t fieldEnd) {
            if (field != kGraphInitializer)
                return rest(fieldEnd, out, field);
            rawData_.emplace_back();
            return nested(fieldEnd, out, field, &Scanner::tensor);
        });
    }
    Status tensor(std::uint64_t end, std::string& out)
    {
        return fields(end, out, [&](std::uint64_t field, std::uint64_t fieldEnd) {
            const std::uint64_t length = fieldEnd - position_;
            if (field != kTensorRawData || length <= kSmallRawData)
                return rest(fieldEnd, out, field);
            rawData_.back() = RawExtent{position_, length};
            position_ = fieldEnd;
            return Status{};
        });
    }
    Status nested(std::uint64_t end, std::string& out, std::uint64_t field, Part part)
    {
        std::string content;
        if (Status status = (this->*part)(end, content); !status)
            return status;
        putVarint(out, field << 3 | Delimited);
        putVarint(out, content.size());
        out += content;
        return tooLong(out);
    }
    /// Copies a delimited field.
    Status rest(std::uint64_t end, std::string& out, std::uint64_t field)
    {
        putVarint(out, field << 3 | Delimited);
        putVarint(out, end - position_);
        return copy(end - position_, out);
    }
    template <class EachDelimited>
    Status fields(std::uint64_t end, std::string& out, EachDelimited&& each)
    {
        while (position_ < end) {
            std::uint64_t tag = 0;
            if (Status status = varint(end, tag); !status)
                return status;
            std::uint64_t value = 0;
            Status status;
            switch (tag & 7) {
            case Wire::Varint:
                status = varint(end, value);
                putVarint(out, tag);
                putVarint(out, value);
                break;
            case Wire::Fixed64:
            case Wire::Fixed32:
                putVarint(out, tag);
                status = end - position_ < 8 && (tag & 7) == Wire::Fixed64
                             ? broken()
                             : copy((tag & 7) == Wire::Fixed64 ? 8 : 4, out);
                break;
            case Wire::Delimited:
                status = varint(end, value);
                if (status)
                    status = value > end - position_ ? broken() : each(tag >> 3, position_ + value);
                break;
            default:
                return broken();
            }
            if (!status)
                return status;
        }
        return position_ == end ? Status{} : broken();
    }
    Status varint(std::uint64_t end, std::uint64_t& value)
    {
        value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (position_ >= end)
                return broken();
            std::uint8_t byte = 0;
            if (Status status = next(byte); !status)
                return status;
            if (shift < 64)
                value |= std::uint64_t{byte & 0x7fu} << shift;
            if ((byte & 0x80) == 0)
                return {};
        }
        return broken();
    }
    Status next(std::uint8_t& byte)
    {
        if (position_ < bufferStart_ || position_ >= bufferStart_ + buffer_.size()) {
            const std::uint64_t length = std::min<std::uint64_t>(kBuffer, file_.size() - position_);
            buffer_.resize(length);
            bufferStart_ = position_;
            if (Status status = file_.read(position_, buffer_); !status)
                return status;
        }
        byte = std::to_integer<std::uint8_t>(buffer_[position_ - bufferStart_]);
        ++position_;
        return {};
    }
    Status copy(std::uint64_t length, std::string& out)
    {
        if (length > file_.size() - position_)
            return broken();
        if (out.size() + length > kLargestSkeleton)
            return tooLong(out, length);
        const std::size_t from = out.size();
        out.resize(from + length);
        if (Status status = file_.read(position_, std::as_writable_bytes(std::span(out.data() + from, length)));
            !status)
            return status;
        position_ += length;
        return {};
    }
    Status tooLong(const std::string& out, std::uint64_t more = 0) const
    {
        if (out.size() + more <= kLargestSkeleton)
            return {};
        return support::diagnose(
            rules::kOnnxInvalid, concat(file_.path().string(), ": has over 2 GB without its initializers"));
    }
    Status broken() const
    {
        return support::diagnose(rules::kOnnxInvalid,
            concat(file_.path().string(), ": is no ONNX model, or is cut short (byte ", position_, ")"),
            {{file_.path().string(), "file", {}, 0, {}, {}}});
    }

    const support::File& file_;
    std::vector<std::optional<RawExtent>>& rawData_;
    std::uint64_t position_ = 0;
    std::vector<std::byte> buffer_;
    std::uint64_t bufferStart_ = 0;
};

} // namespace

Result<ScannedModel> scanOnnx(const support::File& file)
{
    ScannedModel scanned;
    if (Status status = Scanner(file, scanned.rawData).model(scanned.skeleton); !status)
        return status.error();
    return scanned;
}

} // namespace sidelight::io
