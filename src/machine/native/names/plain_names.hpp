// SPDX-License-Identifier: Apache-2.0
// Names of C++ functions and types as people say them: without the library's default arguments,
// inline namespaces and marks of the compiler, and no longer than a line.
#pragma once

#include <string>
#include <string_view>

namespace skein {

// The name as it was written, of the linker's name.
[[nodiscard]] std::string demangled(const char* name);

// "Queue<std::string>::push(std::string)", of a demangled name. Long lists of arguments become
// "<...>" and "(...)".
[[nodiscard]] std::string plain_function(std::string_view name);
// plain_function() without parameters: "Queue<int>::push".
[[nodiscard]] std::string plain_function_name(std::string_view name);
// "next_id()::counter", of a variable. Those that are the C++ library's own are "std's internal".
[[nodiscard]] std::string plain_variable(std::string_view name);
// "std::vector::back", of a whole signature as __PRETTY_FUNCTION__ has it.
[[nodiscard]] std::string function_in_signature(std::string_view signature);
// Whether the name is that of a lambda expression's function.
[[nodiscard]] bool is_lambda(std::string_view name);
// Whether the named function destroys what a lambda expression has captured.
[[nodiscard]] bool is_lambda_destructor(std::string_view name);

// "std::runtime_error", of what std::type_info calls it.
[[nodiscard]] std::string plain_type_of(const std::string& type_info_name);

// "packaged_task", "map node", of a type's name in the debug information.
[[nodiscard]] std::string plain_type(std::string_view name);

}  // namespace skein
