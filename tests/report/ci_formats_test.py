#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SARIF and JUnit: what skein writes for every kind of end, against the SARIF 2.1.0 schema (from an
npm package; without npm, against the rules written down here alone) and the rules of JUnit readers."""

import json
import os
import pathlib
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree as xml

SKEIN = os.environ["SKEIN"]
SOURCE = pathlib.Path(os.environ["SKEIN_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
from npm_package import npm_file  # noqa: E402

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


def write(name, text):
    pathlib.Path(name).write_text(text, encoding="utf-8")
    return name


LOST = write("lost.skein", """
atomic x = 0
thread adder { r = x; x = r + 1 }
thread main { a = create adder(); b = create adder(); join a; join b; assert x == 2 }
""")
CROSSED = write("crossed.skein", """
mutex a, b
thread left { lock a; lock b; unlock b; unlock a }
thread right { lock b; lock a; unlock a; unlock b }
thread main { l = create left(); r = create right(); join l; join r }
""")
CLEAN = write("clean.skein", "atomic x = 0\nthread main { x = 1 }\n")
BROKEN = write("broken.skein", "thread main { ?? }\n")
os.makedirs("sub folder", exist_ok=True)
NATIVE = write("sub folder/two <b>&\"x\".c", """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
int plain;
static void* add(void* unused) { int r = n; n = r + 1; plain++; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
}
""")


def run(arguments, status):
    """Runs skein with all three reports; gives (json, sarif, junit)."""
    names = ["out.json", "out.sarif", "out.xml"]
    for name in names:
        pathlib.Path(name).unlink(missing_ok=True)
    done = subprocess.run([SKEIN, "check", *arguments, "--json", names[0], "--sarif", names[1],
                           "--junit", names[2]], capture_output=True, timeout=600)
    expect(done.returncode == status,
           f"{arguments}: exit status {done.returncode}, not {status}\n{done.stderr.decode()}")
    read = [json.loads(pathlib.Path(name).read_bytes().decode("utf-8")) for name in names[:2]]
    return read[0], read[1], xml.parse(names[2]).getroot()


def check_against_schema(schema, sarif, what):
    import jsonschema
    errors = list(jsonschema.Draft7Validator(schema).iter_errors(sarif))
    for error in errors[:5]:
        expect(False, f"{what}: schema: {list(error.absolute_path)}: {error.message[:200]}")


# What the schema says of the parts that we use, and what code hosts ask for beyond it.
def check_structure(sarif, what):
    def holds(condition, rule):
        expect(condition, f"{what}: {rule}")

    holds(sarif["version"] == "2.1.0" and len(sarif["runs"]) == 1, "one run of version 2.1.0")
    sarif_run = sarif["runs"][0]
    driver = sarif_run["tool"]["driver"]
    holds(driver["name"] == "skein" and driver["version"], "a driver with a version")
    ids = [rule["id"] for rule in driver["rules"]]
    holds(len(ids) == len(set(ids)), "rule ids are unique")
    for rule in driver["rules"]:
        for key in ("shortDescription", "fullDescription", "help"):
            holds(rule[key]["text"], f"rule {rule['id']} has {key}")
    holds(all(isinstance(i["executionSuccessful"], bool) for i in sarif_run["invocations"]),
          "invocations say whether they succeeded")

    def check_location(location):
        place = location.get("physicalLocation")
        if place is None:
            return
        uri = place["artifactLocation"]["uri"]
        holds(not any(c in uri for c in ' <>"'), f"uri {uri} is escaped")
        if "region" in place:
            holds(place["region"]["startLine"] >= 1, "lines begin at 1")
        if "uriBaseId" in place["artifactLocation"]:
            holds(not uri.startswith("/") and "://" not in uri, "what has a base is relative")
            holds(place["artifactLocation"]["uriBaseId"] in sarif_run["originalUriBaseIds"],
                  "the base is defined")
            path = urllib.parse.unquote(uri)
            holds(os.path.exists(path), f"{path} exists below the working folder")

    for result in sarif_run["results"]:
        holds(ids[result["ruleIndex"]] == result["ruleId"], "ruleIndex leads to ruleId")
        holds(result["message"]["text"], "a message")
        holds(len(result["locations"]) == 1 and "physicalLocation" in result["locations"][0],
              "exactly one place")
        holds(result["occurrenceCount"] >= 1, "seen at least once")
        for location in result["locations"] + result.get("relatedLocations", []):
            check_location(location)
        for flow in result["codeFlows"]:
            orders = []
            thread_ids = [thread["id"] for thread in flow["threadFlows"]]
            holds(len(thread_ids) == len(set(thread_ids)), "each thread has one flow")
            for thread in flow["threadFlows"]:
                holds(thread["locations"], "a thread flow has locations")
                own = [step["executionOrder"] for step in thread["locations"]]
                holds(own == sorted(own), "a thread's steps are in order")
                orders += own
                for step in thread["locations"]:
                    check_location(step["location"])
            holds(sorted(orders) == list(range(1, len(orders) + 1)), "every step is there once")


def check_junit(root, verdict, what):
    expect(root.tag == "testsuites" and len(root) == 1, f"{what}: one suite")
    suite = root[0]
    cases = suite.findall("testcase")
    expect(len(cases) == 1 and suite.get("tests") == "1", f"{what}: one case")
    tags = {"clean": None, "accepted": None, "bug": "failure", "incomplete": "skipped", "error": "error"}
    for tag, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        count = len(cases[0].findall(tag))
        expect(count == (tags[verdict] == tag), f"{what}: {count} of {tag}")
        expect(int(suite.get(attribute)) == count, f"{what}: {attribute} counts right")
    expect(cases[0].get("name") and float(cases[0].get("time")) >= 0, f"{what}: name and time")


path, reason = npm_file("@microsoft/jest-sarif", "1.0.0-beta.0", "lib/schemas/sarif-2.1.0-rtm.5.json")
schema = None
if path is None:
    print("note: without the schema of SARIF, by our own rules alone:", reason)
else:
    schema = json.loads(path.read_text(encoding="utf-8"))
    # The validator must be able to fail.
    import jsonschema
    expect(not jsonschema.Draft7Validator(schema).is_valid({"version": "2.1.0"}),
           "the schema refuses a log without runs")

SUPPRESSED = write("crossed.supp", "deadlock:object=a\n")
BASELINE = "baseline.json"
subprocess.run([SKEIN, "check", LOST, "--json", BASELINE], capture_output=True, timeout=600)
cases = [
    ([CROSSED, "--suppressions", SUPPRESSED], 0, "accepted"),
    ([LOST, "--baseline", BASELINE], 0, "accepted"),
    ([LOST, "--fail-on", "race"], 0, "accepted"),
    ([LOST], 1, "bug"),
    ([CROSSED], 1, "bug"),
    ([CLEAN], 0, "clean"),
    ([LOST, "-e", "random", "--runs", "1", "--seed", "1", "--max-steps", "2"], 4, "incomplete"),
    ([BROKEN], 2, "error"),
    ([CLEAN, "--no-such-option"], 2, "error"),
    (["no-such-file.skein"], 2, "error"),
    ([NATIVE], 1, "bug"),
]
for arguments, status, verdict in cases:
    what = " ".join(arguments)
    report, sarif, junit = run(arguments, status)
    expect(report["verdict"] == verdict, f"{what}: verdict {report['verdict']}")
    if schema is not None:
        check_against_schema(schema, sarif, what)
    check_structure(sarif, what)
    check_junit(junit, verdict, what)
    results = sarif["runs"][0]["results"]
    findings = report["findings"] + report["accepted"]
    expect(len(results) == len(findings), f"{what}: a result for each finding")
    for result, finding in zip(results, findings):
        standing = finding["standing"]
        expect(("suppressions" in result) == (standing == "suppressed"), f"{what}: suppressed or not")
        expect(result.get("baselineState") == ("unchanged" if BASELINE in arguments else None), f"{what}: known or not")
        expect(result["level"] == ("warning" if standing == "tolerated" else "error"), f"{what}: level")
        expect(result["ruleId"] == "skein/" + finding["kind"], f"{what}: rule of the kind")
        expect(result["message"]["text"] == finding["message"], f"{what}: the same message")
        expect(result["properties"]["schedule"] == finding["schedule"], f"{what}: same schedule")
        steps = sum(len(t["locations"]) for t in result["codeFlows"][0]["threadFlows"])
        expect(steps == len(finding["steps"]), f"{what}: {steps} steps")
    successful = sarif["runs"][0]["invocations"][0]["executionSuccessful"]
    expect(successful == (verdict != "error"), f"{what}: executionSuccessful")

# The program of the last case: the place of the assertion, the escaped name, the failure's text.
kinds = {r["ruleId"]: r for r in results}
expect(set(kinds) >= {"skein/assertion", "skein/race"}, "assertion and race are both found")
place = kinds["skein/assertion"]["locations"][0]["physicalLocation"]
expect(urllib.parse.unquote(place["artifactLocation"]["uri"]) == NATIVE, "path as the user wrote it")
expect(place["region"]["startLine"] == 14, "line of the assertion")
failure = junit[0].find("testcase").find("failure")
expect("BUG 1" in failure.text and "BUG 2" in failure.text, "all findings in the failure")
expect(NATIVE in junit[0].find("testcase").get("name"), "names survive escaping")

# The deadlock: both waits with their places.
_, sarif, _ = run([CROSSED], 1)
related = sarif["runs"][0]["results"][0]["relatedLocations"]
expect(len([r for r in related if "waits for lock" in r["message"]["text"]]) == 2, "two waits")

# Of a lock taken by the C++ library, the user's own line is shown.
LIBRARY = write("library.cpp", """#include <mutex>
#include <thread>
std::mutex a, b;
void take(std::mutex& first, std::mutex& second) {
  std::lock_guard<std::mutex> one(first);
  std::lock_guard<std::mutex> two(second);
}
int main() {
  std::thread t([] { take(a, b); });
  take(b, a);
  t.join();
}
""")
_, library, _ = run([LIBRARY], 1)
result = library["runs"][0]["results"][0]
for location in result["locations"] + result["relatedLocations"]:
    place = location["physicalLocation"]
    expect((place["artifactLocation"]["uri"], place["region"]["startLine"]) == (LIBRARY, 6),
           f"the user's own line: {place}")
check_structure(library, LIBRARY)

# The same bug keeps its fingerprint when lines move.
before = sarif["runs"][0]["results"][0]["partialFingerprints"]
write("crossed.skein", "\n\n" + pathlib.Path("crossed.skein").read_text())
_, moved, _ = run([CROSSED], 1)
expect(moved["runs"][0]["results"][0]["partialFingerprints"] == before, "a stable fingerprint")


def refused(arguments, message):
    done = subprocess.run([SKEIN, "check", LOST, *arguments], capture_output=True, timeout=600)
    expect(done.returncode == 2 and message in done.stderr.decode(),
           f"{arguments}: status {done.returncode}, {done.stderr.decode()!r}")


for option in ("--sarif", "--junit"):
    refused([option, "/nonexistent/x"], "cannot write")
    refused([option, LOST], "is the program itself")
    refused([option, "/dev/full"], "No space left")
refused(["--sarif", "-", "--json", "-"], "both write to '-'")
refused(["--sarif", "same", "--junit", "./same"], "both write to")
expect(not os.path.exists("same"), "a refused output leaves no file")

# One form on the standard output is alone there.
done = subprocess.run([SKEIN, "check", LOST, "--sarif", "-", "--junit", "x.xml"],
                      capture_output=True, timeout=600)
expect(json.loads(done.stdout)["version"] == "2.1.0", "SARIF on the standard output")

# One output that fails keeps no other from being written.
done = subprocess.run([SKEIN, "check", LOST, "--json", "/dev/full", "--sarif", "kept.sarif"],
                      capture_output=True, timeout=600)
expect(done.returncode == 2 and json.load(open("kept.sarif"))["version"] == "2.1.0",
       "the others are written when one fails")

# Interrupted: the reports are of what was explored.
ENDLESS = write("large.skein", """
atomic x = 0
thread adder { r = fetch_add(x, 1); r = fetch_add(x, 1); r = fetch_add(x, 1); r = fetch_add(x, 1) }
thread main { create adder(); create adder(); create adder(); create adder(); create adder() }
""")
process = subprocess.Popen([SKEIN, "check", ENDLESS, "--sarif", "int.sarif", "--junit", "int.xml"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    process.wait(timeout=1)
    expect(False, "the large program ended too early to be interrupted")
except subprocess.TimeoutExpired:
    process.send_signal(2)
expect(process.wait(timeout=300) == 4, "interrupted: exit status 4")
check_structure(json.load(open("int.sarif")), "interrupted")
expect("an interrupt" in json.load(open("int.sarif"))["runs"][0]["properties"]["summary"],
       "the interrupt is reported")
check_junit(xml.parse("int.xml").getroot(), "incomplete", "interrupted")

print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
