# SPDX-License-Identifier: Apache-2.0
# Plugins for the compilers of programs under test: build/<preset>/lib/skein-plugins/gcc-12.so and
# clang-19.so. Each is for one version of its compiler, whose headers it includes.

function(skein_compiler_plugin name source includes)
  add_library(skein-plugin-${name} MODULE "${PROJECT_SOURCE_DIR}/src/machine/native/plugins/${source}")
  target_include_directories(skein-plugin-${name} SYSTEM PRIVATE ${includes})
  target_compile_options(skein-plugin-${name} PRIVATE -Wall -Wextra -fno-rtti -O1 -fno-sanitize=all
    $<$<BOOL:${SKEIN_WERROR}>:-Werror>)
  set_target_properties(skein-plugin-${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/skein-plugins"
    INTERPROCEDURAL_OPTIMIZATION OFF)
  add_dependencies(skein-runtime skein-plugin-${name})
  install(TARGETS skein-plugin-${name} LIBRARY DESTINATION "${skein_private_folder}/skein-plugins")
endfunction()

file(GLOB skein_gcc_plugin_headers /usr/lib/gcc/*/*/plugin/include/gcc-plugin.h)
foreach(header IN LISTS skein_gcc_plugin_headers)
  string(REGEX REPLACE ".*/gcc/[^/]*/([0-9]+)/.*" "\\1" version "${header}")
  get_filename_component(folder "${header}" DIRECTORY)
  skein_compiler_plugin(gcc-${version} gcc_reports.cpp "${folder}")
endforeach()
if(NOT skein_gcc_plugin_headers)
  message(FATAL_ERROR "no headers for plugins of gcc: install gcc-12-plugin-dev")
endif()
skein_compiler_plugin(clang-19 clang_reports.cpp "${SKEIN_LLVM_INCLUDE}")
