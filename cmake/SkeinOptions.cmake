# SPDX-License-Identifier: Apache-2.0
# Language level, warnings and flags, for every target of this project.

option(BUILD_TESTING "Build the tests" ON)
option(SKEIN_WERROR "Treat compiler warnings as errors" ON)
option(SKEIN_LTO "Link-time optimisation" OFF)
option(SKEIN_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(SKEIN_UNITY "Compile the files of a target in batches; OFF: each file alone" ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Line tables in release builds too: our own bug stops with a backtrace one can read.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG -g1")
if(SKEIN_SANITIZE)
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g -D_GLIBCXX_ASSERTIONS")
else()
  set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -D_GLIBCXX_ASSERTIONS")
endif()

# Nearly all the time of a build goes into reading headers and instantiating their templates again,
# so files are compiled in batches, as `#include`s of one file (CMake's unity builds): 12 of them take
# as long as two or three. A name in an unnamed namespace can therefore stand in one file of a target
# only. Who edits one file again and again is better off with SKEIN_UNITY=OFF, and so are tools that
# look at files (preset "files").
# skein_compile_in_batches(<target> <most>): batches of equal size, each of at most <most> files.
function(skein_compile_in_batches target most)
  if(SKEIN_UNITY)
    get_target_property(files ${target} SOURCES)
    list(LENGTH files files)
    math(EXPR batches "(${files} + ${most} - 1) / ${most}")
    math(EXPR size "(${files} + ${batches} - 1) / ${batches}")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

# What most files include is read once for all targets that are compiled with the same options. Only
# with batches: elsewhere each file shows that its own includes are complete.
#
# skein_precompile(<name> [PROGRAMS] HEADERS <header>... [OPTIONS <option>...] [LIKE <target>...])
# makes a target to reuse headers from, for libraries or for programs; skein_reuse(<target> <name>)
# does so.
function(skein_precompile name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PROGRAMS" "" "HEADERS;OPTIONS;LIKE")
  if(SKEIN_UNITY)
    set(empty "${PROJECT_BINARY_DIR}/generated/${name}.cpp")
    if(arg_PROGRAMS)
      file(CONFIGURE OUTPUT "${empty}" CONTENT "int main() {}\n")
      add_executable(${name} EXCLUDE_FROM_ALL "${empty}")
    else()
      file(CONFIGURE OUTPUT "${empty}" CONTENT "// A target for headers needs a file.\n")
      add_library(${name} OBJECT EXCLUDE_FROM_ALL "${empty}")
    endif()
    target_link_libraries(${name} PRIVATE skein_base ${arg_LIKE})
    target_compile_options(${name} PRIVATE ${arg_OPTIONS})
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  endif()
endfunction()

function(skein_reuse target name)
  if(SKEIN_UNITY)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

find_program(SKEIN_CCACHE ccache)
if(SKEIN_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/cmake/ccache.sh" "${SKEIN_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${SKEIN_CCACHE}")
endif()

# A fast linker, where there is one.
find_program(SKEIN_LINKER NAMES mold ld.lld)

if(SKEIN_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(LANGUAGES CXX)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# What every target of ours is compiled with; skein_library() and its kin link to it.
add_library(skein_base INTERFACE)
target_include_directories(skein_base INTERFACE
  "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/include")

target_compile_options(skein_base INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast -Wextra-semi -Wformat=2 -Wundef
  $<$<CXX_COMPILER_ID:GNU>:-Wsuggest-override -Wduplicated-cond -Wlogical-op>
  # GCC 12 warns about overlapping copies inside std::string's own operator+ (GCC PR 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${SKEIN_WERROR}>:-Werror>)

# Batches are large: collecting garbage took GCC a tenth of its time.
if(SKEIN_UNITY)
  target_compile_options(skein_base INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=400000 --param=ggc-min-expand=200>)
endif()

if(SKEIN_LINKER AND NOT SKEIN_LTO)
  cmake_path(GET SKEIN_LINKER FILENAME skein_linker_name)
  string(REPLACE "ld." "" skein_linker_name "${skein_linker_name}")
  target_link_options(skein_base INTERFACE "-fuse-ld=${skein_linker_name}")
endif()

if(SKEIN_SANITIZE)
  # Sanitizer code confuses GCC's flow analysis into reporting uninitialised variables.
  target_compile_options(skein_base INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(skein_base INTERFACE -fsanitize=address,undefined)
endif()
