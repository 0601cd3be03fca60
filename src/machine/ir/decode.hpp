// SPDX-License-Identifier: Apache-2.0
// Decodes bitcode to a Program. The decoder needs libLLVM, which takes 20 ms to load; it is a
// separate library, loaded on demand, so that no other command pays for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/ensure.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::ir {

struct DecodeRequest {
  std::vector<std::string> files;             // *.bc or *.ll
  std::map<std::string, std::int64_t> stubs;  // functions that only return a value
  bool allows_several_definitions = false;    // of one function; the last one is used
  bool has_unknown_input = false;             // include/skein/unknown_input.h
  bool has_unknown_locals = false;            // see decoder/unknown_locals.hpp
  bool large_locals_are_blocks = false;       // arrays of more than 4,096 elements: can be folded
};

// The program calls a function that is not defined anywhere.
class UnknownFunction : public UserError {
 public:
  using UserError::UserError;
};

// Reads, links and decodes. Throws UserError with the name and place of an unsupported construct.
[[nodiscard]] Program decode(const DecodeRequest& request);

}  // namespace skein::ir

// In the library: false and a message if it fails, and whether the reason is an unknown function.
extern "C" bool skein_ir_decode(const skein::ir::DecodeRequest* request,
                                skein::ir::Program* program, std::string* error,
                                bool* is_unknown_function);
