#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The man page, the completions and the doctor: every option is in all of them, and the shells take
# what they are given.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

for word in man "completion bash" "completion zsh"; do
  # shellcheck disable=SC2086
  "$SKEIN" $word > "${word// /.}.txt" || fail "$word"
done
# The subcommands and their options, as --help lists them.
commands=$("$SKEIN" --help | sed -n '/^Subcommands:/,/^Examples:/s/^  \([a-z]\+\) .*/\1/p')
# These have no options of their own.
commands=$(grep -Evx 'cc|wrap|help' <<< "$commands")
[ "$(wc -w <<< "$commands")" -ge 5 ] || fail "--help lists too few subcommands: $commands"
for command in $commands; do
  options=$("$SKEIN" "$command" --help | sed -n '/^Options:/,/^[A-Z][a-z]*:$/s/^  \(-.*\)/\1/p' |
    grep -oE '^(-[A-Za-z])?(, )?(--[a-z-]+)?' | tr -d ',')
  for option in $options; do
    grep -qF -- "${option//-/\\-}" man.txt || fail "$command $option is not in the man page"
    grep -qF -- "$option" completion.bash.txt || fail "$command $option is not completed by bash"
    grep -qF -- "$option" completion.zsh.txt || fail "$command $option is not completed by zsh"
  done
done
"$SKEIN" check --help | grep -q -- --sarif || fail "the list of options is not read right"

if command -v groff > /dev/null; then
  groff -ww -man -Tutf8 man.txt > /dev/null 2> groff.txt
  [ -s groff.txt ] && fail "the man page: $(head -n 3 groff.txt)"
fi

# What bash proposes after the given words; the last word is the one to complete.
propose() {
  bash -c '. ./completion.bash.txt
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _skein
    printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort | tr '\n' ' '
}
[ "$(propose skein ch)" = "check " ] || fail "bash: skein ch: $(propose skein ch)"
[ "$(propose skein check --sar)" = "--sarif " ] || fail "bash: $(propose skein check --sar)"
[ "$(propose skein graph --sar)" = " " ] || fail "bash: graph has no --sarif"
[ "$(propose skein check -e opt)" = "optimal " ] || fail "bash: $(propose skein check -e opt)"
[ "$(propose skein check lost)" = "lost.skein " ] || fail "bash: $(propose skein check lost)"
[ "$(propose skein check x -- lost)" = "lost.skein " ] || fail "bash: after --"

if command -v zsh > /dev/null; then
  # shellcheck disable=SC2016
  specifications() {
    zsh -fc 'compdef() { : }; _describe() { print -l -- $commands }; _files() { print files }
      _arguments() { print -rl -- "$@" }
      . ./completion.zsh.txt
      words=("$@"); CURRENT=$#words; _skein' zsh "$@"
  }
  specifications skein x | grep -q '^check:explore' || fail "zsh: commands"
  specifications skein check x | grep -qF -- '--sarif[write the report' || fail "zsh: options"
  specifications skein check x | grep -qE -- '^\(-e --explorer\)-e\[.*:\(qpor ' ||
    fail "zsh: explorers"
fi

expect 2 "neither bash nor zsh" "$SKEIN" completion fish
"$SKEIN" man > /dev/full 2> full.txt && fail "a full disk is no error to skein man"

# The doctor: all is well here, and what is not is said.
"$SKEIN" doctor > doctor.txt 2>&1 || fail "doctor: $(cat doctor.txt)"
grep -q "ok .*gcc: compiled and explored" doctor.txt || fail "doctor: gcc: $(cat doctor.txt)"
grep -q "ok .*g++: compiled and explored" doctor.txt || fail "doctor: g++: $(cat doctor.txt)"
SKEIN_RUNTIME=/nonexistent "$SKEIN" doctor > doctor.txt 2>&1
[ $? -eq 2 ] || fail "doctor without a runtime: exit status"
grep -q "BAD .*SKEIN_RUNTIME" doctor.txt || fail "doctor without a runtime: $(cat doctor.txt)"
mkdir -p empty
PATH=$PWD/empty "$SKEIN" doctor > doctor.txt 2>&1
[ $? -eq 2 ] || fail "doctor without a compiler: exit status"
grep -q "BAD .*no compiler" doctor.txt || fail "doctor without a compiler: $(cat doctor.txt)"

# A compiler that a build system chose, with skein in front of it.
cat > two.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void* add(void* unused) { return x++ < 0 ? 0 : unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); int seen = x++; pthread_join(t, 0); return seen < 0; }
END
for compiler in cc /usr/bin/gcc; do
  "$SKEIN" wrap "$compiler" -c two.c -o two.o || fail "wrap $compiler -c"
  "$SKEIN" wrap "$compiler" two.o -o two || fail "wrap $compiler, linking"
  # Two additions in either order.
  "$SKEIN" check ./two -q --json two.json > two.txt 2>&1 || fail "$(cat two.txt)"
  json two.json "r['executions'] == 2"
done
expect 2 "a compiler's command is missing" "$SKEIN" wrap
finish
