// From bitcode to a Program. The decoder needs libLLVM, which takes 20 ms to load; it is a library
// of its own, loaded when it is needed, so that no other command pays for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "machine/ir/program.hpp"

namespace skein::ir {

struct DecodeRequest {
  std::vector<std::string> files;             // *.bc or *.ll
  std::map<std::string, std::int64_t> stubs;  // functions that only return a value
};

// Reads, links and decodes. Throws UserError with the name and the place of what is not supported.
[[nodiscard]] Program decode(const DecodeRequest& request);

}  // namespace skein::ir

// In the library: false and a message if it fails.
extern "C" bool skein_ir_decode(const skein::ir::DecodeRequest* request,
                                skein::ir::Program* program, std::string* error);
