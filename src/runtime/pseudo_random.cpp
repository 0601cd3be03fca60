// rand and its kin. Their state is shared behind the program's back; so that no agent's numbers
// depend on how often others asked, each agent has a sequence of its own, the same in every run.
#include <stdlib.h>

#include "model/random.hpp"
#include "runtime/real.hpp"
#include "runtime/schedule.hpp"

namespace skein::runtime {

namespace {

Real<int()> real_rand("rand");
Real<void(unsigned)> real_srand("srand");
Real<long()> real_random("random");
Real<void(unsigned)> real_srandom("srandom");
Real<double()> real_drand48("drand48");
Real<long()> real_lrand48("lrand48");
Real<long()> real_mrand48("mrand48");
Real<void(long)> real_srand48("srand48");

std::uint64_t draw() {
  Agent& me = *g.current;
  me.random_state += 0x9e3779b97f4a7c15ULL;
  return mix64(me.random_state + me.id.value * 0xff51afd7ed558ccdULL);
}

void set_seed(std::uint64_t seed) { g.current->random_state = seed << 32U; }

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int rand() noexcept {
  return rt::is_off() ? rt::real_rand() : static_cast<int>(rt::draw() % (RAND_MAX + 1ULL));
}
void srand(unsigned seed) noexcept { rt::is_off() ? rt::real_srand(seed) : rt::set_seed(seed); }
long random() noexcept {
  return rt::is_off() ? rt::real_random() : static_cast<long>(rt::draw() >> 33U);
}
void srandom(unsigned seed) noexcept { rt::is_off() ? rt::real_srandom(seed) : rt::set_seed(seed); }
double drand48() noexcept {
  return rt::is_off() ? rt::real_drand48() : static_cast<double>(rt::draw() >> 16U) * 0x1p-48;
}
long lrand48() noexcept {
  return rt::is_off() ? rt::real_lrand48() : static_cast<long>(rt::draw() >> 33U);
}
long mrand48() noexcept {
  return rt::is_off() ? rt::real_mrand48() : static_cast<long>(static_cast<int>(rt::draw() >> 32U));
}
void srand48(long seed) noexcept {
  rt::is_off() ? rt::real_srand48(seed) : rt::set_seed(static_cast<std::uint64_t>(seed));
}

}  // extern "C"
