// SPDX-License-Identifier: Apache-2.0
// The arguments of the benches of models, one by one.
#pragma once

#include <string>
#include <vector>

#include "core/ensure.hpp"
#include "machine/model/language/parser.hpp"

namespace skein::bench {

class Arguments {
 public:
  Arguments(int argc, char** argv) : all_(argv + 1, argv + argc) {}

  // Goes on to the next one; false if there is none.
  bool advance() { return ++at_ <= all_.size(); }
  [[nodiscard]] const std::string& name() const { return all_[at_ - 1]; }
  // The argument after the current option.
  [[nodiscard]] const std::string& value() {
    const std::string& option = name();
    if (!advance()) throw UserError(option + " needs a value");
    return name();
  }

  // FILE and -D NAME=VALUE, which each of them has. Throws UserError if it is neither.
  void take_program(std::string& file, ModelParams& params) {
    if (name() == "-D") {
      const std::string& setting = value();
      const std::size_t equals = setting.find('=');
      if (equals == std::string::npos) throw UserError("-D needs NAME=VALUE");
      params[setting.substr(0, equals)] = std::stol(setting.substr(equals + 1));
    } else if (name().starts_with("-") || !file.empty()) {
      throw UserError("unexpected argument " + name());
    } else {
      file = name();
    }
  }

 private:
  std::vector<std::string> all_;
  std::size_t at_ = 0;  // how many have been looked at
};

}  // namespace skein::bench
