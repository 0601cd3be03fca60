# SPDX-License-Identifier: Apache-2.0
# A variant of <mutex> for programs compiled by `skein c++`: std::lock of std::mutex and
# std::recursive_mutex, and of locks of them, waits as src/runtime/intercept/locks/lock_all.hpp says.

set(skein_lock_all [=[
    // Added by skein.
    extern "C" {
      int skein_runtime_begin_lock_all();
      void skein_runtime_end_lock_all();
      void skein_runtime_begin_lock_all_again();
    }

    struct __skein_lock_all
    {
      bool _M_is_modelled = skein_runtime_begin_lock_all() != 0;
      __skein_lock_all() { }
      __skein_lock_all(const __skein_lock_all&) = delete;
      ~__skein_lock_all() { if (_M_is_modelled) skein_runtime_end_lock_all(); }
    };

    template<typename _Tp> struct __skein_is_plain { enum { value = 0 }; };
    template<> struct __skein_is_plain<mutex> { enum { value = 1 }; };
    template<> struct __skein_is_plain<recursive_mutex> { enum { value = 1 }; };
    template<typename _Tp> struct __skein_is_plain<unique_lock<_Tp>>
    { enum { value = __skein_is_plain<_Tp>::value }; };

    template<typename... _Tp> struct __skein_are_plain { enum { value = 1 }; };
    template<typename _Tp, typename... _Rest> struct __skein_are_plain<_Tp, _Rest...>
    { enum { value = __skein_is_plain<_Tp>::value && __skein_are_plain<_Rest...>::value }; };

    // All or none; __failed becomes the number of the one that could not be had.
    inline bool __skein_try_all(int&) { return true; }
    template<typename _Lp, typename... _Rest>
      bool __skein_try_all(int& __failed, _Lp& __l, _Rest&... __rest)
      {
	if (!__l.try_lock())
	  return false;
	++__failed;
	if (__skein_try_all(__failed, __rest...))
	  return true;
	__l.unlock();
	return false;
      }

    inline void __skein_wait(int) { }
    template<typename _Lp, typename... _Rest>
      void __skein_wait(int __number, _Lp& __l, _Rest&... __rest)
      {
	if (__number == 0)
	  __l.lock();
	else
	  __skein_wait(__number - 1, __rest...);
      }

    // Returns whether all are locked. If a round fails, it does not return.
    template<typename _L0, typename... _L1>
      bool __skein_lock(_L0& __l0, _L1&... __l1)
      {
	if (!__skein_are_plain<_L0, _L1...>::value)
	  return false;
	__skein_lock_all __guard;
	if (!__guard._M_is_modelled)
	  return false;
	__l0.lock();
	int __failed = 0;
	if (__skein_try_all(__failed, __l1...))
	  return true;
	__l0.unlock();
	__skein_wait(__failed, __l1...);
	skein_runtime_begin_lock_all_again();
	return false;
      }

]=])

set(skein_before "    // This function can recurse up to N levels")
set(skein_begin "    lock(_L1& __l1, _L2& __l2, _L3&... __l3)\n    {\n")
foreach(header IN LISTS skein_atomic_wait_headers)
  string(REGEX REPLACE ".*/c\\+\\+/([0-9]+)/.*" "\\1" version "${header}")
  # Brackets and semicolons mean something to lists, and "@" to CONFIGURE: only strings here.
  file(READ "/usr/include/c++/${version}/mutex" text)
  string(FIND "${text}" "${skein_before}" at)
  string(FIND "${text}" "    void\n${skein_begin}" begin)
  if(at LESS 0 OR begin LESS 0)
    message(WARNING "<mutex> of libstdc++ ${version} is not known: std::lock of many locks is slow")
    continue()
  endif()
  string(REPLACE "${skein_before}" "${skein_lock_all}${skein_before}" text "${text}")
  string(REPLACE "    void\n${skein_begin}"
    "    void\n${skein_begin}      if (__detail::__skein_lock(__l1, __l2, __l3...))\n\treturn;\n" text "${text}")
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/lib/skein-c++/${version}/mutex" CONTENT "${text}")
endforeach()
