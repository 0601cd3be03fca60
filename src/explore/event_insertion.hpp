// Where in the exploration tree a word belongs, if anywhere.
//
// A word goes down the tree from the left: it is redundant if an explored move can come first in it
// or before it (a weak initial [EDPOR Def.4]); it goes down with the first other move that can; and
// where there is none, it becomes a new branch. This is Insert and InsertParkedWuS of the paper in
// one, with the steps of the current run as nodes like all others.
//
// DEVIATION: a move r may not be a weak initial of a word although it is one of a part of it. The
// paper's proof of correctness takes the part for the word [EDPOR C.1, last paragraph]. Whenever a
// move of the word fails to come first only because of the handlers, we also insert the parts of
// the word that it can come first in. See docs/explorer-event.md, also for the other deviations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/event_families.hpp"
#include "explore/event_serializer.hpp"
#include "explore/event_tree.hpp"
#include "explore/event_word.hpp"

namespace skein::event {

// How often each way to tell whether a message can come first decided [EDPOR A.3].
struct CheckCounts {
  std::uint64_t simple = 0;          // nothing else of its handler stands before it
  std::uint64_t happens_before = 0;  // something it happens after does
  std::uint64_t witness = 0;         // an order was found without a choice, or there is none
  std::uint64_t decision = 0;        // choices had to be tried
  std::uint64_t parts = 0;           // words inserted as a part of another one
  std::uint64_t parked = 0;
};

class Insertion {
 public:
  Insertion(Tree& tree, Behaviours& behaviours)
      : tree_(&tree), behaviours_(&behaviours), serializer_(behaviours), families_(serializer_) {}

  // Inserts what can be executed of the word. The scene's first `path` steps are those of the
  // current run, and all of them are nodes of the tree.
  void insert(const Scene& scene, const Word& word, Position path);
  // The same for a word that belongs to the position `path`, or to the right of it. If it is
  // distrustful, what a message is assumed to do makes nothing redundant.
  void insert_at(const Scene& scene, const Word& word, Position path, bool is_distrustful);

  [[nodiscard]] const CheckCounts& counts() const { return counts_; }
  // After insert(): an explored choice that made the word redundant, the last one of the word
  // with as many alternatives; 1 if there was none.
  [[nodiscard]] std::uint32_t choices_asleep() const { return choices_asleep_; }

 private:
  enum class Fit : std::uint8_t {
    No,       // it cannot come first
    Yes,      // it can
    Assumed,  // it can if a message does what it did so far
    Part,     // it is in the word and nothing in the word happens before it, yet it cannot
  };

  void go(const Scene& scene, const Word& word, Position from, Position path);
  void walk(const Word& word, Position from, Position path);
  [[nodiscard]] bool down_the_tree(const Word& word, Tree::Node& list, Tree::Node parent);
  [[nodiscard]] Fit fits(const Word& word, const KnownMove& move, Handler begins);
  [[nodiscard]] Fit fits_first(const Word& word, const Front& front, const KnownMove& move,
                               Handler begins, bool is_in_word);
  [[nodiscard]] bool happens_after(const Word& word, const Front& front, AgentId agent,
                                   Handler handler);
  [[nodiscard]] bool is_redundant(const Word& word, Position at);
  [[nodiscard]] bool is_redundant_begin(const Word& word, const Done& done, Position origin);
  [[nodiscard]] bool depends_on_rest(const Word& word, const KnownMove& move) const;
  void spawn_parts(const Word& word, const KnownMove& move, Handler begins);
  void advance(const Word& word, const KnownMove& move, Handler begins);
  void branch(const Word& word, Tree::Node& list, Tree::Node parent);
  void assume(const Word& word, bool is_place, std::uint32_t where);
  [[nodiscard]] Parked park(const Word& word);
  [[nodiscard]] std::vector<Parked>& parked_at(bool is_place, std::uint32_t where) {
    return is_place ? tree_->places[where].parked : tree_->parked(where);
  }
  [[nodiscard]] Position start(const Word& word, Position path) const;

  Tree* tree_;
  Behaviours* behaviours_;
  Serializer serializer_;
  Families families_;
  CheckCounts counts_;
  const Scene* scene_ = nullptr;
  Front front_;
  bool is_distrustful_ = false;
  // Where the word is parked, if it is: at a place or a node, as the last one there.
  bool is_parked_ = false;
  bool is_parked_at_place_ = false;
  std::uint32_t parked_where_ = 0;
  bool has_left_word_ = false;  // a step was taken that is not in the word
  std::vector<Word> todo_;
  std::vector<std::vector<std::uint32_t>> seen_;
  std::uint32_t choices_asleep_ = 1;
};

}  // namespace skein::event
