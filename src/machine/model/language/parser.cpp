// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/parser.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/ensure.hpp"
#include "machine/model/language/compiler.hpp"
#include "machine/model/language/syntax.hpp"

namespace skein {

ModelProgram parse_model(std::string_view text, std::string_view file_name,
                         const ModelParams& params) {
  return compile(parse_syntax(text, file_name), params);
}

ModelProgram load_model(const std::string& path, const ModelParams& params) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw UserError(fmt::format("{}: is a directory, not a model file", path));
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UserError(fmt::format("{}: cannot open: {}", path, std::strerror(errno)));
  // More than allowed is read, so that parse_syntax notices a file that is too long.
  std::string text;
  std::array<char, 1U << 16U> block;
  while (in && text.size() <= kMaxFileBytes) {
    in.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw UserError(fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
  return parse_model(text, path, params);
}

}  // namespace skein
