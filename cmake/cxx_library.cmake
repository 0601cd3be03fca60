# SPDX-License-Identifier: Apache-2.0
# Functions that are compiled into the C++ library (those of streams and of paths, hashes, what
# exceptions say), and stand-ins for them that report what they access
# (src/runtime/intercept/cxx/cxx_library_calls.cpp): generated/cxx_library/thunks.inc for the runtime, and
# lib/skein-c++/library.wrap for the linker, which redirects the calls.
#
# A function's mangled name says where it finds its object, and whether it changes it.

execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.so.6
  OUTPUT_VARIABLE skein_cxx_library OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${CMAKE_NM} -D --defined-only --format=posix "${skein_cxx_library}"
  OUTPUT_VARIABLE skein_cxx_symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "_ZN?[A-Za-z0-9_]+" skein_cxx_symbols "${skein_cxx_symbols}")

set(skein_stream "So|Si|Sd|St13basic_[io]streamIw|St14basic_iostreamIw")
string(APPEND skein_stream "|St7__cxx1118basic_stringstreamI|St7__cxx1119basic_[io]stringstreamI")
string(APPEND skein_stream "|St13basic_fstreamI|St14basic_[io]fstreamI")
set(skein_buffer "St15basic_streambufI|St7__cxx1115basic_stringbufI|St13basic_filebufI")
# Constructors: there is no stream yet. Destructors of buffers, and those that others call. Results
# that are objects, whose address comes before that of the stream.
set(skein_left_out "(C[12]E|D[02]Ev|(buf|ios)I.*D1Ev|sentryD1|sentrycvb|__xfer_bufptrs)")
string(APPEND skein_left_out "|(5imbue|6getloc|8pubimbue|13get_allocator)E")

# std::filesystem::path. Functions that return a path get its address before that of the object.
set(skein_path "_ZN[KRO]*St10filesystem7__cxx114path")
set(skein_path_result "[0-9]+(parent_path|relative_path|root_directory|root_name|root_path|lexically_[a-z]+)E")
set(skein_exception "_ZNSt(11logic|11range|12domain|12length|13runtime|14overflow|15underflow)_errorC[12]E")
string(APPEND skein_exception "|_ZNSt(12out_of_range|16invalid_argument)C[12]E")

set(skein_thunks "")
set(skein_wraps "")
list(REMOVE_DUPLICATES skein_cxx_symbols)
foreach(name IN LISTS skein_cxx_symbols)
  if(name MATCHES "^_ZN[A-Za-z0-9_]*6sentryC1E")
    set(place 1)
  elseif(name MATCHES "^${skein_path}.*${skein_path_result}")
    set(place 6)
  elseif(name MATCHES "^${skein_path}([0-9]*_M_|[0-9]+[a-z]|aS|dV|pL)" AND NOT name MATCHES "_S_convert")
    set(place 5)
  elseif(name MATCHES "^_ZSt(11_Hash_bytes|15_Fnv_hash_bytes)PKvmm$")
    set(place 7)
  elseif(name MATCHES "^(${skein_exception})RKNSt7__cxx1112basic_string")
    set(place 8)
  elseif(name MATCHES "^(${skein_exception})PKc$")
    set(place 9)
  elseif(name MATCHES "${skein_left_out}")
    continue()
  elseif(name MATCHES "^_ZN[KRO]*(${skein_stream}).*3strEv$")
    set(place 1)
  elseif(name MATCHES "^_ZN[KRO]*(${skein_buffer}).*3strEv$")
    set(place 4)
  elseif(name MATCHES "^_ZN[KRO]*(${skein_stream})")
    set(place 0)
  elseif(name MATCHES "^_ZN[KRO]*St9basic_iosI")
    set(place 2)
  elseif(name MATCHES "^_ZN[KRO]*(${skein_buffer})")
    set(place 3)
  elseif(name MATCHES "^_ZSt(ls|rs|4endl|4ends|5flush|2ws|7getline|16__ostream_insert)I")
    set(place 0)
  else()
    continue()
  endif()
  # LibraryEffect: changes 1, input 2, output 4.
  if(place EQUAL 2 OR place GREATER 4)
    set(effect 0)
  elseif(name MATCHES "^_ZN[KRO]*(Si|St13basic_istream|St14basic_ifstream)|^_ZSt(rs|2ws|7getline)I")
    set(effect 2)
  elseif(name MATCHES "^_ZN[KRO]*(So|St13basic_ostream|St14basic_ofstream)|^_ZSt")
    set(effect 4)
  elseif(name MATCHES "E(5sgetc|6sgetn|6sbumpc|6snextc|7sungetc|9sputbackc|8in_avail|9underflow)")
    set(effect 2)
  elseif(name MATCHES "E(5uflow|9showmanyc|6xsgetn|9pbackfail|4gptr|5egptr|5eback|5gbump|4setg)")
    set(effect 2)
  elseif(name MATCHES "E(5sputc|5sputn|6xsputn|8overflow|4pptr|5epptr|5pbase|5pbump|4setp)")
    set(effect 4)
  else()
    set(effect 6)
  endif()
  if(NOT name MATCHES "^_ZNK" AND place LESS 7)
    math(EXPR effect "${effect} + 1")
  endif()
  string(APPEND skein_thunks "  library_thunk ${name}, ${place}, ${effect}\n")
  string(APPEND skein_wraps "--wrap=${name}\n")
endforeach()

file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/cxx_library/thunks.inc" CONTENT "R\"(\n${skein_thunks})\"\n" @ONLY)
# And a table of virtual functions (src/runtime/intercept/cxx/cxx_memory_resources.cpp).
string(APPEND skein_wraps "--wrap=_ZTVNSt3pmr25monotonic_buffer_resourceE\n")
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/lib/skein-c++/library.wrap" CONTENT "${skein_wraps}" @ONLY)
