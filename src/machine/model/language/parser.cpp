// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/parser.hpp"

#include <fmt/format.h>

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
  // One byte more than allowed, so that parse_syntax notices a file that is too long.
  std::string text(kMaxFileBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) throw UserError(fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return parse_model(text, path, params);
}

}  // namespace skein
