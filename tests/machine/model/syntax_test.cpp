// SPDX-License-Identifier: Apache-2.0
// Errors of model files: each names file, line, column and what was expected.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "machine/model/language/model_program.hpp"
#include "machine/model/language/parser.hpp"
#include "model_runs.hpp"

namespace skein::test {
namespace {

std::string error(std::string_view text, const ModelParams& params = {}) {
  try {
    static_cast<void>(parse_model(text, "p.skein", params));
  } catch (const UserError& e) {
    return e.what();
  }
  return "no error";
}

struct Case {
  const char* text;
  const char* message;
};

class SyntaxError : public testing::TestWithParam<Case> {};

TEST_P(SyntaxError, NamesThePlace) { EXPECT_EQ(error(GetParam().text), GetParam().message); }

INSTANTIATE_TEST_SUITE_P(
    Syntax, SyntaxError,
    testing::Values(
        Case{"atomic x = 0\n\nx = }", "p.skein:3:1: expected a declaration, found 'x'"},
        Case{"atomic x\nthread main {\n  x = }\n",
             "p.skein:3:7: expected an expression, found '}'"},
        Case{"thread main {",
             "p.skein:1:14: expected a statement or '}', found the end of the file"},
        Case{"thread main { lock }", "p.skein:1:20: expected the name of an object, found '}'"},
        Case{"thread main { wait c }", "p.skein:1:22: expected the name of an object, found '}'"},
        Case{"thread main { if 1 yield }", "p.skein:1:20: expected '{', found the word 'yield'"},
        Case{"thread main { for i 0..1 {} }", "p.skein:1:21: expected 'in', found '0'"},
        Case{"thread main { for i in 0 {} }", "p.skein:1:26: expected '..', found '{'"},
        Case{"thread main { r = (1 + 2 }", "p.skein:1:26: expected ')', found '}'"},
        Case{"thread main { r = cas(x, 1) }", "p.skein:1:27: expected ',', found ')'"},
        Case{"thread main { r 5 }", "p.skein:1:17: expected '=', found '5'"},
        Case{"thread lock { }", "p.skein:1:8: expected the thread's name, found the word 'lock'"},
        Case{"param N 3", "p.skein:1:9: expected '=', found '3'"},
        Case{"barrier b",
             "p.skein:1:10: expected '=' and how many agents the barrier is for, "
             "found the end of the file"},
        Case{"recursive cond c", "p.skein:1:11: expected 'mutex', found the word 'cond'"},
        Case{"expect 3",
             "p.skein:1:8: expected what is expected: executions, events, verdict ..., "
             "found '3'"},
        Case{"thread main { r = 99999999999999999999 }", "p.skein:1:19: the number is too large"},
        Case{"thread main { r = 12ab }", "p.skein:1:19: a number must consist of digits"},
        Case{"thread main { r = 0x }", "p.skein:1:19: a number must consist of digits"},
        Case{"thread main { r = 1 @ 2 }", "p.skein:1:21: unexpected character '@'"},
        Case{"\x01", "p.skein:1:1: unexpected byte 0x01"},
        Case{"\xff\xfe", "p.skein:1:1: unexpected byte 0xff"},
        Case{"", "p.skein:1:1: expected a 'thread main { ... }' in the file, found none"}));

INSTANTIATE_TEST_SUITE_P(
    Names, SyntaxError,
    testing::Values(
        Case{"thread main { r = y }", "p.skein:1:19: unknown name 'y'"},
        Case{"thread main { lock m }", "p.skein:1:20: unknown name 'm'"},
        Case{"atomic m thread main { lock m }",
             "p.skein:1:29: expected a mutex, but 'm' is an atomic variable"},
        Case{"mutex m thread main { m = 1 }",
             "p.skein:1:23: expected a data variable, but 'm' is a mutex"},
        Case{"mutex m thread main { r = m }",
             "p.skein:1:27: expected a data variable, but 'm' is a mutex"},
        Case{"thread main { r = 1; lock r }", "p.skein:1:27: expected a mutex, but 'r' is a local"},
        Case{"param N = 1 thread main { lock N }",
             "p.skein:1:32: expected a mutex, but 'N' is a param"},
        Case{"param N = 1 thread main { N = 2 }",
             "p.skein:1:27: 'N' is a param and cannot be assigned"},
        Case{"atomic x atomic x thread main {}", "p.skein:1:17: the name 'x' is declared twice"},
        Case{"atomic x thread x { } thread main {}",
             "p.skein:1:17: the name 'x' is declared twice"},
        Case{"atomic x thread f(x) { } thread main {}",
             "p.skein:1:19: 'x' is declared outside; choose another name"},
        Case{"atomic x thread main { for x in 0..1 {} }",
             "p.skein:1:24: 'x' is declared outside; choose another name"},
        Case{"thread main { local t[2], t }",
             "p.skein:1:27: the name 't' is declared twice in 'main'"},
        Case{"atomic a[2] thread main { a = 1 }",
             "p.skein:1:27: 'a' is an array: expected an index"},
        Case{"atomic a thread main { a[0] = 1 }", "p.skein:1:24: 'a' is not an array"},
        Case{"param N = M param M = 1 thread main {}",
             "p.skein:1:11: expected a constant, but 'M' is not a param declared before"},
        Case{"param N = choose 2 thread main {}",
             "p.skein:1:11: expected a constant, found 'choose'"},
        Case{"param N = 1 / 0 thread main {}", "p.skein:1:13: division by zero in a constant"},
        Case{"thread f(i) {} thread main { create f }",
             "p.skein:1:30: thread 'f' has 1 parameter, but 0 given"},
        Case{"thread main { create g(1) }",
             "p.skein:1:15: expected the name of a thread, found 'g'"},
        Case{"message m {} thread main { create m }",
             "p.skein:1:28: expected the name of a thread, found 'm'"},
        Case{"handler h thread f {} thread main { post h f }",
             "p.skein:1:37: expected the name of a message, found 'f'"},
        Case{"thread main { break }", "p.skein:1:15: 'break' outside of a loop"},
        Case{"thread main(i) { }", "p.skein:1:8: 'main' has no parameters"},
        Case{"message main { }", "p.skein:1:9: 'main' must be a thread"},
        Case{"atomic a[3] = {1, 2} thread main {}",
             "p.skein:1:8: 'a' has 3 elements, but 2 initial values are given"},
        Case{"expect executions 1 expect executions 2 thread main {}",
             "p.skein:1:28: 'expect executions' is stated twice"}));

INSTANTIATE_TEST_SUITE_P(
    Limits, SyntaxError,
    testing::Values(
        Case{"atomic a[0] thread main {}", "p.skein:1:10: the size must be from 1 to 65536, not 0"},
        Case{"atomic a[70000] thread main {}",
             "p.skein:1:10: the size must be from 1 to 65536, not 70000"},
        Case{"param N = 9223372036854775807 atomic a[N + 1] thread main {}",
             "p.skein:1:42: the size must be from 1 to 65536, not -9223372036854775808"},
        Case{"data a[65536], b[65536], c[65536], d[65536], e thread main {}",
             "p.skein:1:46: more than 262144 variables and objects"},
        Case{"barrier b = 0 thread main {}",
             "p.skein:1:13: a barrier's count must be from 1 to 1000000, not 0"},
        Case{"sem s = -1 thread main {}",
             "p.skein:1:9: a semaphore's value must be from 0 to 1000000, not -1"},
        Case{"thread f(a,b,c,d,e,g,h,i,j) {} thread main {}",
             "p.skein:1:8: 'f' has more than 8 parameters"},
        Case{"thread main { local t[1000], u[1000] }",
             "p.skein:1:8: 'main' needs more than 1024 registers"}));

TEST(Limits, DeepNestingIsRefused) {
  for (const char* open : {"(", "-", "!", "a["}) {
    std::string text = "data a[2] thread main { r = ";
    for (int i = 0; i < 200000; ++i) text += open;
    EXPECT_NE(error(text).find("nested too deeply"), std::string::npos) << open;
  }
  std::string blocks = "thread main { ";
  for (int i = 0; i < 100000; ++i) blocks += "while 1 { ";
  EXPECT_NE(error(blocks).find("nested too deeply"), std::string::npos);
  std::string chooses = "thread main { r = ";
  for (int i = 0; i < 100000; ++i) chooses += "choose ";
  EXPECT_NE(error(chooses).find("nested too deeply"), std::string::npos);
}

TEST(Limits, LongExpressionsAreRefused) {
  std::string text = "thread main { r = 1";
  for (int i = 0; i < 1000000; ++i) text += "+1";
  // The first + is in column 20 and makes a tree of depth 2; the 400th makes one of depth 401.
  EXPECT_EQ(error(text + "}"), "p.skein:1:818: the expression is too long");
}

TEST(Limits, LongElseIfChainsAreFine) {
  std::string text = "atomic x thread main { if x == 0 { }";
  for (int i = 1; i < 5000; ++i) text += " else if x == " + std::to_string(i) + " { }";
  EXPECT_EQ(error(text + "}"), "no error");
}

TEST(Limits, LargeFilesAreRefused) {
  EXPECT_EQ(error(std::string(5U << 20U, ' ')), "p.skein:1:1: the file is larger than 4 MiB");
}

TEST(Limits, EveryTruncationIsAnError) {
  const std::string text =
      "param N = 2\natomic x[N] = {1, 2}\nmutex m cond c handler h fifo\n"
      "message g(i) { x[i] += 1 }\n"
      "thread f(i) { lock m; while x[i] == 0 { wait c m } unlock m }\n"
      "thread main { t = create f(1); join t; if (t) { post h g(0) } else { assert !t || -t } }";
  ASSERT_EQ(error(text), "no error");
  for (std::size_t n = 0; n < text.size(); ++n) {
    EXPECT_TRUE(error(text.substr(0, n)).starts_with("p.skein:")) << text.substr(0, n);
  }
}

TEST(Limits, GarbageIsAnErrorAndNeverACrash) {
  const std::string alphabet =
      "thread main { } ( ) [ ] atomic mutex x y = == + - * / % 1 2 while if else create lock ; , "
      ".. "
      "choose cas wait signal expect param once critical \n # // \xff \x00 \" ' ";
  std::vector<std::string> words;
  std::string word;
  for (const char c : alphabet) {
    if (c == ' ') {
      words.push_back(word + " ");
      word.clear();
    } else {
      word += c;
    }
  }
  std::mt19937 random(20240501);
  for (int round = 0; round < 20000; ++round) {
    std::string text = round % 2 == 0 ? "atomic x mutex y thread main { " : "";
    const std::size_t length = random() % 40;
    for (std::size_t i = 0; i < length; ++i) text += words[random() % words.size()];
    const std::string result = error(text);
    EXPECT_TRUE(result == "no error" || result.starts_with("p.skein:")) << text << "\n" << result;
  }
}

TEST(Files, MissingFileIsAUserError) {
  EXPECT_THROW(static_cast<void>(load_model("/nonexistent/x.skein")), UserError);
  EXPECT_THROW(static_cast<void>(load_model("/")), UserError);
}

TEST(Params, CanBeSetFromOutside) {
  const char* text =
      "param N = 2 param M = N * 3 atomic a[M] thread main {} expect executions M + 1";
  EXPECT_EQ(program(text).params.at("M"), 6);
  EXPECT_EQ(program(text).expectations.at("executions"), "7");
  EXPECT_TRUE(program(text).has_default_params);
  EXPECT_EQ(program(text, {{"N", 5}}).params.at("M"), 15);
  EXPECT_EQ(program(text, {{"M", 4}}).visible_cells, 4U);
  EXPECT_FALSE(program(text, {{"M", 4}}).has_default_params);
  EXPECT_EQ(error(text, {{"K", 1}}), "p.skein: no param is named 'K'");
}

TEST(Expectations, AreKept) {
  const ModelProgram p = program("thread main {} expect verdict clean; expect events 44");
  EXPECT_EQ(p.expectations.at("verdict"), "clean");
  EXPECT_EQ(p.expectations.at("events"), "44");
}

}  // namespace
}  // namespace skein::test
