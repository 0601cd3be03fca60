#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SV-COMP's unknown values, of every type, by both commands: chosen from the range, or refused by name and line.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

# check STATUS PATTERN ARGUMENTS...: skein check of the same program.
check() {
  local expected=$1 wanted=$2 actual
  shift 2
  "$SKEIN" check "$program" "$@" >output 2>&1
  actual=$?
  if [ "$actual" != "$expected" ] || ! grep -q -- "$wanted" output; then
    fail "skein check $*: status $actual, expected $expected and '$wanted':"
    cat "$program" output
  fi
}

# In one program: each is 2 in some run, or all of them would be ended by the assumption.
types=(char:char uchar:"unsigned char" unsigned_char:"unsigned char" short:short ushort:"unsigned short" int:int
  uint:unsigned unsigned:unsigned unsigned_int:unsigned long:long ulong:"unsigned long" longlong:"long long"
  ulonglong:"unsigned long long" size_t:"unsigned long" u8:"unsigned char" u16:"unsigned short" u32:unsigned
  u64:"unsigned long" s8:"signed char" s16:short s32:int s64:long loff_t:"long long" sector_t:"unsigned long")
{
  echo "void __VERIFIER_assume(int); void reach_error(void);"
  for type in "${types[@]}"; do echo "${type#*:} __VERIFIER_nondet_${type%%:*}(void);"; done
  echo "int main(void) {"
  for type in "${types[@]}"; do echo "  __VERIFIER_assume(__VERIFIER_nondet_${type%%:*}() == 2);"; done
  echo "  reach_error(); }"
} | expect_verdict bug "reach_error" --nondet 2..3
check 1 "reach_error" --nondet 2..3
# Negative ones too.
expect_verdict bug "x == y" --nondet=-3..-3 <<'END'
#include <assert.h>
long __VERIFIER_nondet_long(void);
signed char __VERIFIER_nondet_s8(void);
int main(void) { long x = __VERIFIER_nondet_long(); int y = __VERIFIER_nondet_s8(); assert(x == -3 && y == -3); assert(x != y || !"x == y"); }
END
check 1 "x == y" --nondet=-3..-3

for pair in bool:_Bool _Bool:_Bool; do
  expect_verdict bug "reach_error" <<END
void reach_error(void);
${pair#*:} __VERIFIER_nondet_${pair%%:*}(void);
int main(void) { if (__VERIFIER_nondet_${pair%%:*}()) reach_error(); }
END
  check 1 "reach_error"
done
for pair in pointer:"void*" pchar:"char*" charp:"char*" const_char_pointer:"const char*"; do
  expect_verdict bug "reads through a wild pointer" <<END
${pair#*:} __VERIFIER_nondet_${pair%%:*}(void);
int main(void) { const char* p = __VERIFIER_nondet_${pair%%:*}(); return p ? *p : 0; }
END
  check 1 "BUG 1"
  expect_verdict proved "^proved" <<END
char x;
${pair#*:} __VERIFIER_nondet_${pair%%:*}(void);
int main(void) { const char* p = __VERIFIER_nondet_${pair%%:*}(); if (p) p = &x; return p ? *p : 0; }
END
  check 0 "^clean"
done
# Refused, by name and line.
for pair in float:float double:double pthread_t:"unsigned long" int128:__int128 uint128:"unsigned __int128" other:int; do
  name=__VERIFIER_nondet_${pair%%:*}
  expect_verdict error "program.c:3: .*$name" --nondet 2..3 <<END
${pair#*:} $name(void);
int main(void) {
  return $name() == 2;
}
END
  case $name in
    *128) check 0 "^clean" --nondet 2..3 ;;
    *) check 2 "program.c:3: .*$name" --nondet 2..3 ;;
  esac
done
# A stub's value is a number of the function's type.
expect_verdict proved "^proved" --stub __VERIFIER_nondet_double=2 --stub __VERIFIER_nondet_float=-3 <<'END'
#include <assert.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
int main(void) { assert(__VERIFIER_nondet_double() == 2 && __VERIFIER_nondet_float() == -3); }
END

# The competition's programs define their assumption; the abort in it is not a bug.
for limit in 2 3; do
  [ "$limit" = 2 ] && verdict=proved || verdict=bug
  expect_verdict "$verdict" "" --nondet 0..3 <<END
void abort(void);
void reach_error(void) { abort(); }
static void assume_abort_if_not(int holds) { if (!holds) abort(); }
int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); assume_abort_if_not(x < $limit); if (x == 2) reach_error(); }
END
done

finish
