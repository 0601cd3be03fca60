// Vector clocks: what an agent, or whoever synchronises with an object, knows of every agent's
// past.
//
// An entry is the number of an agent's epoch; agents begin new epochs when they release something.
// A clock is about one run; in another run it is empty, so that nothing has to be cleared between
// runs. Entries beyond `width` are zero.
#pragma once

#include <cstdint>

namespace skein::runtime {

class VectorClock {
 public:
  [[nodiscard]] bool is_empty(std::uint32_t run) const { return run_ != run || width_ == 0; }
  [[nodiscard]] std::uint32_t get(std::uint32_t run, std::uint32_t agent) const {
    return run_ == run && agent < width_ ? entries_[agent] : 0;
  }
  void set(std::uint32_t run, std::uint32_t agent, std::uint32_t epoch);
  void clear(std::uint32_t run);
  // Makes it know what the other knows too.
  void join(std::uint32_t run, const VectorClock& other);
  void assign(std::uint32_t run, const VectorClock& other) {
    clear(run);
    join(run, other);
  }

 private:
  void widen(std::uint32_t width);

  std::uint32_t run_ = 0;
  std::uint32_t width_ = 0;
  std::uint32_t capacity_ = 0;
  std::uint32_t* entries_ = nullptr;
};

}  // namespace skein::runtime
