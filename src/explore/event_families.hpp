// The parts of a word that can be executed.
//
// The steps of a run that do not happen after the first of a race need not be executable: two
// messages of one handler may both have lost their ends, or the one that did may have to come
// before another. A reversal then is not one sequence but a family: all parts of the word, closed
// under what happens before, that have what the last operation needs and can be executed. It is
// given by its maximal members [EDPOR Alg.2].
#pragma once

#include <vector>

#include "explore/event_serializer.hpp"
#include "explore/event_word.hpp"

namespace skein::event {

class Families {
 public:
  explicit Families(Serializer& serializer) : serializer_(&serializer) {}

  // Words that can be executed from the front, and of which every other part of the word that can
  // is a part. Valid until the next call.
  const std::vector<Word>& find(const Scene& scene, const Word& word, const Front& from);

 private:
  void search(Word word);
  [[nodiscard]] bool is_in_order(const Word& word) const;
  [[nodiscard]] bool is_complete(const Word& word, const Message& message) const;

  Serializer* serializer_;
  const Scene* scene_ = nullptr;
  const Front* from_ = nullptr;
  std::vector<Word> found_;
  std::vector<std::vector<std::uint32_t>> seen_;
};

// Whether the operation that comes last in the word can be executed after the word: its agent has
// come so far, its enabler is there, its gate is open.
[[nodiscard]] bool can_be_last(const Scene& scene, const Word& word, const Front& from);

}  // namespace skein::event
