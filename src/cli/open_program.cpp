#include "cli/open_program.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "cli/system.hpp"
#include "machine/model/machine.hpp"
#include "machine/model/parser.hpp"
#include "model/check.hpp"
#include "report/text.hpp"

namespace skein::cli {

namespace {

using Defines = std::vector<std::pair<std::string, std::string>>;

bool is_model_file(std::string_view path) {
  constexpr std::string_view kExtension = ".skein";
  return path.size() > kExtension.size() &&
         path.substr(path.size() - kExtension.size()) == kExtension;
}

ModelParams model_params(const Defines& defines) {
  ModelParams params;
  for (const auto& [name, text] : defines) {
    long value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) {
      throw UserError(
          fmt::format("-D {}: '{}' is not a whole number", printable(name), printable(text)));
    }
    if (!params.emplace(name, value).second) {
      throw UserError(fmt::format("-D {} is given twice", printable(name)));
    }
  }
  return params;
}

}  // namespace

std::unique_ptr<Machine> open_program(const std::string& path, const Defines& defines) {
  require_readable_file(path);
  if (is_model_file(path)) {
    return std::make_unique<ModelMachine>(load_model(path, model_params(defines)));
  }
  // The native machine goes here: C and C++ sources, and binaries.
  throw UserError(
      fmt::format("'{}' is no model file (*.skein), the only kind of program supported so far",
                  printable(path)));
}

}  // namespace skein::cli
