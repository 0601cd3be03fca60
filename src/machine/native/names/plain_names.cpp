// SPDX-License-Identifier: Apache-2.0
#include "machine/native/names/plain_names.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <utility>
#include <vector>

namespace skein {

namespace {

constexpr std::size_t kLongestArguments = 30;
constexpr std::size_t kLongestParameters = 40;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

// Arguments of templates that are almost always the default.
bool is_default_argument(std::string_view argument) {
  for (const std::string_view name : {"std::allocator<", "std::char_traits<", "std::less<",
                                      "std::hash<", "std::equal_to<", "std::default_delete<"}) {
    if (argument.starts_with(name)) return true;
  }
  return argument.find("_Lock_policy)") != std::string_view::npos;
}

// Reads a name from left to right; each list of template arguments becomes shorter on the way.
class Shortener {
 public:
  explicit Shortener(std::string_view text) : text_(text) {}

  std::string name() { return until("", kLongestArguments); }

 private:
  // Up to one of the characters at this level, which is not read.
  std::string until(std::string_view stops, std::size_t longest) {
    std::string result;
    while (at_ < text_.size() && stops.find(text_[at_]) == std::string_view::npos) {
      if (text_.substr(at_).starts_with("operator")) {
        copy_operator(result);
      } else if (text_[at_] == '<') {
        ++at_;
        result += arguments(longest);
      } else if (text_[at_] == '(' || text_[at_] == '{' || text_[at_] == '[') {
        const char close = text_[at_] == '(' ? ')' : text_[at_] == '{' ? '}' : ']';
        result += text_[at_++];
        result += until(std::string_view(&close, 1), longest);
        if (at_ < text_.size()) result += text_[at_++];
      } else {
        result += text_[at_++];
      }
    }
    return result;
  }

  // "operator<", "operator()": not brackets.
  void copy_operator(std::string& result) {
    result += "operator";
    at_ += 8;
    if (text_.substr(at_).starts_with("()")) {
      result += "()";
      at_ += 2;
    }
    while (at_ < text_.size() && std::string_view("<>=-!").find(text_[at_]) != std::string::npos) {
      result += text_[at_++];
    }
  }

  // After "<", up to and including ">".
  std::string arguments(std::size_t longest) {
    std::vector<std::string> list;
    while (at_ < text_.size() && text_[at_] != '>') {
      std::string one = until(",>", longest);
      while (one.starts_with(' ')) one.erase(0, 1);
      while (one.ends_with(' ')) one.pop_back();
      if (list.empty() || !is_default_argument(one)) list.push_back(std::move(one));
      if (at_ < text_.size() && text_[at_] == ',') ++at_;
    }
    if (at_ < text_.size()) ++at_;
    std::string joined;
    for (const std::string& one : list) joined += (joined.empty() ? "" : ", ") + one;
    return joined.size() > longest ? "<...>" : "<" + joined + ">";
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Where the parameters begin: the last pair of parentheses, since a lambda has other pairs before,
// as in "main::{lambda()#1}::operator()() const". npos if there are none.
std::size_t parameters_of(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] != '(' || depth == 0) continue;
    if (--depth == 0) return i;
  }
  return std::string_view::npos;
}

// Functions made of templates are mangled with their result.
std::string without_result(std::string text) {
  std::size_t depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.compare(i, 8, "operator") == 0) break;
    if (c == '<' || c == '{' || c == '[') ++depth;
    if ((c == '>' || c == '}' || c == ']') && depth > 0) --depth;
    if (depth > 0) continue;
    if (c == '(') break;
    if (c == ' ') begin = i + 1;
  }
  return text.substr(begin);
}

std::string common(std::string_view name) {
  std::string text(name);
  replace_all(text, "[abi:cxx11]", "");
  replace_all(text, "std::__cxx11::", "std::");
  replace_all(text, "std::__1::", "std::");
  replace_all(text, "std::basic_string<char, std::char_traits<char>, std::allocator<char> >",
              "std::string");
  replace_all(text, "std::basic_string<char, std::char_traits<char>, std::allocator<char>>",
              "std::string");
  replace_all(text, "(anonymous namespace)::", "");
  if (const std::size_t clone = text.find(" [clone"); clone != std::string::npos) {
    text.resize(clone);
  }
  // gcc makes a function of each parallel region.
  if (const std::size_t region = text.find("._omp_fn."); region != std::string::npos) {
    text.resize(region);
  }
  return Shortener(text).name();
}

}  // namespace

std::string demangled(const char* name) {
  if (name[0] != '_' || name[1] != 'Z') return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : std::string(name);
}

std::string plain_function(std::string_view name) {
  std::string text = without_result(common(name));
  const std::size_t begin = parameters_of(text);
  if (begin == std::string::npos) return text;
  const std::size_t end = text.rfind(')');
  if (end - begin > kLongestParameters) text.replace(begin, end - begin + 1, "(...)");
  return text;
}

std::string plain_function_name(std::string_view name) {
  std::string text = without_result(common(name));
  const std::size_t begin = parameters_of(text);
  if (begin != std::string::npos) text.resize(begin);
  return text;
}

std::string plain_variable(std::string_view name) {
  if (name.starts_with("std::__") || name.starts_with("__gnu_cxx::")) return "std's internal";
  return without_result(common(name));
}

std::string function_in_signature(std::string_view signature) {
  // gcc ends it with "[with T = int]", clang with "[T = int]".
  signature = signature.substr(0, signature.find(" ["));
  std::string name;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < signature.size(); ++i) {
    if (signature.substr(i).starts_with("operator")) {
      const std::size_t end = signature.find('(', i + 9);  // not that of "operator()"
      return name + std::string(signature.substr(i, end == signature.npos ? end : end - i));
    }
    const char c = signature[i];
    if (c == '<') ++depth;
    if (depth == 0) {
      if (c == '(') break;
      if (c == ' ' || c == '&' || c == '*') {
        name.clear();  // that was the result
      } else {
        name += c;
      }
    }
    if (c == '>' && depth > 0) --depth;
  }
  return name;
}

namespace {

// Whether the name has the member of a lambda expression's type: gcc says main::{lambda()#1}, clang
// main::$_0.
bool is_member_of_lambda(std::string_view name, std::string_view member) {
  const std::size_t at = name.rfind(member);
  if (at == std::string_view::npos || at == 0) return false;
  const std::size_t begin = name.rfind("::", at - 1);
  return name.substr(0, at).ends_with("}") ||
         (begin != std::string_view::npos && name.substr(begin + 2, 1) == "$");
}

}  // namespace

bool is_lambda(std::string_view name) { return is_member_of_lambda(name, "::operator()"); }

bool is_lambda_destructor(std::string_view name) { return is_member_of_lambda(name, "::~"); }

std::string plain_type_of(const std::string& type_info_name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(type_info_name.c_str(), nullptr, nullptr, &status), &std::free);
  return common(status == 0 && text != nullptr ? text.get() : type_info_name.c_str());
}

std::string plain_type(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kNodes = {{
      {"_Rb_tree_node<", "map node"},
      {"_List_node<", "list node"},
      {"_Fwd_list_node<", "list node"},
      {"_Hash_node<", "hash node"},
      {"_State_impl<", "thread state"},
      {"_Task_state<", "task state"},
      {"_Async_state_impl<", "async state"},
      {"_Deferred_state<", "async state"},
      {"_Sp_counted_", "shared_ptr"},
  }};
  for (const auto& [prefix, words] : kNodes) {
    if (name.starts_with(prefix)) return std::string(words);
  }
  constexpr std::size_t kLongest = 24;
  std::string text = common(name);
  if (text.size() > kLongest) text.resize(std::min(text.size(), text.find('<')));
  return text;
}

}  // namespace skein
