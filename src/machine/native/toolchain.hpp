// SPDX-License-Identifier: Apache-2.0
// Compiling programs for the native machine.
//
// `skein cc` and `skein c++` stand in for gcc or clang in any build system. They add the compiler's
// own -fsanitize=thread code generation, so that every atomic operation calls a __tsan_ function,
// and link the program to our runtime, which defines those, instead of to the compiler's.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/ensure.hpp"

namespace skein {

enum class CompilerFamily { Gcc, Clang };

struct Toolchain {
  std::string compiler;  // as given to exec: "gcc", "/usr/bin/clang-19"
  CompilerFamily family = CompilerFamily::Gcc;
  std::string runtime;  // path of libskein-runtime.so
};

// The family by the compiler's name; "cc" and "c++" are followed to what they link to.
CompilerFamily family_of(const std::string& compiler);

// The compiler to use for C or C++: `wanted` if not empty ("gcc", "clang-19", a path), else
// $SKEIN_CC or $SKEIN_CXX, else gcc or g++. A plain "clang" is the version that we have a plugin
// for, if it is installed.
Toolchain find_toolchain(bool is_cxx, const std::string& wanted = "");

// The whole command line, beginning with the compiler, for a user's arguments. `own`: functions
// that the program defines itself under a name of libc's.
std::vector<std::string> compiler_command(const Toolchain& toolchain,
                                          const std::vector<std::string>& arguments,
                                          const std::set<std::string>& own = {});

// Whether a part of the program was compiled without our plugin, since there is none for its
// compiler: then some plain accesses are not seen (docs/memory.md).
bool lacks_plugin(const std::string& program);

// The folder of <skein/skein.h>, for the runtime at this path.
std::string include_folder(const std::string& runtime);

// `skein cc ...`: compiles; takes `--compiler=NAME` out of the arguments. Returns the exit status.
int run_compiler_wrapper(bool is_cxx, std::vector<std::string> arguments);

// `skein wrap COMPILER ...`: the same for a compiler that a build system chose; the build system
// puts us in front of its command. Throws UserError if there is no compiler.
int run_wrapped_compiler(std::vector<std::string> command);

// Whether the file has to be compiled before it can be run, by its extension.
bool is_source_file(const std::string& path);

struct BuildRequest {
  std::vector<std::string> sources;
  std::vector<std::string> flags;  // more arguments for the compiler
  std::string compiler;            // as for find_toolchain
  std::string output;              // path of the program to make
  std::function<bool()> is_over;   // as for run_command
};

// A compiler that failed, and what it said, which the user has seen on the standard error.
class CompilerFailure : public UserError {
 public:
  CompilerFailure(const std::string& what, std::string messages)
      : UserError(what), messages_(std::move(messages)) {}
  [[nodiscard]] const std::string& messages() const { return messages_; }

 private:
  std::string messages_;
};

// Prints what a compiler said, over the line that says that it is at work.
void show_messages(const std::string& said);

// For `skein check prog.c a.c`. Throws CompilerFailure, after the compiler's messages.
void build_program(const BuildRequest& request);

}  // namespace skein
