// SPDX-License-Identifier: Apache-2.0
#include "session/program/bitcode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>

#include "core/ensure.hpp"
#include "machine/ir/decode.hpp"
#include "machine/native/run_command.hpp"
#include "machine/native/toolchain.hpp"
#include "report/text.hpp"
#include "session/os/files.hpp"
#include "session/program/native_program.hpp"

namespace skein::session {

namespace {

namespace fs = std::filesystem;

bool has_ending(const std::string& file, std::string_view ending) {
  return fs::path(file).extension() == ending;
}

std::string clang_of(const ProgramSettings& settings, bool is_cxx) {
  if (settings.compiler) return *settings.compiler;
  return is_cxx ? "clang++-19" : "clang-19";
}

// Only clang's code generation, without any pass, but also without the attribute that would forbid
// the decoder's passes.
std::vector<std::string> command_for(const ProgramSettings& settings, const std::string& source,
                                     const std::string& output, bool has_every_inline) {
  const bool is_cxx = !has_ending(source, ".c");
  std::vector<std::string> command{clang_of(settings, is_cxx),
                                   "-c",
                                   "-emit-llvm",
                                   "-g",
                                   "-O0",
                                   "-Xclang",
                                   "-disable-O0-optnone",
                                   "-fno-discard-value-names",
                                   "-fno-vectorize",
                                   "-U_FORTIFY_SOURCE"};
  if (is_cxx) command.insert(command.end(), {"-fno-exceptions", "-fno-rtti"});
  if (has_every_inline && !is_cxx) command.emplace_back("-fgnu89-inline");
  command.push_back("-I" + include_folder(find_toolchain(is_cxx).runtime));
  for (const auto& [name, value] : settings.defines) {
    command.push_back("-D" + name + (value.empty() ? "" : "=" + value));
  }
  for (const std::string& text : settings.cflags) {
    for (std::string& flag : split_flags(text)) command.push_back(std::move(flag));
  }
  command.insert(command.end(), {source, "-o", output});
  return command;
}

// NAME=VALUE
void add_stub(ir::DecodeRequest& request, const std::string& text) {
  const std::size_t equals = text.find('=');
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  if (equals != std::string::npos && equals > 0) {
    const auto [stop, error] = std::from_chars(text.data() + equals + 1, end, value);
    if (error == std::errc{} && stop == end) {
      request.stubs[text.substr(0, equals)] = value;
      return;
    }
  }
  throw UserError(
      fmt::format("--stub: '{}' is not NAME=VALUE with a whole number", printable(text)));
}

ir::DecodeRequest compile(const ProgramSettings& settings, const std::vector<std::string>& stubs,
                          std::optional<TemporaryFolder>& folder,
                          const std::function<bool()>& is_over, bool has_every_inline) {
  std::vector<std::string> files{settings.file};
  files.insert(files.end(), settings.more_files.begin(), settings.more_files.end());
  ir::DecodeRequest request;
  for (const std::string& stub : stubs) add_stub(request, stub);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string& file = files[i];
    require_readable_file(file);
    if (has_ending(file, ".bc") || has_ending(file, ".ll")) {
      request.files.push_back(file);
      continue;
    }
    if (!is_source_file(file)) {
      throw UserError(
          fmt::format("'{}' is no source (*.c, *.cpp), no bitcode (*.bc) and no LLVM IR (*.ll)",
                      printable(file)));
    }
    if (!folder) folder.emplace();
    request.files.push_back(folder->path_of(fmt::format("{}.bc", i)));
    if (run_command(command_for(settings, file, request.files.back(), has_every_inline), is_over) !=
        0) {
      throw UserError(fmt::format("clang 19 could not compile '{}'", printable(file)));
    }
  }
  request.allows_several_definitions = has_every_inline;
  return request;
}

}  // namespace

ir::Program load_bitcode(const ProgramSettings& settings, const std::vector<std::string>& stubs,
                         std::optional<TemporaryFolder>& folder,
                         const std::function<bool()>& is_over) {
  try {
    return ir::decode(compile(settings, stubs, folder, is_over, false));
  } catch (const ir::UnknownFunction&) {
    // Perhaps a C99 inline function without an external definition in any source.
    const bool is_c = has_ending(settings.file, ".c") ||
                      std::any_of(settings.more_files.begin(), settings.more_files.end(),
                                  [](const std::string& file) { return has_ending(file, ".c"); });
    if (!is_c) throw;
    try {
      return ir::decode(compile(settings, stubs, folder, is_over, true));
    } catch (const ir::UnknownFunction&) {
      throw;  // names a function that is not inline
    } catch (const UserError&) {
      // Report the first error, which is about the unchanged program.
    }
    throw;
  }
}

}  // namespace skein::session
