# SPDX-License-Identifier: Apache-2.0
# Installation: everything is found relative to PREFIX/bin/skein, so that the prefix can be moved.
#
#   bin/       skein, skein-cc, skein-c++
#   lib/skein/ the runtime library, what skein loads when it needs it, and what the compilers are
#              to find instead of their own
#   include/   what programs include
#   lib/cmake/ find_package(skein)
#   share/     man page, completions, documents, examples
#
# skein looks for ../lib/skein (src/machine/plugin.cpp).

include(GNUInstallDirs)

install(TARGETS skein RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS skein-runtime LIBRARY DESTINATION "${skein_private_folder}")
install(TARGETS skein-events ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(TARGETS skein-as RUNTIME DESTINATION "${skein_private_folder}/skein-as")
install(DIRECTORY "${PROJECT_BINARY_DIR}/lib/skein-gcc" "${PROJECT_BINARY_DIR}/lib/skein-c++"
  DESTINATION "${skein_private_folder}")
install(DIRECTORY include/ DESTINATION include)

# In the build folder too, next to skein.
foreach(name cc c++)
  file(COPY_FILE "${PROJECT_SOURCE_DIR}/tools/skein-cc.sh" "${PROJECT_BINARY_DIR}/skein-${name}"
    ONLY_IF_DIFFERENT)
  install(PROGRAMS tools/skein-cc.sh DESTINATION "${CMAKE_INSTALL_BINDIR}" RENAME skein-${name})
endforeach()

# The man page and the completions come from the command itself.
set(skein_described "${PROJECT_BINARY_DIR}/described")
file(MAKE_DIRECTORY "${skein_described}")
add_custom_command(OUTPUT "${skein_described}/skein.1" "${skein_described}/skein.bash"
    "${skein_described}/_skein"
  COMMAND skein man > "${skein_described}/skein.1"
  COMMAND skein completion bash > "${skein_described}/skein.bash"
  COMMAND skein completion zsh > "${skein_described}/_skein"
  DEPENDS skein
  COMMENT "Making the man page and the completions"
  VERBATIM)
add_custom_target(skein-described ALL DEPENDS "${skein_described}/skein.1")
# All that is installed, and no test.
add_custom_target(skein-package)
add_dependencies(skein-package skein skein-runtime skein-events skein-described)
install(FILES "${skein_described}/skein.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${skein_described}/skein.bash"
  DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions" RENAME skein)
install(FILES "${skein_described}/_skein"
  DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/zsh/vendor-completions")

# find_package(skein), installed or in the build folder (-Dskein_DIR=build/release/package).
include(CMakePackageConfigHelpers)
set(skein_package "${PROJECT_BINARY_DIR}/package")
set(skein_to_command "../skein")
file(RELATIVE_PATH skein_to_include "${skein_package}" "${PROJECT_SOURCE_DIR}/include")
configure_file(cmake/skeinConfig.cmake.in "${skein_package}/skeinConfig.cmake" @ONLY)
set(skein_to_command "../../../bin/skein")
set(skein_to_include "../../../include")
configure_file(cmake/skeinConfig.cmake.in "${skein_package}/installed/skeinConfig.cmake" @ONLY)
write_basic_package_version_file("${skein_package}/skeinConfigVersion.cmake"
  VERSION "${PROJECT_VERSION}" COMPATIBILITY SameMinorVersion)
install(FILES "${skein_package}/installed/skeinConfig.cmake"
  "${skein_package}/skeinConfigVersion.cmake" DESTINATION lib/cmake/skein)

install(FILES README.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# `cpack` in the build folder: a package for the Debian that it is built on.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME skein)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "the skein developers <skein@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "stateless model checker for C and C++ programs with threads")
set(CPACK_PACKAGE_DESCRIPTION
  "skein runs a concurrent program under every schedule that matters, each class of\nequivalent schedules once, and shows what breaks: assertion failures, deadlocks,\ndata races, heap errors, misuse of locks, crashes and livelocks.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The compiler wrappers and `skein check x.c` need a compiler and binutils; binaries do not.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "binutils")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | clang")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb, graphviz, clang")
include(CPack)
