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
#include "report/words/text.hpp"
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

// How the sources are compiled.
struct Variant {
  bool has_every_inline = false;  // inline functions of C99 have external definitions
  bool has_unknown_input = false;
};

// Only clang's code generation, without any pass, but also without the attribute that would forbid
// the decoder's passes.
std::vector<std::string> command_for(const ProgramSettings& settings, const std::string& source,
                                     const std::string& output, Variant variant) {
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
                                   "-U_FORTIFY_SOURCE",
                                   "-D__SKEIN_IR__"};  // skein.h: there is always a skein
  if (is_cxx) command.insert(command.end(), {"-fno-exceptions", "-fno-rtti"});
  if (variant.has_every_inline && !is_cxx) command.emplace_back("-fgnu89-inline");
  const std::string includes = include_folder(find_toolchain(is_cxx).runtime);
  command.push_back("-I" + includes);
  if (variant.has_unknown_input) {
    command.insert(command.end(), {"-include", includes + "/skein/unknown_input.h"});
  }
  if (settings.unknown_arguments) {
    command.insert(command.end(),
                   {"-include", includes + "/skein/unknown_arguments.h",
                    fmt::format("-DSKEIN_UNKNOWN_ARGUMENTS={}", *settings.unknown_arguments)});
  }
  if (settings.unknown_locals) command.emplace_back("-ftrivial-auto-var-init=zero");
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
                          const std::function<bool()>& is_over, Variant variant) {
  std::vector<std::string> files{settings.file};
  files.insert(files.end(), settings.more_files.begin(), settings.more_files.end());
  if (settings.unknown_arguments) {
    files.push_back(include_folder(find_runtime()) + "/skein/unknown_arguments.c");
  }
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
      throw UserError(fmt::format(
          "'{}' is not a source (*.c, *.cpp), bitcode (*.bc) or LLVM IR (*.ll)", printable(file)));
    }
    if (!folder) folder.emplace();
    request.files.push_back(folder->path_of(fmt::format("{}.bc", i)));
    const std::string errors = request.files.back() + ".errors";
    const int status =
        run_command(command_for(settings, file, request.files.back(), variant), is_over, errors);
    const std::string said = read_whole_file(errors).value_or("");
    show_messages(said);
    if (status != 0) {
      throw CompilerFailure(fmt::format("clang 19 could not compile '{}'", printable(file)), said);
    }
  }
  request.has_unknown_input = variant.has_unknown_input;
  request.has_unknown_locals = settings.unknown_locals;
  request.allows_several_definitions = variant.has_every_inline;
  return request;
}

bool is_c(const ProgramSettings& settings) {
  return has_ending(settings.file, ".c") ||
         std::any_of(settings.more_files.begin(), settings.more_files.end(),
                     [](const std::string& file) { return has_ending(file, ".c"); });
}

}  // namespace

ir::Program load_bitcode(const ProgramSettings& settings, const std::vector<std::string>& stubs,
                         std::optional<TemporaryFolder>& folder,
                         const std::function<bool()>& is_over, TakesInput takes_input) {
  const auto load = [&](Variant variant) {
    ir::DecodeRequest request = compile(settings, stubs, folder, is_over, variant);
    request.large_locals_are_blocks = takes_input == TakesInput::IfRead;  // for `prove`
    ir::Program program = ir::decode(request);
    program.has_unknown_input = variant.has_unknown_input;
    return program;
  };
  require_c_for_unknown(settings);
  const bool always = settings.unknown_input;
  try {
    ir::Program program = load({false, always});
    if (always || takes_input == TakesInput::IfNeeded || !program.reads_input ||
        !is_all_c(settings)) {
      return program;
    }
    try {
      return load({false, true});
    } catch (const UserError&) {
      return program;  // with names of its own in the way
    }
  } catch (const ir::UnknownFunction&) {
    if (!is_c(settings)) throw;
    // Perhaps a function that reads, or a C99 inline function without an external definition in
    // any source.
    for (const Variant variant :
         {Variant{false, true}, Variant{true, always}, Variant{true, true}}) {
      try {
        return load(variant);
      } catch (const ir::UnknownFunction&) {
        if (variant.has_every_inline && variant.has_unknown_input) throw;  // is really unknown
      } catch (const UserError&) {
        continue;  // the first error is reported: it is about the unchanged program
      }
    }
    throw;
  }
}

}  // namespace skein::session
