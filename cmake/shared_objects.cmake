# SPDX-License-Identifier: Apache-2.0
# Variants of headers of libstdc++ for programs compiled by `skein c++`. The reference counts of
# std::shared_ptr are no steps where src/runtime/memory/shared_counts.hpp says so. Waiting for a
# std::future, std::latch or std::barrier is one step (src/runtime/intercept/threads/awaited.hpp).
# (Included by cmake/native.cmake, which has set skein_atomic_wait_VERSION.)

set(skein_counts_declarations [=[
  // Added by skein.
  extern "C" {
    int skein_runtime_add_reference(const void*, int*) noexcept;
    int skein_runtime_release_reference(const void*, int*) noexcept;
    void skein_runtime_end_destruction() noexcept;
    void skein_runtime_look_at_count(const void*) noexcept;
  }

]=])

set(skein_counts_release [=[
      if (const int __skein_done = skein_runtime_release_reference(this, &_M_use_count))
	{
	  if (__skein_done == 2)
	    {
	      _M_release_last_use_cold();  // in a frame of its own
	      skein_runtime_end_destruction();
	    }
	  return;
	}
]=])
set(skein_counts_release_weak [=[
	if (_Lp == _S_atomic)
	  if (const int __skein_done = skein_runtime_release_reference(this, &_M_weak_count))
	    {
	      if (__skein_done == 2)
		{
		  _M_destroy();
		  skein_runtime_end_destruction();
		}
	      return;
	    }
]=])

set(skein_await_declarations [=[
  // Added by skein.
  extern "C" {
    int skein_runtime_await(unsigned*, unsigned) noexcept;
    int skein_runtime_note_set(const unsigned*) noexcept;
    void skein_runtime_reset_awaited(unsigned*) noexcept;
    int skein_runtime_models_library() noexcept;
  }

]=])

set(skein_futex_declaration
  "  extern \"C\" long skein_runtime_futex(const void*, int, int, const void* = nullptr) noexcept;\n")

# The last to arrive tells those who wait. A word for each of the last phases, which each is set
# once.
set(skein_barrier_members [=[
      // Added by skein.
      static constexpr unsigned _S_skein_phases = 64;
      __atomic_base<ptrdiff_t> _M_skein_left;
      mutable unsigned _M_skein_is_over[_S_skein_phases] = {};

      unsigned*
      _M_skein_word(unsigned char __phase) const
      { return &_M_skein_is_over[__phase / 2 % _S_skein_phases]; }

      void
      _M_skein_arrive(unsigned char __phase, ptrdiff_t __update)
      {
	if (_M_skein_left.fetch_sub(__update, memory_order_acq_rel) != __update)
	  return;
	_M_completion();
	_M_expected += _M_expected_adjustment.load(memory_order_relaxed);
	_M_expected_adjustment.store(0, memory_order_relaxed);
	_M_skein_left.store(_M_expected, memory_order_relaxed);
	__atomic_phase_ref_t(_M_phase).store(static_cast<__barrier_phase_t>(__phase + 2),
					     memory_order_release);
	skein_runtime_reset_awaited(_M_skein_word(__phase + _S_skein_phases));
	__atomic_store_n(_M_skein_word(__phase), 1, __ATOMIC_RELEASE);
	skein_runtime_note_set(_M_skein_word(__phase));
      }

]=])

# skein_insert(TEXT-VARIABLE BEHIND WHAT [BEFORE]): inserts at a place that the text has exactly
# once; clears the variable if it has not.
function(skein_insert variable behind what)
  set(place "${behind}${ARGN}")
  string(FIND "${${variable}}" "${place}" at)
  string(FIND "${${variable}}" "${place}" last REVERSE)
  if(at LESS 0 OR NOT at EQUAL last)
    set(${variable} "" PARENT_SCOPE)
    return()
  endif()
  string(REPLACE "${place}" "${behind}${what}${ARGN}" text "${${variable}}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# skein_variant(FILE TEXT WHAT): writes the variant of a header, or warns that there is none.
function(skein_variant file text what)
  if(text STREQUAL "")
    message(WARNING "libstdc++ ${version}: ${what}")
  else()
    file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/lib/skein-c++/${version}/${file}" CONTENT "${text}")
  endif()
endfunction()

foreach(header IN LISTS skein_atomic_wait_headers)
  string(REGEX REPLACE ".*/c\\+\\+/([0-9]+)/.*" "\\1" version "${header}")
  file(READ "/usr/include/c++/${version}/bits/shared_ptr_base.h" text)
  skein_insert(text "  using __gnu_cxx::_S_atomic;\n\n" "${skein_counts_declarations}")
  skein_insert(text "      void\n      _M_add_ref_copy()\n      {"
    "\n\tif (_Lp == _S_atomic && skein_runtime_add_reference(this, &_M_use_count))\n\t  return;\n\t")
  skein_insert(text "      void\n      _M_weak_add_ref() noexcept\n      {"
    "\n\tif (_Lp == _S_atomic && skein_runtime_add_reference(this, &_M_weak_count))\n\t  return;\n\t")
  skein_insert(text "    _Sp_counted_base<_S_atomic>::_M_release() noexcept\n    {\n"
    "${skein_counts_release}")
  # The reference that all references that are not weak hold together.
  skein_insert(text "\t_GLIBCXX_SYNCHRONIZATION_HAPPENS_BEFORE(&_M_weak_count);\n"
    "${skein_counts_release_weak}"
    "\tif (__gnu_cxx::__exchange_and_add_dispatch(&_M_weak_count,\n\t\t\t\t\t\t   -1) == 1)")
  skein_insert(text "      _M_weak_release() noexcept\n      {\n" "${skein_counts_release_weak}")
  skein_insert(text "      long\n      _M_get_use_count() const noexcept\n      {\n"
    "\tskein_runtime_look_at_count(this);\n")
  skein_variant(bits/shared_ptr_base.h "${text}" "shared_ptr is not known: its counts are steps")

  # A promise or task that ends looks whether it is alone, though it matters only while it has its
  # result. So it looks only then.
  file(READ "/usr/include/c++/${version}/future" text)
  string(REPLACE "static_cast<bool>(_M_future) && !_M_future.unique()"
    "static_cast<bool>(_M_future) && static_cast<bool>(_M_storage) && !_M_future.unique()"
    text "${text}")
  string(REPLACE "static_cast<bool>(_M_state) && !_M_state.unique()"
    "static_cast<bool>(_M_state) && static_cast<bool>(_M_state->_M_result) && !_M_state.unique()"
    text "${text}")
  skein_variant(future "${text}" "futures are not known")

  # Waiting for a future without a timeout is one step.
  file(READ "/usr/include/c++/${version}/bits/atomic_futex.h" text)
  skein_insert(text "#if defined(_GLIBCXX_HAVE_LINUX_FUTEX) && ATOMIC_INT_LOCK_FREE > 1\n"
    "${skein_await_declarations}")
  skein_insert(text "    _M_load_when_equal(unsigned __val, memory_order __mo)\n    {\n"
    "      if (skein_runtime_await((unsigned*)(void*)&_M_data, __val))\n\treturn;\n"
    "      unsigned __i = _M_load(__mo);\n      if ((__i & ~_Waiter_bit) == __val)\n\treturn;\n      // TODO")
  skein_insert(text "      unsigned* __futex = (unsigned *)(void *)&_M_data;\n"
    "      const unsigned __skein_old = _M_data.exchange(__val, __mo);\n      skein_runtime_note_set(__futex);\n"
    "      if (_M_data.exchange(__val, __mo) & _Waiter_bit)\n")
  string(REPLACE "if (_M_data.exchange(__val, __mo) & _Waiter_bit)" "if (__skein_old & _Waiter_bit)"
    text "${text}")
  skein_variant(bits/atomic_futex.h "${text}" "futures are not known: waiting is several steps")

  # Whether anyone waits for an atomic is asked only to save system calls.
  set(text "${skein_atomic_wait_${version}}")
  skein_insert(text "namespace std _GLIBCXX_VISIBILITY(default)\n{\n_GLIBCXX_BEGIN_NAMESPACE_VERSION\n"
    "${skein_await_declarations}${skein_futex_declaration}")
  skein_insert(text "      _M_enter_wait() noexcept\n      { "
    "if (!skein_runtime_models_library())\n\t  ")
  skein_insert(text "      _M_leave_wait() noexcept\n      { "
    "if (!skein_runtime_models_library())\n\t  ")
  skein_insert(text "      _M_waiting() const noexcept\n      {\n"
    "\tif (skein_runtime_models_library())\n\t  return true;\n")
  string(REPLACE "syscall (SYS_futex, static_cast<const void*>(__addr)"
    "skein_runtime_futex(static_cast<const void*>(__addr)" text "${text}")
  set(wait_header "${PROJECT_BINARY_DIR}/lib/skein-c++/${version}/bits/atomic_wait.h")
  if(text STREQUAL "")
    message(WARNING "atomic waits of libstdc++ ${version} are not known: they are many steps")
    file(GENERATE OUTPUT "${wait_header}" CONTENT "${skein_atomic_wait_${version}}")
    continue()
  endif()
  file(GENERATE OUTPUT "${wait_header}" CONTENT "${text}")

  file(READ "/usr/include/c++/${version}/latch" text)
  skein_insert(text "      if (__old == __update)\n\t"
    "if (!skein_runtime_note_set((unsigned*)(void*)&_M_a))\n\t  ")
  skein_insert(text "    wait() const noexcept\n    {\n"
    "      if (skein_runtime_await((unsigned*)(void*)&_M_a, 0))\n\treturn;\n")
  skein_variant(latch "${text}" "std::latch is not known: it is many steps")

  file(READ "/usr/include/c++/${version}/barrier" text)
  skein_insert(text "      alignas(__phase_alignment) __barrier_phase_t  _M_phase;\n\n"
    "${skein_barrier_members}")
  skein_insert(text "	    _M_phase(static_cast<__barrier_phase_t>(0))"
    ",\n\t    _M_skein_left(__expected)")
  skein_insert(text "	const auto __cur = static_cast<unsigned char>(__old_phase);\n"
    "\tif (skein_runtime_models_library())\n\t  {\n\t    _M_skein_arrive(__cur, __update);\n\t    return __old_phase;\n\t  }\n")
  skein_insert(text "      wait(arrival_token&& __old_phase) const\n      {\n"
    "\tif (skein_runtime_await(_M_skein_word(static_cast<unsigned char>(__old_phase)), 1))\n\t  return;\n")
  skein_variant(barrier "${text}" "std::barrier is not known: it is many steps")
endforeach()
