#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Trace files and replay: the same bug again, or where the program left the trace; and what becomes
# of files that are broken or hostile.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > sum.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x;
int wanted = 2;
void* adder(void* p) {
  int r = x;
  x = r + 1;
  return p;
}
int main(int argc, char** argv) {
  if (argc > 1) wanted = atoi(argv[1]);
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, adder, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  assert(x == wanted);
}
END_C

# Every finding has a string and a file; both show it again.
expect 1 '^bug' "$SKEIN" check sum.c --traces bugs --json sum.json -- 2
trace=bugs/sum-1.skein-trace
[ -f "$trace" ] || fail "no trace was written"
json "$trace" "r['format'] == 'skein-trace' and r['version'] == 1 and r['arguments'] == ['2'] and r['build_id'] and len(r['steps']) == len(r['counterexample']['steps'])"
expect 1 '^replay: the same bug after [0-9]+ steps\.$' "$SKEIN" replay "$trace"
expect 1 '^replay: the same bug' "$SKEIN" replay "$trace" --quiet
"$SKEIN" replay "$trace" | grep -q "^BUG 1: assertion 'x == wanted' failed at sum.c:17" || fail "replay does not show the bug"
command=$(python3 -c 'import json; print(json.load(open("sum.json"))["findings"][0]["replay"])')
expect 1 '^replay: 1 bug in' bash -c "${command/skein/\"$SKEIN\"}"
"$SKEIN" check sum.c -- 2 | grep -q '  skein replay sum.c --schedule .* -- 2$' || fail "no command to replay with"

# From elsewhere; with options; models.
mkdir -p elsewhere
(cd elsewhere && expect 1 '^replay: the same bug' "$SKEIN" replay "../$trace"; exit "$failures") || fail "not from elsewhere"
expect 1 '^bug' "$SKEIN" check sum.c --traces options --max-steps 500 --races off --cflags=-O1 -- 2
expect 1 '^replay: the same bug' "$SKEIN" replay options/sum-1.skein-trace
expect 1 '^bug' "$SKEIN" check lost.skein -D N=3 --traces models
expect 1 '^replay: the same bug' "$SKEIN" replay models/lost-1.skein-trace
expect 1 '^bug' "$SKEIN" check crossed.skein --traces models
expect 1 '^replay: the same bug' "$SKEIN" replay models/crossed-1.skein-trace
schedule=$(python3 -c 'import json; print(json.load(open("models/crossed-1.skein-trace"))["schedule"])')
expect 1 '^replay: 1 bug in' "$SKEIN" replay crossed.skein --schedule "$schedule"

# Another program: said by build id, and where it parts.
sed 's/  x = r + 1;/  atomic_thread_fence(memory_order_seq_cst);\n  atomic_fetch_add(\&x, 1);/' sum.c > fixed.c
expect 4 '^replay: left the trace at step [0-9]+ of [0-9]+: expected adder\([12]\): store x at sum.c:9; met adder\([12]\): rmw x at fixed.c:10; the program was built anew' \
  "$SKEIN" replay "$trace" fixed.c
"$SKEIN" replay "$trace" fixed.c 2>&1 | grep -Eq 'note: the trace was made with another build of the program: build id [0-9a-f]{40}, now [0-9a-f]{40}' ||
  fail "no note about the other build"
# Another input to the same program: the bug is gone though every step is the same.
sed 's/"2"/"1"/' "$trace" > other-input.skein-trace
expect 4 '^replay: all [0-9]+ steps of the trace, and no bug: the program is the same' "$SKEIN" replay other-input.skein-trace
# A schedule that cannot be followed.
expect 4 '^replay: left the trace at step 3 of 3: expected agent 7; met no agent 7' "$SKEIN" replay sum.c --schedule '0*2,7'
expect 4 'which cannot be executed now' "$SKEIN" replay crossed.skein --schedule '0*3,1*2,2*2,1'

# What makes no sense.
expect 2 'say what to replay' "$SKEIN" replay sum.c
expect 2 'a trace says itself' "$SKEIN" replay "$trace" --schedule 0
expect 2 'part 2 of the schedule' "$SKEIN" replay sum.c --schedule '0,x'
expect 2 'too long' "$SKEIN" replay sum.c --schedule '0*4000000000'
expect 2 "cannot open 'none.skein-trace'" "$SKEIN" replay none.skein-trace
expect 2 'cannot make' "$SKEIN" check sum.c --traces sum.c/folder

# Broken and hostile files. Refused (2), or taken for what they are: never a crash (3 or a signal).
rm -rf hostile # what an earlier run left
python3 - "$trace" <<'END_PYTHON'
import json, pathlib, random, sys
good = pathlib.Path(sys.argv[1]).read_text()
folder = pathlib.Path("hostile")
folder.mkdir(exist_ok=True)
def put(name, text):
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    (folder / f"{name}.skein-trace").write_bytes(data)
put("refused-empty", "")
put("refused-text", "hello")
put("refused-array", "[]")
put("refused-null", "null")
put("refused-deep-array", "[" * 1000000)
put("refused-deep-object", '{"a":' * 300000)
put("refused-deep-closed", '{"format":"skein-trace","version":' + "[" * 5000 + "]" * 5000 + "}")
put("refused-zeros", b"\0" * 4096)
for i in range(0, len(good), max(1, len(good) // 40)):
    put(f"refused-truncated-{i}", good[:i])
trace = json.loads(good)
def variant(name, **changes):
    other = dict(trace)
    for key, value in changes.items():
        if value is KeyError:
            other.pop(key)
        else:
            other[key] = value
    put(name, json.dumps(other))
for key in trace:
    if key == "counterexample":
        continue
    if key != "violation":  # which older versions did not write
        variant(f"refused-missing-{key}", **{key: KeyError})
    for number, wrong in enumerate([None, True, -1, 1e300, 2**64, {}, {"a": []}]):
        variant(f"refused-type-{key}-{number}", **{key: wrong})
variant("refused-version", version=2)
variant("refused-huge-version", version=2**63)
variant("refused-schedule-long", schedule="0*4294967294")
variant("refused-schedule-many", schedule=",".join(["0*4000000000"] * 1000))
variant("refused-schedule-other", schedule="0*2")
variant("refused-no-files", files=[])
variant("refused-file-null", files=["sum.c\0x"])
variant("refused-option", options=[["traces", "/tmp"]])
variant("refused-option-value", options=[["max-steps", "-1"]])
variant("refused-option-pair", options=[["max-steps"]])
variant("refused-steps", steps=[{}])
steps = [dict(s) for s in trace["steps"]]
steps[0]["operation"] = "explode"
variant("refused-operation", steps=steps)
steps = [dict(s) for s in trace["steps"]]
steps[3]["agent"] = 4294967295
variant("refused-agent", steps=steps)
steps = [dict(s, choices=2, choice=5) for s in trace["steps"]]
variant("refused-choice", steps=steps)
variant("any-escapes", headline="\x1b]0;evil\x07", message="\x1b[2J")
generator = random.Random(1)
raw = bytearray(good.encode())
for i in range(60):
    flipped = bytearray(raw)
    for _ in range(generator.randint(1, 8)):
        flipped[generator.randrange(len(flipped))] ^= 1 << generator.randrange(8)
    put(f"any-flipped-{i}", bytes(flipped))
END_PYTHON
for file in hostile/refused-*.skein-trace; do
  "$SKEIN" replay "$file" > hostile.out 2>&1
  status=$?
  [ $status -eq 2 ] || fail "$file: exit status $status: $(head -c 300 hostile.out)"
done
# Whether these are refused depends on which bits are flipped.
for file in hostile/any-*.skein-trace; do
  timeout 300 "$SKEIN" replay "$file" > hostile.out 2>&1
  status=$?
  case $status in 1 | 2 | 4) ;; *) fail "$file: exit status $status: $(head -c 300 hostile.out)" ;; esac
  grep -q $'\x1b' hostile.out && fail "$file drives the terminal"
done
finish
