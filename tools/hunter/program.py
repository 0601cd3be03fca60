# SPDX-License-Identifier: Apache-2.0
"""A generated program: a tree of statements for each thread, from which the text is made.

Statements name shared variables as $a0; the letters say what it is (KINDS). Whatever the text uses is declared, initialised and,
where it has a value, printed at the end: so statements can be deleted one by one, and what is not needed is gone. Likewise helper functions,
named @name in the text."""
import copy
import dataclasses
import re

from hunter import helpers


@dataclasses.dataclass
class Node:
    """Text before, inner statements, text after. A plain statement has only `head`."""
    head: str
    body: list = dataclasses.field(default_factory=list)
    tail: str = ""
    group: int = 0  # statements of one pattern have one: what waits and what it waits for


@dataclasses.dataclass(frozen=True)
class Kind:
    c: str                 # its declaration in C, NAME for the name
    cxx: str = ""          # in C++, where that differs
    start: str = ""        # a statement of main before threads are there
    value: str = ""        # how main reads it at the end
    is_global: bool = False  # must not be a member


MUTEX = "pthread_mutex_t NAME;"
KINDS = {
    "a": Kind("atomic_int NAME;", "std::atomic<int> NAME{0};", value="atomic_load(&NAME)"),
    "f": Kind("atomic_int NAME;", "std::atomic<int> NAME{0};", value="atomic_load(&NAME)"),
    "l": Kind("atomic_long NAME;", "std::atomic<long> NAME{0};", value="(int)atomic_load(&NAME)"),
    "c": Kind("atomic_char NAME;", "std::atomic<char> NAME{0};", value="(int)atomic_load(&NAME)"),
    "b": Kind("atomic_bool NAME;", "std::atomic<bool> NAME{false};", value="(int)atomic_load(&NAME)"),
    "g": Kind("int NAME;", value="__atomic_load_n(&NAME, __ATOMIC_SEQ_CST)"),
    "v": Kind("int NAME;", value="NAME"),
    "x": Kind("int NAME;", value="NAME"),
    "xs": Kind("short NAME;", value="NAME"),
    "big": Kind("struct big NAME; /* @big */", "struct big NAME{}; /* @big */", value="@big_sum(NAME)"),
    "cells": Kind("struct cell NAME[2]; /* @cell */", "struct cell NAME[2]{}; /* @cell */", value="atomic_load(&NAME[0].count) * 16 + atomic_load(&NAME[1].count)"),
    "u": Kind("atomic_flag NAME;", "std::atomic_flag NAME;", start="atomic_flag_clear(&NAME);"),
    "top": Kind("struct node* _Atomic NAME;", "std::atomic<struct node*> NAME{nullptr};", value="@chain_sum(atomic_load(&NAME))"),
    "list": Kind("struct node* NAME;", "struct node* NAME = nullptr;", value="@chain_sum(NAME)"),
    "np": Kind("struct node* _Atomic NAME;", "std::atomic<struct node*> NAME{nullptr};"),
    "m": Kind(MUTEX, start="pthread_mutex_init(&NAME, 0);"),
    "me": Kind(MUTEX, start="@init_mutex(&NAME, PTHREAD_MUTEX_ERRORCHECK);"),
    "mr": Kind(MUTEX, start="@init_mutex(&NAME, PTHREAD_MUTEX_RECURSIVE);"),
    "sp": Kind("pthread_spinlock_t NAME;", start="pthread_spin_init(&NAME, 0);"),
    "mt": Kind("mtx_t NAME;", start="mtx_init(&NAME, mtx_plain);"),
    "w": Kind("pthread_rwlock_t NAME;", start="pthread_rwlock_init(&NAME, 0);"),
    "q": Kind("sem_t NAME;", start="sem_init(&NAME, 0, 0);"),
    "qone": Kind("sem_t NAME;", start="sem_init(&NAME, 0, 1);"),
    "d": Kind("pthread_cond_t NAME;", start="pthread_cond_init(&NAME, 0);"),
    "y": Kind("pthread_barrier_t NAME;", start="pthread_barrier_init(&NAME, 0, 2);"),
    "o": Kind("pthread_once_t NAME = PTHREAD_ONCE_INIT;", is_global=True),
    "t": Kind("__thread int NAME;", "thread_local int NAME;", is_global=True),
    "ti": Kind("__thread int NAME = 3;", "thread_local int NAME = @three();", is_global=True),
    "key": Kind("pthread_key_t NAME;", start="pthread_key_create(&NAME, @note_end);", is_global=True),
    "sm": Kind("", "std::mutex NAME;"),
    "smr": Kind("", "std::recursive_mutex NAME;"),
    "smt": Kind("", "std::timed_mutex NAME;"),
    "ssm": Kind("", "std::shared_mutex NAME;"),
    "scv": Kind("", "std::condition_variable NAME;"),
    "sca": Kind("", "std::condition_variable_any NAME;"),
    "so": Kind("", "std::once_flag NAME;", is_global=True),
    "slatch": Kind("", "std::latch NAME{1};"),
    "slatchtwo": Kind("", "std::latch NAME{2};"),
    "sbar": Kind("", "std::barrier<> NAME{2};"),
    "ssem": Kind("", "std::counting_semaphore<4> NAME{0};"),
    "ssemone": Kind("", "std::binary_semaphore NAME{1};"),
    "sprom": Kind("", "std::promise<int> NAME;"),
    "sfut": Kind("", "std::shared_future<int> NAME;", is_global=True),
    "ptr": Kind("", "std::shared_ptr<Counted> NAME = std::make_shared<Counted>(1);", is_global=True),
    "aptr": Kind("", "std::atomic<std::shared_ptr<Counted>> NAME{std::make_shared<Counted>(1)};", is_global=True),
    "weak": Kind("", "std::weak_ptr<Counted> NAME;", is_global=True),
    "vec": Kind("", "std::vector<int> NAME;", value="@sum(NAME)"),
    "deq": Kind("", "std::deque<int> NAME;", value="@sum(NAME)"),
    "str": Kind("", "std::string NAME;", value="(int)NAME.size()"),
    "oss": Kind("", "std::ostringstream NAME;", value="(int)NAME.str().size()"),
    "strm": Kind("", "std::stringstream NAME{\"1 2 3 4 5 6\"};"),
    "mono": Kind("", "std::pmr::monotonic_buffer_resource NAME;"),
    "pool": Kind("", "std::pmr::unsynchronized_pool_resource NAME;"),
    "spool": Kind("", "std::pmr::synchronized_pool_resource NAME;"),
    "jobs": Kind("", "std::deque<std::function<int(int)>> NAME;", value="(int)NAME.size()"),
    "sflag": Kind("", "std::atomic_flag NAME;", value="(int)NAME.test()"),
}
NAME = re.compile(r"\$([a-z]+)(\d+)")
HELPER = re.compile(r"@(\w+)")


@dataclasses.dataclass
class Program:
    is_cxx: bool
    placement: str                  # of shared variables: "global", "member" or "heap"
    style: str                      # how threads are made: "pthread", "thrd", "std", "jthread", "async"
    threads: list                   # one list of nodes for each thread
    main_body: list                 # what main does between creating and joining
    at_end: list                    # after joining, before the outcome
    features: list                  # those it was made of
    orders: str = "all"             # "seq_cst": native runs need not be pinned to one core
    terminates: bool = True         # under fair scheduling, by construction
    counts_turns: bool = False      # its outcomes depend on how many iterations loops had

    def copy(self):
        return copy.deepcopy(self)

    def bodies(self):
        return [*self.threads, self.main_body, self.at_end]

    @property
    def is_racy(self):
        return any(f in self.features for f in ("racy", "racy_wait", "use_after_free"))

    def statements(self):
        return sum(count(body) for body in self.bodies())

    def suffix(self):
        return ".cpp" if self.is_cxx else ".c"

    def text(self):
        return Text(self).whole()


def count(body):
    return sum(1 + count(node.body) for node in body)


def flat(body, indent):
    lines = []
    for node in body:
        lines += [indent + part for part in node.head.split("\n")]
        lines += flat(node.body, indent + "  ")
        lines += [indent + part for part in node.tail.split("\n") if part]
    return lines


class Text:
    """Makes the text of one program."""

    def __init__(self, program):
        self.program = program
        self.language = "cxx" if program.is_cxx else "c"
        self.used = []       # variables in the order in which they appear
        self.helpers = set()

    def see(self, text):
        """Notes what a piece of text uses, transitively."""
        for letters, number in NAME.findall(text):
            name = letters + number
            if name not in self.used:
                self.used.append(name)
                kind = KINDS[letters]
                self.see(self.declaration(kind, name) + kind.start + kind.value)
        for name in HELPER.findall(text):
            if name not in self.helpers:
                self.helpers.add(name)
                self.see(helpers.text_of(name, self.language))

    def declaration(self, kind, name):
        return (kind.cxx if self.program.is_cxx and kind.cxx else kind.c).replace("NAME", name)

    @staticmethod
    def kind(name):
        return KINDS[name.rstrip("0123456789")]

    def place(self, name):
        if self.kind(name).is_global:
            return name
        return {"global": "", "member": "shared.", "heap": "shared->"}[self.program.placement] + name

    def final(self, text):
        return HELPER.sub(r"\1", NAME.sub(lambda m: self.place(m.group(1) + m.group(2)), text))

    def declarations(self):
        members = [n for n in self.used if not self.kind(n).is_global]
        lines = ["static " + self.declaration(self.kind(n), n) for n in self.used if self.kind(n).is_global]
        if self.program.placement == "global":
            return lines + ["static " + self.declaration(self.kind(n), n) for n in members]
        if not members:
            return lines
        lines += ["struct shared {"] + ["  " + self.declaration(self.kind(n), n) for n in members] + ["};"]
        return lines + ["static struct shared shared;" if self.program.placement == "member" else "static struct shared* shared;"]

    def whole(self):
        p = self.program
        bodies = [flat(body, "  ") for body in p.bodies()]
        for body in bodies:
            self.see("\n".join(body))
        threads = len(p.threads)
        lines = []
        early = [n for n in helpers.ordered(self.helpers, self.language) if not NAME.search(helpers.text_of(n, self.language))]
        late = [n for n in helpers.ordered(self.helpers, self.language) if n not in early]
        for name in early:
            lines += [self.final(helpers.text_of(name, self.language))]
        lines += [self.final(line) for line in self.declarations()]
        for name in late:
            lines += [self.final(helpers.text_of(name, self.language))]
        for me in range(threads):
            lines += self.thread(me, bodies[me])
        lines += ["int main(void) {", f"  enum {{ me = {threads} }};", "  int* r = out[me];", "  (void)r;"]
        if p.placement == "heap" and any(not self.kind(n).is_global for n in self.used):
            made = "new struct shared()" if p.is_cxx else "(struct shared*)calloc(1, sizeof *shared)"
            lines += [f"  shared = {made};"]
        for name in self.used:
            start = self.kind(name).start
            if start and not (p.is_cxx and start.startswith("atomic_flag")):
                lines += ["  " + self.final(start.replace("NAME", self.place(name)))]
        lines += self.creation() + [self.final(line) for line in bodies[threads]]
        lines += self.joins() + [self.final(line) for line in bodies[threads + 1]]
        values = [self.final(self.kind(n).value.replace("NAME", self.place(n))) for n in self.used if self.kind(n).value]
        lines += self.outcome(values, threads) + ["  return 0;", "}", ""]
        return "\n".join(helpers.prologue(self.language, threads + 1, "\n".join(lines)) + lines)

    def thread(self, me, body):
        lines = [self.final(line) for line in body]
        setup = [f"  enum {{ me = {me} }};", "  int* r = out[me];", "  (void)r;", "  POINT;"]
        if self.program.style == "pthread":
            return [f"static void* thread{me}(void* argument) {{"] + setup + lines + ["  return argument;", "}"]
        if self.program.style == "thrd":
            return [f"static int thread{me}(void* argument) {{"] + setup + ["  (void)argument;"] + lines + ["  return 0;", "}"]
        return [f"static void thread{me}() {{"] + setup + lines + ["}"]

    def creation(self):
        lines = []
        for me in range(len(self.program.threads)):
            lines += {
                "pthread": [f"  pthread_t id{me};", f"  pthread_create(&id{me}, 0, thread{me}, 0);"],
                "thrd": [f"  thrd_t id{me};", f"  thrd_create(&id{me}, thread{me}, 0);"],
                "std": [f"  std::thread id{me}(thread{me});"],
                "jthread": [f"  std::jthread id{me}(thread{me});"],
                "async": [f"  auto id{me} = std::async(std::launch::async, thread{me});"],
            }[self.program.style]
        return lines

    def joins(self):
        form = {"pthread": "  pthread_join({0}, 0);", "thrd": "  thrd_join({0}, 0);", "std": "  {0}.join();",
                "jthread": "  {0}.join();", "async": "  {0}.get();"}[self.program.style]
        return [form.format(f"id{me}") for me in range(len(self.program.threads))]

    @staticmethod
    def outcome(values, threads):
        values = values + [f"out[{me}][{i}]" for me in range(threads + 1) for i in range(3)]
        return [f"  int seen[] = {{{', '.join(values)}}};", f"  hunt_outcome(seen, {len(values)});"]
