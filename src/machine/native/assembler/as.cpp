// SPDX-License-Identifier: Apache-2.0
// The assembler of programs that `skein cc` compiles: it notes where inline assembly is, and then
// becomes the real assembler.
//
// Compilers do not announce what inline assembly accesses, and in the machine code it looks like
// any other code. In the text for the assembler both compilers write #APP before it and #NO_APP
// after it. There the section skein_asm gets the addresses of beginning and end, each as 32 bits
// relative to its own place. machine/native/code/unseen_code reads them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

// Local labels that no program is expected to use.
constexpr std::string_view kBegin = "8273641:\n";
// "?" puts the entry into the group of the code, so that the linker drops both or none; "R" keeps
// it under --gc-sections.
constexpr std::string_view kEnd =
    "8273642:\n"
    ".pushsection skein_asm,\"aR?\",@progbits\n"
    ".long 8273641b - .\n"
    ".long 8273642b - .\n"
    ".popsection\n";

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
    line.remove_suffix(1);
  }
  return line;
}

std::string with_marks(std::string_view text) {
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  bool is_inside = false;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, length);
    const std::string_view word = trimmed(line.substr(0, line.find('\n')));
    text.remove_prefix(length);
    result += line;
    if (word == "#APP" && !is_inside) {
      is_inside = true;
      result += kBegin;
    } else if (word == "#NO_APP" && is_inside) {
      is_inside = false;
      result += kEnd;
    }
  }
  return result;
}

bool takes_value(std::string_view option) {
  return option == "-o" || option == "-I" || option == "--MD" || option == "--defsym" ||
         option == "--debug-prefix-map";
}

// The arguments that name an input; "-" and none at all mean the standard input.
std::vector<std::size_t> inputs_of(const std::vector<std::string>& arguments) {
  std::vector<std::size_t> inputs;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (takes_value(arguments[i])) {
      ++i;
    } else if (arguments[i] == "-" || arguments[i].rfind('-', 0) != 0) {
      inputs.push_back(i);
    }
  }
  return inputs;
}

std::string content_of(const std::string& input) {
  const auto read = [](std::istream& stream) {
    return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  };
  if (input == "-") return read(std::cin);
  std::ifstream file(input, std::ios::binary);
  return read(file);
}

// The text becomes the standard input. A file without a name leaves nothing to remove.
bool give_as_input(const std::string& text) {
  std::FILE* file = std::tmpfile();
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size() ||
      std::fflush(file) != 0 || lseek(fileno(file), 0, SEEK_SET) != 0) {
    return false;
  }
  return dup2(fileno(file), STDIN_FILENO) == STDIN_FILENO;
}

}  // namespace

int main(int count, char** values) {
  std::vector<std::string> arguments(values, values + count);
  const std::vector<std::size_t> inputs = inputs_of(arguments);
  if (inputs.size() <= 1) {
    const std::string text = content_of(inputs.empty() ? "-" : arguments[inputs[0]]);
    const bool is_piped = inputs.empty() || arguments[inputs[0]] == "-";
    const bool has_marks = text.find("#APP") != std::string::npos;
    if (has_marks || is_piped) {
      if (!give_as_input(has_marks ? with_marks(text) : text)) {
        std::perror("skein: the assembler's input");
        return 1;
      }
      if (!inputs.empty()) arguments[inputs[0]] = std::string(1, '-');
    }
  }
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) words.push_back(argument.data());
  words[0] = const_cast<char*>("as");
  words.push_back(nullptr);
  execvp("as", words.data());
  std::perror("skein: as");
  return 1;
}
