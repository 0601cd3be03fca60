// SPDX-License-Identifier: Apache-2.0
// The names of an enumeration's values, as the source writes them: for files, where a name stays
// the same when values are added, which a number does not.
#pragma once

#include <array>
#include <cstddef>
#include <source_location>
#include <string_view>
#include <utility>

namespace skein {

// The enumerator's name as the compiler writes it: gcc ends the text with
// "[with auto kValue = skein::ViolationCode::Leak; ...]", clang with
// "[kValue = skein::ViolationCode::Leak]".
template <auto kValue>
constexpr std::string_view enumerator_name() {
  std::string_view text = std::source_location::current().function_name();
  constexpr std::string_view kParameter = "kValue = ";
  text.remove_prefix(text.find(kParameter) + kParameter.size());
  text = text.substr(0, text.find_first_of(";]"));
  return text.substr(text.rfind(':') + 1);
}

template <class Enum, std::size_t... kNumbers>
constexpr auto enumerator_names(std::index_sequence<kNumbers...> /*values*/) {
  return std::array{enumerator_name<static_cast<Enum>(kNumbers)>()...};
}

// By value. REQUIRES: the values are 0 to kCount - 1.
template <class Enum, std::size_t kCount>
inline constexpr auto kEnumeratorNames = enumerator_names<Enum>(std::make_index_sequence<kCount>());

}  // namespace skein
