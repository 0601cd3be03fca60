// SPDX-License-Identifier: Apache-2.0
// Random model programs over every statement of the language. Most are nonsense (they unlock what
// they do not hold, and deadlock): the machine has to be deterministic and right for those too.
#pragma once

#include <string>
#include <vector>

#include "core/random.hpp"

namespace skein::test {

// `d` is used without a lock in some statements; has_races = false leaves those out.
inline std::string random_text(std::uint64_t seed, std::uint64_t bodies = 3,
                               std::uint64_t statements = 7, bool has_races = true) {
  Random random(seed);
  const auto below = [&](std::uint64_t n) { return random.below(n); };
  const std::vector<std::string> kinds = {
      "r = x",
      "x = r + 1",
      "a[r % 2] = x",
      "p = p + 1",
      has_races ? "d = d + 1" : "yield",
      "r = fetch_add(x, 1)",
      "r = exchange(x, 3)",
      "r = cas(x, 1, 2)",
      "lock m",
      "unlock m",
      "critical m { d += 1 }",
      "critical n { x += 1 }",
      "r = trylock m",
      "lock q",
      "lock q",
      "unlock q",
      "rdlock w",
      "rdunlock w",
      "wrlock w",
      "wrunlock w",
      "r = tryrdlock w",
      "r = trywrlock w",
      "lock m wait c m unlock m",
      "critical m { r = timedwait c m }",
      "signal c",
      "broadcast c",
      "r = barrierwait b",
      "semwait s",
      "sempost s",
      "r = semtrywait s",
      "r = semvalue s",
      has_races ? "once o { yield; d += 1 }" : "once o { e += 1; yield }",
      "futexwait(x, 0)",
      "r = futextimedwait(x, 0)",
      "r = futexwake(x, 1)",
      "r = futexwake(x, 2)",
      "post h g(1)",
      "post h g(2)",
      "post k g(3)",
      "post k g(4)",
      "r = call l",
      "r = choose 2",
      "r = choose 3",
      "fence",
      "yield",
      "if x == 1 { y = 2 } else { r = y }",
      "while r < 2 { r += 1; y += 1 }",
      "t = create leaf(r)",
      "t = create leaf(r) join t",
      "t = create leaf(1) detach t",
      "assume x < 3",
      "assert x != 2",
      "r = 1 / x",
      "return",
  };
  std::string text =
      "atomic x, y, a[2]; plain p; data d, e; mutex m, n; recursive mutex q; rwlock w; cond c\n"
      "sem s = 1; barrier b = 2; once o; handler h; handler k fifo; library l\n"
      "thread leaf(i) { r = x; x = r + i }\nmessage g(i) { r = y; y = r + i }\n";
  for (std::uint64_t body = 0; body < bodies; ++body) {
    text += "thread f" + std::to_string(body) + " { r = 0; t = 0\n";
    const std::uint64_t length = 1 + below(statements);
    for (std::uint64_t i = 0; i < length; ++i) text += "  " + kinds[below(kinds.size())] + "\n";
    text += "}\n";
  }
  text += "thread main {\n";
  for (std::uint64_t body = 0; body < bodies; ++body) {
    text += "  create f" + std::to_string(body) + "\n";
  }
  return text + "}\n";
}

}  // namespace skein::test
