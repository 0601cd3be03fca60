# SPDX-License-Identifier: Apache-2.0
# Benchmarks: each bench/*.cpp is a program, build/<preset>/bench/<name>. They are built
# by the target 'bench' only, never by default.

add_custom_target(bench)
find_package(benchmark QUIET)

file(GLOB skein_bench_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/*.cpp")
foreach(file IN LISTS skein_bench_files)
  cmake_path(GET file STEM name)
  add_executable(bench_${name} EXCLUDE_FROM_ALL "${file}")
  target_link_libraries(bench_${name} PRIVATE skein_base skein_session skein_all fmt::fmt)
  if(TARGET benchmark::benchmark)
    target_link_libraries(bench_${name} PRIVATE benchmark::benchmark)
  endif()
  set_target_properties(bench_${name} PROPERTIES
    OUTPUT_NAME "${name}" RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
  add_dependencies(bench bench_${name})
endforeach()
