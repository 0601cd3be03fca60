// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/threads/single_body.hpp"

#include <cstdint>
#include <dlfcn.h>
#include <stdlib.h>

#include "runtime/sched/runtime_state.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

using Body = void();
using Entry = void(Body*);

Body* single_body = nullptr;
Entry* single_entry = nullptr;

int run_single_body(int, char**, char**) {
  single_entry(single_body);
  return 0;
}

std::uintptr_t base_of(std::uintptr_t address) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(address), &info) == 0) return 0;
  return reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

// Turns an offset in hexadecimal into an address in the program; 0 if it is outside. SKEIN_CHECK
// holds two offsets: "1f40,2a00".
std::uintptr_t read_address(const char*& text, std::uintptr_t base) {
  std::uintptr_t offset = 0;
  for (;; ++text) {
    if (*text >= '0' && *text <= '9') {
      offset = offset * 16 + static_cast<std::uintptr_t>(*text - '0');
    } else if (*text >= 'a' && *text <= 'f') {
      offset = offset * 16 + static_cast<std::uintptr_t>(*text - 'a' + 10);
    } else {
      break;
    }
  }
  return offset != 0 && base_of(base + offset) == base ? base + offset : 0;
}

}  // namespace

MainFunction* main_to_run(MainFunction* main) {
  const char* text = getenv(kSingleBodyName);
  if (text == nullptr) return main;
  const std::uintptr_t base = base_of(reinterpret_cast<std::uintptr_t>(main));
  const std::uintptr_t entry = base != 0 ? read_address(text, base) : 0;
  if (entry == 0 || *text != ',') give_up("SKEIN_CHECK does not name a function of this program");
  ++text;
  const std::uintptr_t body = read_address(text, base);
  if (body == 0 || *text != '\0') give_up("SKEIN_CHECK does not name a function of this program");
  unsetenv(kSingleBodyName);
  single_entry = reinterpret_cast<Entry*>(entry);
  single_body = reinterpret_cast<Body*>(body);
  return &run_single_body;
}

}  // namespace skein::runtime
