// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/section_functions.hpp"

#include <cctype>

namespace skein {

namespace {

constexpr std::string_view kPrefix = "__VERIFIER_atomic_";
constexpr std::string_view kAssumption = "assume_abort_if_not";

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The text after the prefix: the rest of a name, then other text.
bool names_call(std::string_view rest) {
  for (const std::string_view call : {"begin", "end"}) {
    if (rest.substr(0, call.size()) != call) continue;
    if (rest.size() == call.size() || !is_of_name(rest[call.size()])) return true;
  }
  return false;
}

// The name in the source, for a function outside classes and namespaces: C++ prepends _Z, perhaps L
// (for static), and the length, and appends the types.
std::string_view source_name(std::string_view symbol) {
  if (symbol.substr(0, 2) != "_Z") return symbol;
  std::string_view rest = symbol.substr(2);
  if (!rest.empty() && rest[0] == 'L') rest.remove_prefix(1);
  std::size_t size = 0;
  while (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest[0])) != 0) {
    size = 10 * size + static_cast<std::size_t>(rest[0] - '0');
    rest.remove_prefix(1);
  }
  return rest.substr(0, size);
}

bool is_section_function(std::string_view symbol) {
  const std::string_view name = source_name(symbol);
  return name.substr(0, kPrefix.size()) == kPrefix && !names_call(name.substr(kPrefix.size()));
}

// In C, as for `verify`. Parts that the compiler split off have a dot in their names.
bool is_assumption_function(std::string_view symbol) {
  return symbol.substr(0, symbol.find('.')) == kAssumption;
}

}  // namespace

std::vector<CodeRange> section_functions_of(const std::string& program) {
  return functions_named(ElfFile(program), kPrefix, is_section_function);
}

std::vector<CodeRange> assumption_functions_of(const std::string& program) {
  return functions_named(ElfFile(program), kAssumption, is_assumption_function);
}

bool names_section_function(std::string_view source) {
  if (source.find(kAssumption) != std::string_view::npos) return true;
  for (std::size_t at = source.find(kPrefix); at != std::string_view::npos;
       at = source.find(kPrefix, at + 1)) {
    if (!names_call(source.substr(at + kPrefix.size()))) return true;
  }
  return false;
}

}  // namespace skein
