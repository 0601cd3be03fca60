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
#include <vector>

namespace skein {

enum class CompilerFamily { Gcc, Clang };

struct Toolchain {
  std::string compiler;  // as given to exec: "gcc", "/usr/bin/clang-19"
  CompilerFamily family = CompilerFamily::Gcc;
  std::string runtime;  // path of libskein-runtime.so
};

// gcc's or clang's way, by the compiler's name; what "cc" and "c++" lead to is looked at.
CompilerFamily family_of(const std::string& compiler);

// The compiler to use for C or C++: `wanted` if not empty ("gcc", "clang-19", a path), else
// $SKEIN_CC or $SKEIN_CXX, else gcc or g++.
Toolchain find_toolchain(bool is_cxx, const std::string& wanted = "");

// The whole command line, the compiler first, for the arguments a user gave. `own`: functions with
// names of libc's that the program defines itself.
std::vector<std::string> compiler_command(const Toolchain& toolchain,
                                          const std::vector<std::string>& arguments,
                                          const std::set<std::string>& own = {});

// Runs a command to its end, its output where ours goes; gives its exit status, 127 if there is
// none. With `is_over`, the command and all that it starts are a process group of their own, which
// is ended once there is no more time for it: then Stopped is thrown.
// What it says on the standard error goes to the file `errors`, if that is given.
int run_command(const std::vector<std::string>& command, const std::function<bool()>& is_over = {},
                const std::string& errors = "");

// Where <skein/skein.h> is, for the runtime at this path.
std::string include_folder(const std::string& runtime);

// `skein cc ...`: compiles; takes `--compiler=NAME` out of the arguments. Returns the exit status.
int run_compiler_wrapper(bool is_cxx, std::vector<std::string> arguments);

// `skein wrap COMPILER ...`: the same for a compiler that a build system chose, in front of whose
// command it puts us. Throws UserError if there is no compiler.
int run_wrapped_compiler(std::vector<std::string> command);

// Whether the file is to be compiled before it can be run, by its ending.
bool is_source_file(const std::string& path);

struct BuildRequest {
  std::vector<std::string> sources;
  std::vector<std::string> flags;  // more arguments for the compiler
  std::string compiler;            // as for find_toolchain
  std::string output;              // path of the program to make
  std::function<bool()> is_over;   // as for run_command
};

// For `skein check prog.c a.c`. Throws UserError if the compiler fails; it has said why.
void build_program(const BuildRequest& request);

}  // namespace skein
