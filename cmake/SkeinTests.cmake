# SPDX-License-Identifier: Apache-2.0
# The tests. tests/ has the folders of src/, and some more (tests/README.md). A folder with at least
# one *_test.cpp becomes the program build/<preset>/tests/<area>_test, from all .cpp files in it; its
# tests appear in ctest as <area>.<Suite>.<Test>. The area is the folder's path, with _ for /:
# tests/machine/model is machine_model. Each script *_test.sh or *_test.py becomes the test
# <area>.<script>, run in a folder of its own with
#   SKEIN         the skein binary of this build
#   SKEIN_SOURCE  the root of the source tree
#   SKEIN_BUILD   the root of the build tree
# An exit status of 77 means skipped.

enable_testing()
include(GoogleTest)
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)

# Against hangs, not against load: on a busy machine everything takes ten times as long.
set(skein_test_timeout 1800)
if(SKEIN_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(skein_test_timeout 3600)
endif()

set(skein_test_environment
  "SKEIN=${PROJECT_BINARY_DIR}/skein"
  "SKEIN_SOURCE=${PROJECT_SOURCE_DIR}"
  "SKEIN_BUILD=${PROJECT_BINARY_DIR}"
  "UBSAN_OPTIONS=print_stacktrace=1")
if(SKEIN_SANITIZE)
  # Sanitizers look for errors in our own code, and are slow: a tenth of the random programs.
  # The leak checker trips over the thread-local storage of libraries that are loaded late (LLVM).
  list(APPEND skein_test_environment "ASAN_OPTIONS=intercept_tls_get_addr=0" "SKEIN_IS_SLOW=1")
  list(APPEND skein_test_environment "SKEIN_PROGRAMS=2000" "SKEIN_EVENT_PROGRAMS=1000")
endif()

# `python3` may be a shell script that looks for an interpreter first (pyenv's takes 0.1 s), and tests
# start it some hundred times: scripts find the interpreter itself, by a link.
find_program(skein_python3 python3 REQUIRED)
execute_process(COMMAND "${skein_python3}" -c "import sys; print(sys.executable)"
  OUTPUT_VARIABLE skein_python OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/tests/bin")
file(CREATE_LINK "${skein_python}" "${PROJECT_BINARY_DIR}/tests/bin/python3" SYMBOLIC)

skein_library(skein_test_support tests/support COLD
  REQUIRES skein_cli skein_session skein_all GTest::gtest GTest::gmock rapidcheck rapidcheck_gtest rapidcheck_gmock
           fmt::fmt nlohmann_json::nlohmann_json)

# What tests include is found from tests/ too: "support/outcome.hpp".
get_target_property(skein_test_support_type skein_test_support TYPE)
if(skein_test_support_type STREQUAL "INTERFACE_LIBRARY")
  target_include_directories(skein_test_support INTERFACE "${PROJECT_SOURCE_DIR}/tests")
else()
  target_include_directories(skein_test_support PUBLIC "${PROJECT_SOURCE_DIR}/tests")
endif()

# skein_find_tests(<result> <ending>...): the files of tests/ whose names end so; none of those that
# are programs under test.
function(skein_find_tests result)
  set(found "")
  foreach(ending IN LISTS ARGN)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/tests"
      "${PROJECT_SOURCE_DIR}/tests/*${ending}")
    list(APPEND found ${files})
  endforeach()
  list(FILTER found EXCLUDE REGEX "(^|/)programs/|^native-programs/[^/]*/")
  list(TRANSFORM found PREPEND "${PROJECT_SOURCE_DIR}/tests/")
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# skein_area_of(<result> <folder>)
function(skein_area_of result folder)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/tests" OUTPUT_VARIABLE area)
  string(REPLACE "/" "_" area "${area}")
  set(${result} "${area}" PARENT_SCOPE)
endfunction()

skein_find_tests(skein_test_files _test.cpp)
set(skein_test_areas "")
foreach(file IN LISTS skein_test_files)
  cmake_path(GET file PARENT_PATH folder)
  list(APPEND skein_test_areas "${folder}")
endforeach()
list(REMOVE_DUPLICATES skein_test_areas)

# The work is done in the libraries.
set(skein_test_options $<$<CONFIG:Release>:-O1 -g0>)
skein_precompile(skein_test_headers PROGRAMS
  HEADERS ${skein_common_headers} <gmock/gmock.h> <gtest/gtest.h>
  OPTIONS ${skein_test_options} LIKE GTest::gmock fmt::fmt)

foreach(folder IN LISTS skein_test_areas)
  skein_area_of(area "${folder}")
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  add_executable(${area}_test ${sources})
  target_link_libraries(${area}_test PRIVATE skein_test_support GTest::gmock_main)
  skein_compile_in_batches(${area}_test 12)
  target_compile_options(${area}_test PRIVATE ${skein_test_options})
  skein_reuse(${area}_test skein_test_headers)
  set_target_properties(${area}_test PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  gtest_discover_tests(${area}_test
    TEST_PREFIX "${area}."
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 600
    NO_PRETTY_VALUES
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    PROPERTIES TIMEOUT ${skein_test_timeout} ENVIRONMENT "${skein_test_environment}")
endforeach()

skein_find_tests(skein_test_scripts _test.sh _test.py)
foreach(script IN LISTS skein_test_scripts)
  cmake_path(GET script PARENT_PATH folder)
  skein_area_of(area "${folder}")
  cmake_path(GET script STEM name)
  set(workplace "${PROJECT_BINARY_DIR}/tests/run/${area}.${name}")
  file(MAKE_DIRECTORY "${workplace}")
  add_test(NAME ${area}.${name} COMMAND "${script}" WORKING_DIRECTORY "${workplace}")
  set_tests_properties(${area}.${name} PROPERTIES
    TIMEOUT ${skein_test_timeout} SKIP_RETURN_CODE 77 ENVIRONMENT "${skein_test_environment}"
    ENVIRONMENT_MODIFICATION "PATH=path_list_prepend:${PROJECT_BINARY_DIR}/tests/bin")
endforeach()

add_test(NAME tools.check-layers
  COMMAND "${PROJECT_SOURCE_DIR}/tools/check-layers" "${PROJECT_SOURCE_DIR}")
add_test(NAME tools.check-layers-self
  COMMAND "${PROJECT_SOURCE_DIR}/tools/check-layers" --self-test)
add_test(NAME tools.check-sizes
  COMMAND "${PROJECT_SOURCE_DIR}/tools/check-sizes" "${PROJECT_SOURCE_DIR}")
add_test(NAME tools.check-sizes-self
  COMMAND "${PROJECT_SOURCE_DIR}/tools/check-sizes" --self-test)
add_test(NAME tools.sentences COMMAND "${PROJECT_SOURCE_DIR}/tools/sentences" --check)
set_tests_properties(tools.sentences PROPERTIES SKIP_RETURN_CODE 77)
