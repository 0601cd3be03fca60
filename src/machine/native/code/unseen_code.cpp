// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/unseen_code.hpp"

#include <Zydis/Zydis.h>
#include <algorithm>
#include <memory>

#include "machine/native/code/code_ranges.hpp"
#include "machine/native/code/foreign_form.hpp"
#include "machine/native/code/program_image.hpp"

namespace skein {

namespace {

struct Known {
  std::string_view begin;  // prefix of the file's name
  std::string_view why;
};

constexpr Known kKnown[] = {
    {"ld-linux", "the loader's lock guards what it loads; the program sees nothing of it"},
    {"libc.so", "its threads, locks and semaphores are taken over; inside it locks its own data"},
    {"libpthread.so", "as libc"},
    {"libdl.so", "as libc"},
    {"librt.so", "as libc"},
    {"libm.so", "computes"},
    {"libgcc_s.so", "guards the tables for unwinding"},
    {"libstdc++.so",
     "counts references (locales, exceptions): the last user frees, which no other can observe; "
     "its locks are those of libc"},
    {"libskein-runtime.so", "is what sees the others"},
    {"linux-vdso.so", "the kernel's clock"},
};

bool is_synchronisation(const ZydisDecodedInstruction& i) {
  if ((i.attributes & ZYDIS_ATTRIB_HAS_LOCK) != 0) return true;
  if (i.mnemonic == ZYDIS_MNEMONIC_XCHG) return i.raw.modrm.mod != 3 && i.raw.modrm.offset != 0;
  return i.mnemonic == ZYDIS_MNEMONIC_SYSCALL;
}

// Whether some byte can start or be such an instruction: most small functions need no decoding.
bool is_candidate(std::span<const std::uint8_t> code) {
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::uint8_t byte = code[i];
    if (byte == 0xf0 || byte == 0x86 || byte == 0x87) return true;
    if (byte == 0x0f && i + 1 < code.size() && code[i + 1] == 0x05) return true;
  }
  return false;
}

}  // namespace

bool is_known_library(std::string_view file) {
  return std::any_of(std::begin(kKnown), std::end(kKnown),
                     [&](const Known& k) { return file.starts_with(k.begin); });
}

bool has_seen_accesses(const std::string& path) {
  const std::string_view file = std::string_view(path).substr(path.rfind('/') + 1);
  if (file.starts_with("libatomic.so") || file.starts_with("libgomp.so")) return true;
  const ElfFile elf(path);
  const Elf64_Shdr* const names = elf.section_named(".dynstr");
  if (names == nullptr) return false;
  const ElfFile::Bytes content = elf.content(*names);
  const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
  return text.find("__tsan_") != std::string_view::npos;
}

namespace {

// Whether the instruction accesses memory that other threads may know: any but the stack below the
// frame's registers.
bool is_shared_access(const ZydisDecodedInstruction& instruction, const ZydisDecodedOperand* list) {
  for (std::size_t i = 0; i < instruction.operand_count; ++i) {
    const ZydisDecodedOperand& o = list[i];
    if (o.type != ZYDIS_OPERAND_TYPE_MEMORY || o.mem.type == ZYDIS_MEMOP_TYPE_AGEN) continue;
    if (o.mem.base == ZYDIS_REGISTER_RSP) continue;
    if (o.mem.base == ZYDIS_REGISTER_RBP && o.mem.disp.value < 0) continue;
    if ((o.actions & (ZYDIS_OPERAND_ACTION_MASK_READ | ZYDIS_OPERAND_ACTION_MASK_WRITE)) != 0) {
      return true;
    }
  }
  return false;
}

class Decoder {
 public:
  Decoder() { ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64); }

  // Adds the addresses of the instructions that are wanted.
  template <class IsWanted>
  void find(const ElfFile& file, const CodeRange& range, IsWanted is_wanted,
            std::vector<UnseenInstruction>& found) const {
    const std::span<const std::uint8_t> code = file.code(range.begin, range.end);
    for (std::size_t at = 0; at < code.size();) {
      ZydisDecodedInstruction instruction;
      ZydisDecoderContext context;
      if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder_, &context, code.data() + at,
                                                      code.size() - at, &instruction))) {
        break;  // not code, or newer than the decoder
      }
      if (is_wanted(instruction, context)) {
        found.push_back({range.begin + at, form_of(instruction, context)});
      }
      at += instruction.length;
    }
  }

  [[nodiscard]] bool accesses_shared(const ZydisDecodedInstruction& instruction,
                                     const ZydisDecoderContext& context) const {
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    return ZYAN_SUCCESS(ZydisDecoderDecodeOperands(&decoder_, &context, &instruction, operands,
                                                   instruction.operand_count)) &&
           is_shared_access(instruction, operands);
  }

 private:
  [[nodiscard]] channel::ForeignAtomic form_of(const ZydisDecodedInstruction& instruction,
                                               const ZydisDecoderContext& context) const {
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeOperands(&decoder_, &context, &instruction, operands,
                                                 instruction.operand_count))) {
      return {};
    }
    return code::foreign_form(instruction, operands);
  }

  ZydisDecoder decoder_{};
};

// Inline assembly, as machine/native/assembler has marked it.
std::vector<CodeRange> inline_assembly_of(const ElfFile& file) {
  std::vector<CodeRange> ranges;
  const Elf64_Shdr* const marks = file.section_named("skein_asm");
  if (marks == nullptr) return ranges;
  struct Mark {
    std::int32_t begin;
    std::int32_t end;
  };
  std::uint64_t at = marks->sh_addr;
  file.for_each_entry<Mark>(*marks, [&](const Mark& mark) {
    const std::uint64_t begin = at + static_cast<std::uint64_t>(std::int64_t{mark.begin});
    const std::uint64_t end = at + 4 + static_cast<std::uint64_t>(std::int64_t{mark.end});
    if (begin < end) ranges.push_back({begin, end});
    at += sizeof(Mark);
  });
  return ranges;
}

}  // namespace

namespace {

// clang announces an atomic load of 16 bytes, and leaves the load in the code, as a cmpxchg16b
// whose result it does not use. It is the next one after the call.
class AnnouncedLoads {
 public:
  explicit AnnouncedLoads(const std::string& path) : path_(path) {}

  void begin_function() { last_call_ = 0; }

  // Call for each instruction of a function, in order.
  bool is_announced(const ZydisDecodedInstruction& i, std::uint64_t address) {
    if (i.mnemonic == ZYDIS_MNEMONIC_CALL) {
      const bool is_direct = i.raw.imm[0].is_relative;
      const std::int64_t distance = is_direct ? i.raw.imm[0].value.s : i.raw.disp.value;
      last_call_ = address + i.length + static_cast<std::uint64_t>(distance);
    }
    if (i.mnemonic != ZYDIS_MNEMONIC_CMPXCHG16B || last_call_ == 0) return false;
    if (!image_) image_ = std::make_unique<ProgramImage>(path_);
    constexpr std::string_view kLoad = "__tsan_atomic128_load";
    const bool is_load = image_->imported_function(last_call_) == kLoad ||
                         image_->imported_slot(last_call_) == kLoad;
    last_call_ = 0;
    return is_load;
  }

 private:
  std::string path_;
  std::unique_ptr<ProgramImage> image_;  // made when it is needed: few programs have such loads
  std::uint64_t last_call_ = 0;          // the function, or the slot that holds its address
};

}  // namespace

std::vector<UnseenInstruction> find_unseen_code(const std::string& path) {
  std::vector<UnseenInstruction> found;
  const ElfFile file(path);
  const Decoder decoder;
  AnnouncedLoads announced(path);
  for (const CodeRange& function : functions_of(file)) {
    if (!is_candidate(file.code(function.begin, function.end))) continue;
    announced.begin_function();
    std::uint64_t address = function.begin;
    decoder.find(
        file, function,
        [&](const ZydisDecodedInstruction& i, const ZydisDecoderContext&) {
          const bool is_announced = announced.is_announced(i, address);
          address += i.length;
          return is_synchronisation(i) && !is_announced;
        },
        found);
  }
  std::vector<UnseenInstruction> assembly;
  for (const CodeRange& range : inline_assembly_of(file)) {
    decoder.find(
        file, range,
        [&](const ZydisDecodedInstruction& i, const ZydisDecoderContext& context) {
          return decoder.accesses_shared(i, context);
        },
        assembly);
  }
  // The same instruction may have been found in both ways: the one in assembly comes first then.
  for (UnseenInstruction& instruction : assembly) instruction.form = {};
  found.insert(found.begin(), assembly.begin(), assembly.end());
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.address < b.address; });
  found.erase(std::unique(found.begin(), found.end(),
                          [](const auto& a, const auto& b) { return a.address == b.address; }),
              found.end());
  return found;
}

}  // namespace skein
