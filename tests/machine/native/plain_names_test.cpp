// SPDX-License-Identifier: Apache-2.0
// Names of C++ functions and types, as people say them.
#include "machine/native/names/plain_names.hpp"

#include <gtest/gtest.h>

namespace skein {
namespace {

TEST(PlainNames, DefaultArgumentsOfTheLibraryAreLeftOut) {
  EXPECT_EQ(plain_function("std::vector<int, std::allocator<int> >::push_back(int const&)"),
            "std::vector<int>::push_back(int const&)");
  EXPECT_EQ(
      plain_function("std::map<std::__cxx11::basic_string<char, std::char_traits<char>, "
                     "std::allocator<char> >, int, std::less<std::__cxx11::basic_string<char, "
                     "std::char_traits<char>, std::allocator<char> > > >::size() const"),
      "std::map<std::string, int>::size() const");
}

TEST(PlainNames, LongListsAreCut) {
  EXPECT_EQ(plain_function("f<one_rather_long_name, another_rather_long_name>(int)"),
            "f<...>(int)");
  EXPECT_EQ(plain_function("f(one_rather_long_name, another_rather_long_name)"), "f(...)");
}

TEST(PlainNames, TheResultOfATemplateIsLeftOut) {
  EXPECT_EQ(plain_function("void push<int>(int)"), "push<int>(int)");
  EXPECT_EQ(plain_function_name("void Queue<int>::push(int)"), "Queue<int>::push");
}

TEST(PlainNames, ParallelRegionsHaveTheNameOfTheirFunction) {
  EXPECT_EQ(plain_function("main._omp_fn.0"), "main");
  EXPECT_EQ(plain_function("Grid::relax(int) [clone ._omp_fn.1]"), "Grid::relax(int)");
}

TEST(PlainNames, OperatorsAreNotBrackets) {
  EXPECT_EQ(plain_function("operator<(Key, Key)"), "operator<(Key, Key)");
  EXPECT_EQ(plain_function("Less::operator()(int) const"), "Less::operator()(int) const");
}

TEST(PlainNames, LambdaExpressionsAreRecognised) {
  EXPECT_TRUE(is_lambda("main::{lambda()#1}::operator()() const"));
  EXPECT_TRUE(is_lambda("main::$_0::operator()() const"));
  EXPECT_FALSE(is_lambda("Less::operator()(int) const"));
  EXPECT_TRUE(is_lambda_destructor("Pool::add(std::function<int ()>)::{lambda()#1}::~function()"));
  EXPECT_TRUE(is_lambda_destructor("main::$_0::~$_0()"));
  EXPECT_FALSE(is_lambda_destructor("main::{lambda()#1}::operator()() const"));
  EXPECT_FALSE(is_lambda_destructor("Queue::~Queue()"));
}

TEST(PlainNames, TheFunctionOfASignature) {
  // gcc
  EXPECT_EQ(function_in_signature(
                "std::vector<_Tp, _Alloc>::reference std::vector<_Tp, _Alloc>::back() [with _Tp = "
                "int; _Alloc = std::allocator<int>; reference = int&]"),
            "std::vector::back");
  EXPECT_EQ(function_in_signature("constexpr const _Tp& std::optional<_Tp>::operator*() const & "
                                  "[with _Tp = int]"),
            "std::optional::operator*");
  // clang
  EXPECT_EQ(function_in_signature("reference std::vector<int>::operator[](size_type) [_Tp = int]"),
            "std::vector::operator[]");
  // Debug information
  EXPECT_EQ(function_in_signature("std::counting_semaphore<2l>::acquire()"),
            "std::counting_semaphore::acquire");
  EXPECT_EQ(function_in_signature("Less<int>::operator()(int) const"), "Less::operator()");
  EXPECT_EQ(function_in_signature("main"), "main");
  EXPECT_EQ(function_in_signature(""), "");
}

TEST(PlainNames, NodesOfContainers) {
  EXPECT_EQ(plain_type("_Rb_tree_node<std::pair<const int, int> >"), "map node");
  EXPECT_EQ(plain_type("Node"), "Node");
}

}  // namespace
}  // namespace skein
