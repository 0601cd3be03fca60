// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/decode.hpp"

#include "core/ensure.hpp"
#include "machine/plugin.hpp"

namespace skein::ir {

namespace {

using Decode = bool (*)(const DecodeRequest*, Program*, std::string*, bool*);

Decode load_decoder() {
  try {
    return reinterpret_cast<Decode>(load_function("libskein-ir-decoder.so", "skein_ir_decode"));
  } catch (const UserError& error) {
    throw UserError(std::string(error.what()) + " (LLVM 19; Debian: libllvm19)");
  }
}

}  // namespace

Program decode(const DecodeRequest& request) {
  static const Decode kDecode = load_decoder();
  Program program;
  std::string error;
  bool is_unknown_function = false;
  if (!kDecode(&request, &program, &error, &is_unknown_function)) {
    if (is_unknown_function) throw UnknownFunction(error);
    throw UserError(error);
  }
  return program;
}

}  // namespace skein::ir
