// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pickle.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <unordered_map>

// A stack machine over the opcodes of Python's pickle. It builds a table of objects; GLOBAL, REDUCE, NEWOBJ and BUILD
// only write down what Python would do. Work and memory are bounded by the pickle's own length: no opcode makes more
// than one object of more than its own bytes.

namespace sidelight::io::pickle {
namespace {

struct AllowedGlobal
{
    std::string_view module;
    std::string_view name;
};
constexpr std::array kAllowed = {
    AllowedGlobal{"collections", "OrderedDict"},
    AllowedGlobal{"torch._utils", "_rebuild_tensor_v2"},
    AllowedGlobal{"torch._utils", "_rebuild_tensor_v3"},
    AllowedGlobal{"torch._utils", "_rebuild_parameter"},
    AllowedGlobal{"torch._utils", "_rebuild_tensor"},
    AllowedGlobal{"torch", "Size"},
    AllowedGlobal{"torch", "device"},
    AllowedGlobal{"torch.serialization", "_get_layout"},
    AllowedGlobal{"torch.storage", "UntypedStorage"},
    AllowedGlobal{"torch", "UntypedStorage"},
    AllowedGlobal{"torch.nn.parameter", "Parameter"},
    AllowedGlobal{"builtins", "complex"},
    AllowedGlobal{"__builtin__", "complex"},
    AllowedGlobal{"builtins", "set"},
    AllowedGlobal{"__builtin__", "set"},
    AllowedGlobal{"builtins", "slice"},
    AllowedGlobal{"builtins", "frozenset"},
    AllowedGlobal{"builtins", "bytearray"},
    AllowedGlobal{"_codecs", "encode"},
    AllowedGlobal{"torch._utils", "_rebuild_meta_tensor_no_storage"},
    AllowedGlobal{"torch._export.serde.serialize", "_reconstruct_fake_tensor"},
    AllowedGlobal{"torch._tensor", "_rebuild_from_type_v2"},
    AllowedGlobal{"torch", "Tensor"},
};
/// Names of module torch: dtypes and storage classes.
constexpr std::array<std::string_view, 40> kTorchNames = {
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex32",
    "complex64",
    "complex128",
    "bool",
    "bfloat16",
    "uint16",
    "uint32",
    "uint64",
    "float8_e4m3fn",
    "float8_e5m2",
    "float8_e4m3fnuz",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "strided",
    "FloatStorage",
    "DoubleStorage",
    "HalfStorage",
    "BFloat16Storage",
    "LongStorage",
    "IntStorage",
    "ShortStorage",
    "CharStorage",
    "ByteStorage",
    "BoolStorage",
    "ComplexFloatStorage",
    "ComplexDoubleStorage",
    "contiguous_format",
    "channels_last",
    "channels_last_3d",
    "preserve_format",
    "ComplexHalfStorage",
    "QInt8Storage",
};

bool isAllowed(std::string_view module, std::string_view name)
{
    if (module == "torch" && std::find(kTorchNames.begin(), kTorchNames.end(), name) != kTorchNames.end())
        return true;
    return std::any_of(kAllowed.begin(), kAllowed.end(),
        [&](const AllowedGlobal& known) { return known.module == module && known.name == name; });
}

constexpr std::size_t kMaximumCopied = 1u << 22;

class Machine
{
public:
    Machine(std::string_view bytes, std::string_view origin) : bytes_(bytes), origin_(origin) {}

    Result<Pickle> run()
    {
        while (!error_) {
            const auto opcode = byte();
            if (error_ || !step(opcode))
                break;
        }
        if (!error_ && stack_.size() != 1)
            fail("ends without one result");
        if (error_)
            return *error_;
        pickle_.root = stack_.front();
        return std::move(pickle_);
    }

private:
    void fail(std::string_view what)
    {
        if (!error_)
            error_ = support::diagnose(
                rules::kPickleRefused, concat(origin_, ": ", what), {{std::string(origin_), "entry", {}, 0, {}, {}}});
    }
    std::string_view take(std::uint64_t count)
    {
        if (count > bytes_.size() - at_) {
            fail("the pickle is truncated");
            return {};
        }
        const std::string_view part = bytes_.substr(at_, static_cast<std::size_t>(count));
        at_ += static_cast<std::size_t>(count);
        return part;
    }
    unsigned char byte()
    {
        const std::string_view part = take(1);
        return part.empty() ? 0 : static_cast<unsigned char>(part[0]);
    }
    std::uint64_t little(std::size_t count)
    {
        const std::string_view part = take(count);
        std::uint64_t value = 0;
        for (std::size_t i = part.size(); i-- > 0;)
            value = (value << 8) | static_cast<unsigned char>(part[i]);
        return value;
    }
    std::string_view line()
    {
        const std::size_t end = bytes_.find('\n', at_);
        if (end == std::string_view::npos) {
            fail("the pickle is truncated");
            return {};
        }
        const std::string_view text = bytes_.substr(at_, end - at_);
        at_ = end + 1;
        return text;
    }

    Index add(Object object)
    {
        pickle_.objects.push_back(std::move(object));
        return static_cast<Index>(pickle_.objects.size() - 1);
    }
    void push(Object object) { stack_.push_back(add(std::move(object))); }
    Index pop()
    {
        if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) {
            fail("takes from an empty stack");
            return add({});
        }
        const Index top = stack_.back();
        stack_.pop_back();
        return top;
    }
    std::optional<Index> top()
    {
        if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) {
            fail("takes from an empty stack");
            return std::nullopt;
        }
        return stack_.back();
    }
    std::vector<Index> popToMark()
    {
        if (marks_.empty()) {
            fail("has no mark where one must be");
            return {};
        }
        const auto start = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
        std::vector<Index> items(start, stack_.end());
        stack_.erase(start, stack_.end());
        marks_.pop_back();
        return items;
    }

    void pushInteger(std::int64_t value) { push({Object::Kind::Int, value, 0, {}, {}, {}}); }
    void pushBool(bool value) { push({Object::Kind::Bool, value ? 1 : 0, 0, {}, {}, {}}); }
    void pushText(Object::Kind kind, std::string_view text) { push({kind, 0, 0, std::string(text), {}, {}}); }
    void pushItems(Object::Kind kind, std::vector<Index> items) { push({kind, 0, 0, {}, {}, std::move(items)}); }
    void pushLong(std::string_view digits)
    {
        if (digits.size() > 8)
            return fail("has an integer over 64 bits");
        std::uint64_t value = 0;
        for (std::size_t i = digits.size(); i-- > 0;)
            value = (value << 8) | static_cast<unsigned char>(digits[i]);
        if (!digits.empty() && digits.size() < 8 && (static_cast<unsigned char>(digits.back()) & 0x80u) != 0)
            value |= ~std::uint64_t{0} << (8 * digits.size());
        pushInteger(static_cast<std::int64_t>(value));
    }
    void pushDecimal(std::string_view text)
    {
        if (text == "00" || text == "01")
            return pushBool(text == "01");
        if (!text.empty() && text.back() == 'L')
            text.remove_suffix(1);
        std::int64_t value = 0;
        const auto [last, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc{} || last != text.data() + text.size())
            return fail("has an integer that cannot be read");
        pushInteger(value);
    }
    void pushGlobal(std::string_view module, std::string_view name)
    {
        if (!isAllowed(module, name))
            return fail(concat("wants `", support::plainText(concat(module, '.', name)),
                "`, which is not on the list of what is read; nothing was executed"));
        push({Object::Kind::Global, 0, 0, std::string(module), std::string(name), {}});
    }
    void pushStackGlobal()
    {
        const Index name = pop();
        const Index module = pop();
        if (pickle_.at(name).kind != Object::Kind::Text || pickle_.at(module).kind != Object::Kind::Text)
            return fail("has a global without a name");
        const std::string moduleText = pickle_.at(module).text;
        const std::string nameText = pickle_.at(name).text;
        pushGlobal(moduleText, nameText);
    }
    void pushCall()
    {
        const Index arguments = pop();
        const Index function = pop();
        if (pickle_.at(arguments).kind != Object::Kind::Tuple || pickle_.at(function).kind != Object::Kind::Global)
            return fail("calls something that is no function");
        const std::string& name = pickle_.at(function).name;
        // Containers become what they are at once, so that later opcodes can fill them.
        if (name == "OrderedDict" && pickle_.at(arguments).items.empty())
            return pushItems(Object::Kind::Dict, {});
        if (name == "set" || name == "frozenset" || name == "Size") {
            const auto& items = pickle_.at(arguments).items;
            std::vector<Index> inner = items.size() == 1 ? pickle_.at(items[0]).items : std::vector<Index>{};
            copied_ += inner.size();
            if (copied_ > kMaximumCopied)
                return fail("copies a container too often");
            return pushItems(name == "Size" ? Object::Kind::Tuple : Object::Kind::Set, std::move(inner));
        }
        pushItems(Object::Kind::Call, {function, arguments});
    }
    void appendTo(Object::Kind kind, const std::vector<Index>& items)
    {
        const auto target = top();
        if (!target)
            return;
        Object& object = pickle_.objects[*target];
        if (object.kind != kind)
            return fail("fills something that is no container of the right kind");
        if (kind == Object::Kind::Dict && items.size() % 2 != 0)
            return fail("has a key without a value");
        object.items.insert(object.items.end(), items.begin(), items.end());
    }
    void remember(std::uint64_t key)
    {
        if (const auto object = top())
            memo_[key] = *object;
    }
    void recall(std::uint64_t key)
    {
        const auto found = memo_.find(key);
        if (found == memo_.end())
            return fail("recalls what it has not remembered");
        stack_.push_back(found->second);
    }
    void recallLine(bool recalls)
    {
        const std::string_view text = line();
        std::uint64_t key = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), key).ec != std::errc{})
            return fail("has a memo key that cannot be read");
        recalls ? recall(key) : remember(key);
    }
    void pushBigEndianDouble()
    {
        const std::string_view part = take(8);
        std::uint64_t bits = 0;
        for (const char c : part)
            bits = (bits << 8) | static_cast<unsigned char>(c);
        push({Object::Kind::Float, 0, std::bit_cast<double>(bits), {}, {}, {}});
    }
    void tupleOf(std::size_t count)
    {
        std::vector<Index> items(count);
        for (std::size_t i = count; i-- > 0;)
            items[i] = pop();
        pushItems(Object::Kind::Tuple, std::move(items));
    }

    // One opcode a line reads as the table that it is.
    // clang-format off
    /// Does one opcode; false at STOP.
    bool step(unsigned char opcode)
    {
        switch (opcode) {
        case 0x80: byte(); return true;                                              // PROTO
        case 0x95: little(8); return true;                                           // FRAME
        case '.': return false;                                                      // STOP
        case '(': marks_.push_back(stack_.size()); return true;                      // MARK
        case '0': pop(); return true;                                                // POP
        case '1': popToMark(); return true;                                          // POP_MARK
        case '2': if (const auto object = top()) stack_.push_back(*object); return true; // DUP
        case 'N': push({}); return true;                                             // NONE
        case 0x88: pushBool(true); return true;                                      // NEWTRUE
        case 0x89: pushBool(false); return true;                                     // NEWFALSE
        case 'I': case 'L': pushDecimal(line()); return true;                        // INT, LONG
        case 'J': pushInteger(static_cast<std::int32_t>(little(4))); return true;    // BININT
        case 'K': pushInteger(byte()); return true;                                  // BININT1
        case 'M': pushInteger(static_cast<std::int64_t>(little(2))); return true;    // BININT2
        case 0x8a: pushLong(take(byte())); return true;                              // LONG1
        case 0x8b: pushLong(take(little(4))); return true;                           // LONG4
        case 'G': pushBigEndianDouble(); return true;                                // BINFLOAT
        case 'F': pushFloatLine(); return true;                                      // FLOAT
        case 'T': pushText(Object::Kind::Bytes, take(little(4))); return true;       // BINSTRING
        case 'U': pushText(Object::Kind::Bytes, take(byte())); return true;          // SHORT_BINSTRING
        case 'V': pushText(Object::Kind::Text, line()); return true;                 // UNICODE
        case 'X': pushText(Object::Kind::Text, take(little(4))); return true;        // BINUNICODE
        case 0x8c: pushText(Object::Kind::Text, take(byte())); return true;          // SHORT_BINUNICODE
        case 0x8d: pushText(Object::Kind::Text, take(little(8))); return true;       // BINUNICODE8
        case 'B': pushText(Object::Kind::Bytes, take(little(4))); return true;       // BINBYTES
        case 'C': pushText(Object::Kind::Bytes, take(byte())); return true;          // SHORT_BINBYTES
        case 0x8e: case 0x96: pushText(Object::Kind::Bytes, take(little(8))); return true; // BINBYTES8, BYTEARRAY8
        default: return stepContainer(opcode);
        }
    }
    bool stepContainer(unsigned char opcode)
    {
        switch (opcode) {
        case ']': pushItems(Object::Kind::List, {}); return true;                    // EMPTY_LIST
        case ')': pushItems(Object::Kind::Tuple, {}); return true;                   // EMPTY_TUPLE
        case '}': pushItems(Object::Kind::Dict, {}); return true;                    // EMPTY_DICT
        case 0x8f: pushItems(Object::Kind::Set, {}); return true;                    // EMPTY_SET
        case 'l': pushItems(Object::Kind::List, popToMark()); return true;           // LIST
        case 't': pushItems(Object::Kind::Tuple, popToMark()); return true;          // TUPLE
        case 0x91: pushItems(Object::Kind::Set, popToMark()); return true;           // FROZENSET
        case 'd': {                                                                  // DICT
            std::vector<Index> items = popToMark();
            pushItems(Object::Kind::Dict, {});
            appendTo(Object::Kind::Dict, items);
            return true;
        }
        case 0x85: tupleOf(1); return true;                                          // TUPLE1
        case 0x86: tupleOf(2); return true;                                          // TUPLE2
        case 0x87: tupleOf(3); return true;                                          // TUPLE3
        case 'a': { const Index item = pop(); appendTo(Object::Kind::List, {item}); return true; } // APPEND
        case 'e': appendToMarked(Object::Kind::List); return true;                   // APPENDS
        case 'u': appendToMarked(Object::Kind::Dict); return true;                   // SETITEMS
        case 0x90: appendToMarked(Object::Kind::Set); return true;                   // ADDITEMS
        case 's': {                                                                  // SETITEM
            const Index value = pop();
            const Index key = pop();
            appendTo(Object::Kind::Dict, {key, value});
            return true;
        }
        case 'c': { const std::string_view module = line(); pushGlobal(module, line()); return true; } // GLOBAL
        case 0x93: pushStackGlobal(); return true;                                   // STACK_GLOBAL
        case 'R': case 0x81: pushCall(); return true;                                // REDUCE, NEWOBJ
        case 'b': pop(); top(); return true;                                         // BUILD: attributes are not kept
        case 'Q': { const Index id = pop(); pushItems(Object::Kind::Persistent, {id}); return true; } // BINPERSID
        case 'h': recall(byte()); return true;                                       // BINGET
        case 'j': recall(little(4)); return true;                                    // LONG_BINGET
        case 'g': recallLine(true); return true;                                     // GET
        case 'q': remember(byte()); return true;                                     // BINPUT
        case 'r': remember(little(4)); return true;                                  // LONG_BINPUT
        case 'p': recallLine(false); return true;                                    // PUT
        case 0x94: remember(memo_.size()); return true;                              // MEMOIZE
        default: fail(concat("has opcode ", static_cast<int>(opcode), ", which is not read; nothing was executed")); return true;
        }
    }
    // clang-format on
    void appendToMarked(Object::Kind kind)
    {
        const std::vector<Index> items = popToMark();
        appendTo(kind, items);
    }
    void pushFloatLine()
    {
        const std::string_view text = line();
        double value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
            return fail("has a float that cannot be read");
        push({Object::Kind::Float, 0, value, {}, {}, {}});
    }

    std::string_view bytes_;
    std::string_view origin_;
    std::size_t at_ = 0;
    std::size_t copied_ = 0;
    Pickle pickle_;
    std::vector<Index> stack_;
    std::vector<std::size_t> marks_;
    std::unordered_map<std::uint64_t, Index> memo_;
    std::optional<Diagnostic> error_;
};

} // namespace

Result<Pickle> read(std::string_view bytes, std::string_view origin)
{
    return Machine(bytes, origin).run();
}

} // namespace sidelight::io::pickle
