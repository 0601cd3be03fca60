// SPDX-License-Identifier: Apache-2.0
#include "machine/native/toolchain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <unistd.h>

#include "core/ensure.hpp"
#include "machine/native/code/code_ranges.hpp"
#include "machine/native/code/section_functions.hpp"
#include "machine/native/process/executor.hpp"
#include "machine/native/run_command.hpp"
#include "runtime/intercept/libc/watched_functions.hpp"

namespace skein {

namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 2> kEveryInline{"-fgnu89-inline", "-Wl,-z,muldefs"};

const char* from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

bool has_flag(const std::vector<std::string>& arguments, const char* prefix) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string& a) { return a.rfind(prefix, 0) == 0; });
}

bool has_exactly(const std::vector<std::string>& arguments, const char* flag) {
  return std::find(arguments.begin(), arguments.end(), flag) != arguments.end();
}

// Whether the command has something to compile or link. `gcc -v` has not, and must not be changed.
bool has_input(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (a == "-o" || a == "-x" || a == "-I" || a == "-D" || a == "-U" || a == "-L" || a == "-MF" ||
        a == "-MT" || a == "-MQ" || a == "-include" || a == "-isystem") {
      ++i;
    } else if (a == "-" || (!a.empty() && a[0] != '-')) {
      return true;
    }
  }
  return false;
}

bool links(const std::vector<std::string>& arguments) {
  for (const char* flag : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"}) {
    if (has_exactly(arguments, flag)) return false;
  }
  return has_input(arguments);
}

}  // namespace

// PREFIX/include for the runtime in PREFIX/lib/skein; the source folder's for one in a build
// folder.
std::string include_folder(const std::string& runtime) {
  const fs::path installed =
      fs::path(runtime).parent_path().parent_path().parent_path() / "include";
#ifdef SKEIN_INCLUDE_DIR
  if (!fs::exists(installed / "skein" / "skein.h")) return SKEIN_INCLUDE_DIR;
#endif
  return installed.string();
}

// The path of `program`, found as a shell would find it; empty if there is none.
fs::path found_in_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* path = from_environment("PATH");
  std::string rest = path != nullptr ? path : "/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= rest.size();) {
    const std::size_t end = std::min(rest.find(':', begin), rest.size());
    fs::path file = fs::path(rest.substr(begin, end - begin)) / program;
    if (::access(file.c_str(), X_OK) == 0) return file;
    begin = end + 1;
  }
  return {};
}

namespace {

// The folder of our variants of C++ library headers (cmake/native.cmake), if there is one for the
// version in use: the version in the compiler's name, else the newest.
std::string library_headers(const Toolchain& toolchain) {
  const fs::path folder = fs::path(toolchain.runtime).parent_path() / "skein-c++";
  const std::string& name = toolchain.compiler;
  const auto dash = toolchain.family == CompilerFamily::Gcc ? name.rfind("g++-") : name.npos;
  if (dash != std::string::npos) {
    const fs::path exact = folder / name.substr(dash + 4);
    return fs::exists(exact) ? exact.string() : std::string();
  }
  std::error_code error;
  int newest = 0;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    newest = std::max(newest, std::atoi(entry.path().filename().c_str()));
  }
  return newest == 0 ? std::string() : (folder / std::to_string(newest)).string();
}

// The major version in a compiler's path: /usr/bin/x86_64-linux-gnu-g++-12,
// /usr/lib/llvm-19/bin/clang.
std::string version_in(const fs::path& compiler) {
  const std::string path = compiler.string();
  for (const std::string mark : {"gcc-", "g++-", "clang-", "clang++-", "llvm-"}) {
    const auto at = path.rfind(mark);
    if (at == path.npos) continue;
    const auto begin = at + mark.size();
    const auto end = path.find_first_not_of("0123456789", begin);
    if (end != begin) return path.substr(begin, end == path.npos ? end : end - begin);
  }
  return "";
}

// A symbol in what was compiled without our plugin.
constexpr std::string_view kWithoutPlugin = "skein_without_plugin";

// Our plugin for this compiler (src/machine/native/plugins); empty if there is none for its
// version.
std::string plugin_for(const Toolchain& toolchain) {
  std::error_code error;
  const fs::path real = fs::canonical(found_in_path(toolchain.compiler), error);
  if (error) return "";
  const char* const family = toolchain.family == CompilerFamily::Clang ? "clang-" : "gcc-";
  const fs::path plugin = fs::path(toolchain.runtime).parent_path() / "skein-plugins" /
                          (family + version_in(real) + ".so");
  return fs::exists(plugin, error) ? plugin.string() : "";
}

// "clang-19" for "clang", if we have a plugin for that one only, and it is installed.
void prefer_plugin(Toolchain& toolchain) {
  const std::string name = toolchain.compiler;
  if ((name != "clang" && name != "clang++") || !plugin_for(toolchain).empty()) return;
  std::error_code error;
  const fs::path folder = fs::path(toolchain.runtime).parent_path() / "skein-plugins";
  for (const auto& plugin : fs::directory_iterator(folder, error)) {
    const std::string stem = plugin.path().stem().string();  // "clang-19"
    if (!stem.starts_with("clang-")) continue;
    const std::string other = name + stem.substr(stem.find('-'));
    if (!found_in_path(other).empty()) toolchain.compiler = other;
  }
}

}  // namespace

bool lacks_plugin(const std::string& program) {
  bool is_marked = false;
  ElfFile(program).for_each_symbol(
      [&](const Elf64_Sym&, std::string_view name, bool) { is_marked |= name == kWithoutPlugin; });
  return is_marked;
}

CompilerFamily family_of(const std::string& compiler) {
  std::string name = fs::path(compiler).filename().string();
  if (name == "cc" || name == "c++") {
    std::error_code error;
    const fs::path real = fs::canonical(found_in_path(compiler), error);
    if (!error) name = real.filename().string();
  }
  return name.find("clang") != std::string::npos ? CompilerFamily::Clang : CompilerFamily::Gcc;
}

Toolchain find_toolchain(bool is_cxx, const std::string& wanted) {
  Toolchain toolchain;
  toolchain.runtime = fs::canonical(find_runtime()).string();
  toolchain.compiler = wanted;
  if (toolchain.compiler.empty()) {
    const char* given = from_environment(is_cxx ? "SKEIN_CXX" : "SKEIN_CC");
    toolchain.compiler = given != nullptr ? given : is_cxx ? "g++" : "gcc";
  }
  const std::string name = fs::path(toolchain.compiler).filename().string();
  toolchain.family = family_of(toolchain.compiler);
  // "--compiler=gcc" for C++ means g++, with the same version.
  if (is_cxx && name.find("++") == std::string::npos) {
    std::string& c = toolchain.compiler;
    const bool is_clang = toolchain.family == CompilerFamily::Clang;
    const std::string from = is_clang ? "clang" : "gcc";
    if (const auto at = c.rfind(from); at != std::string::npos) {
      c.replace(at, from.size(), is_clang ? "clang++" : "g++");
    }
  }
  prefer_plugin(toolchain);
  return toolchain;
}

namespace {

// Redirects calls of the watched functions to the runtime, except for the program's own functions.
std::string wrap_option(const std::set<std::string>& own) {
  std::string option = "-Wl";
  for (const std::string_view function : kWatchedFunctions) {
    const std::string name(function);
    if (!own.contains(name)) option += ",--wrap=" + name;
  }
  return option;
}

// The output file of the linker.
std::string output_of(const std::vector<std::string>& arguments) {
  for (std::size_t i = arguments.size(); i-- > 0;) {
    if (arguments[i] == "-o" && i + 1 < arguments.size()) return arguments[i + 1];
    if (arguments[i].rfind("-o", 0) == 0 && arguments[i].size() > 2) return arguments[i].substr(2);
  }
  return "a.out";
}

// The watched functions that a program defines itself. A program's own getline is not libc's, and
// calls from the program's other files must reach it.
std::set<std::string> own_functions(const std::string& program) {
  std::set<std::string> own;
  for (std::string& name : global_functions(ElfFile(program))) {
    if (std::find(std::begin(kWatchedFunctions), std::end(kWatchedFunctions), name) !=
        std::end(kWatchedFunctions)) {
      own.insert(std::move(name));
    }
  }
  return own;
}

// Runs the compiler; `run` gets the command. The program's own functions are known only after
// linking. If there are some, everything is compiled again without redirecting their calls.
template <class Run>
int compile(const Toolchain& toolchain, const std::vector<std::string>& arguments, Run run) {
  const int status = run(compiler_command(toolchain, arguments));
  if (status != 0 || !links(arguments)) return status;
  const std::set<std::string> own = own_functions(output_of(arguments));
  return own.empty() ? status : run(compiler_command(toolchain, arguments, own));
}

bool has_section_functions(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& a) {
    if (!is_source_file(a)) return false;
    std::ifstream file(a, std::ios::binary);
    return names_section_function(
        std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
  });
}

// Whether an argument names the macro: -D, -U, -Wp,-D.
bool names_macro(const std::vector<std::string>& arguments, std::string_view macro) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string& a) { return a.find(macro) != std::string::npos; });
}

}  // namespace

std::vector<std::string> compiler_command(const Toolchain& toolchain,
                                          const std::vector<std::string>& arguments,
                                          const std::set<std::string>& own) {
  std::vector<std::string> command{toolchain.compiler};
  if (!has_input(arguments)) {
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
  }
  if (has_exactly(arguments, "-static")) {
    throw UserError("skein cc: a statically linked program cannot run under skein; drop -static");
  }
  if (!has_flag(arguments, "-g")) command.emplace_back("-g");
  // libstdc++ checks what its functions require: back() of an empty vector is then told as such.
  // Without a value, as programs define it themselves.
  if (!names_macro(arguments, "_GLIBCXX_ASSERTIONS")) {
    command.emplace_back("-D_GLIBCXX_ASSERTIONS=");
  }
  command.insert(command.end(), {"-fsanitize=thread", "-pthread"});
  const fs::path folder = fs::path(toolchain.runtime).parent_path();
  const bool is_clang = toolchain.family == CompilerFamily::Clang;
  if (const std::string plugin = plugin_for(toolchain); !plugin.empty()) {
    command.push_back((is_clang ? "-fpass-plugin=" : "-fplugin=") + plugin);
  } else {
    command.push_back("-Wa,--defsym," + std::string(kWithoutPlugin) + "=1");
  }
  if (is_clang) {
    // Without the first option, the read of `x++` is not announced.
    command.insert(command.end(),
                   {"-mllvm", "-tsan-instrument-read-before-write=1", "-fno-sanitize-link-runtime",
                    "-Qunused-arguments", "-fno-integrated-as"});
    // It does not know a section that clang writes for other linkers.
    command.emplace_back("-Wa,--no-warn");
  } else {
    // It warns of fences, which ThreadSanitizer does not know; our runtime does.
    command.emplace_back("-Wno-tsan");
    // In this folder gcc finds our runtime under the name of gcc's.
    const std::string stand_in = (folder / "skein-gcc").string();
    command.insert(command.end(), {"-B" + stand_in});
    if (links(arguments)) command.push_back("-L" + stand_in);
    // gcc does not announce the code that it generates for these functions.
    for (const std::string_view function : kNotBuiltIn) {
      command.push_back("-fno-builtin-" + std::string(function));
    }
    // Other tools, such as configure scripts, read the output of the preprocessor.
    if (names_macro(arguments, "_FORTIFY_SOURCE") && !has_exactly(arguments, "-E") &&
        !has_exactly(arguments, "-M") && !has_exactly(arguments, "-MM")) {
      command.insert(command.end(),
                     {"-include", include_folder(toolchain.runtime) + "/skein/fortified.h"});
    }
  }
  // The assembler there marks inline assembly (machine/native/assembler).
  command.push_back("-B" + (folder / "skein-as").string());
  command.insert(command.end(), arguments.begin(), arguments.end());
  if (has_section_functions(arguments)) {
    // These functions are recognised by their call sites and by their addresses.
    command.emplace_back("-fno-inline");
    if (!is_clang) command.emplace_back("-fno-ipa-icf");
  }
  // Vector instructions access several variables at once, some of them under a mask, which neither
  // compiler announces. Behind the arguments: clang takes -O2 for a wish to have them.
  if (is_clang) {
    command.insert(command.end(), {"-fno-vectorize", "-fno-slp-vectorize"});
  } else {
    command.emplace_back("-fno-tree-vectorize");
  }
  command.push_back("-I" + include_folder(toolchain.runtime));
  // They are variants of libstdc++'s.
  const bool has_libcxx = has_exactly(arguments, "-stdlib=libc++");
  if (const std::string headers = library_headers(toolchain); !has_libcxx && !headers.empty()) {
    command.push_back("-I" + headers);
  }
  if (links(arguments)) {
    if (is_clang) command.insert(command.end(), {"-L" + folder.string(), "-lskein-runtime"});
    command.push_back("-Wl,-rpath," + folder.string());
    command.push_back(wrap_option(own));
    command.push_back("-Wl,@" + (folder / "skein-c++" / "library.wrap").string());
  }
  return command;
}

int run_compiler_wrapper(bool is_cxx, std::vector<std::string> arguments) {
  std::string wanted;
  std::erase_if(arguments, [&](const std::string& a) {
    constexpr std::string_view kOption = "--compiler=";
    if (a.rfind(kOption, 0) != 0) return false;
    wanted = a.substr(kOption.size());
    return true;
  });
  return compile(find_toolchain(is_cxx, wanted), arguments,
                 [](const std::vector<std::string>& command) { return run_command(command); });
}

int run_wrapped_compiler(std::vector<std::string> command) {
  if (command.empty()) throw UserError("wrap: a compiler's command is missing after it");
  Toolchain toolchain;
  toolchain.runtime = fs::canonical(find_runtime()).string();
  toolchain.compiler = command.front();
  toolchain.family = family_of(toolchain.compiler);
  command.erase(command.begin());
  return compile(toolchain, command,
                 [](const std::vector<std::string>& line) { return run_command(line); });
}

constexpr const char* kStandardCxx = "-std=gnu++20";

void show_messages(const std::string& said) {
  if (said.empty()) return;
  if (isatty(STDERR_FILENO) != 0) std::fputs("\r\x1b[K", stderr);
  std::fputs(said.c_str(), stderr);
}

bool is_source_file(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  static constexpr const char* kEndings[] = {".c", ".cc",  ".cpp", ".cxx",
                                             ".C", ".c++", ".i",   ".ii"};
  return std::find(std::begin(kEndings), std::end(kEndings), ending) != std::end(kEndings);
}

void build_program(const BuildRequest& request) {
  const bool is_cxx =
      std::any_of(request.sources.begin(), request.sources.end(), [](const std::string& s) {
        const std::string ending = fs::path(s).extension().string();
        return ending != ".c" && ending != ".i" && ending != ".o" && ending != ".a";
      });
  const Toolchain toolchain = find_toolchain(is_cxx, request.compiler);
  // C++20 if nothing else is asked for: std::jthread, latches and barriers are there. Older
  // programs need not hear what it deprecates.
  std::vector<std::string> arguments;
  if (is_cxx) {
    const bool is_clang = toolchain.family == CompilerFamily::Clang;
    arguments = {kStandardCxx, is_clang ? "-Wno-deprecated-volatile" : "-Wno-volatile"};
  }
  arguments.insert(arguments.end(), request.flags.begin(), request.flags.end());
  arguments.insert(arguments.end(), request.sources.begin(), request.sources.end());
  arguments.insert(arguments.end(), {"-o", request.output});
  // Messages go to a file first, because the compiler may have to run again with another command.
  const std::string errors = request.output + ".errors";
  if (isatty(STDERR_FILENO) != 0) arguments.emplace_back("-fdiagnostics-color=always");
  const auto run = [&](std::string& said) {
    const int status = compile(toolchain, arguments, [&](const std::vector<std::string>& command) {
      return run_command(command, request.is_over, errors);
    });
    std::ifstream file(errors);
    said.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    fs::remove(errors);
    return status;
  };
  std::string said;
  int status = run(said);
  if (status != 0 && is_cxx && said.find(kStandardCxx) != std::string::npos) {
    arguments.erase(arguments.begin(), arguments.begin() + 2);  // a compiler without it
    status = run(said);
  }
  if (status != 0 && !is_cxx && said.find("undefined reference") != std::string::npos) {
    // Perhaps a C99 inline function without an external definition in any source: without
    // optimisation the compiler still calls it. So each source gets a definition, and the linker
    // takes the first.
    arguments.insert(arguments.end(), kEveryInline.begin(), kEveryInline.end());
    std::string said_now;
    if (run(said_now) == 0) {
      status = 0;
      said = said_now +
             "skein: note: inline functions without an external definition: compiled with "
             "-fgnu89-inline\n";
    }
  }
  show_messages(said);
  if (status != 0) {
    throw CompilerFailure(fmt::format("{} failed with status {}", toolchain.compiler, status),
                          said);
  }
}

}  // namespace skein
