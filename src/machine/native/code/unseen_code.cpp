// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/unseen_code.hpp"

#include <Zydis/Zydis.h>
#include <algorithm>

#include "machine/native/code/code_ranges.hpp"

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
     "counts references (locales, exceptions): whoever is last frees, and nobody else can tell; "
     "its "
     "locks are those of libc"},
    {"libskein-runtime.so", "is the one who sees"},
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
                     [&](const Known& k) { return file.substr(0, k.begin.size()) == k.begin; });
}

std::vector<std::uint64_t> find_unseen_code(const std::string& path) {
  std::vector<std::uint64_t> found;
  const ElfFile file(path);
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  for (const CodeRange& function : functions_of(file)) {
    const std::span<const std::uint8_t> code = file.code(function.begin, function.end);
    if (!is_candidate(code)) continue;
    for (std::size_t at = 0; at < code.size();) {
      ZydisDecodedInstruction instruction;
      if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, nullptr, code.data() + at,
                                                      code.size() - at, &instruction))) {
        break;  // not code, or newer than the decoder
      }
      if (is_synchronisation(instruction)) found.push_back(function.begin + at);
      at += instruction.length;
    }
  }
  return found;
}

}  // namespace skein
