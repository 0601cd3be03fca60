# SPDX-License-Identifier: Apache-2.0
"""Patterns of C++: the standard library's threads, locks and objects."""
from hunter.patterns_c import a_change
from hunter.program import Node


def std_mutex(b):
    kind = b.one_of("sm", "sm", "smr", "smt")
    lock, variable = f"${kind}0", f"$v2{ {'sm': 0, 'smr': 1, 'smt': 2}[kind]}"
    for thread in [b.thread() for _ in range(b.chance.randint(1, 3))]:
        take = b.one_of(f"{{ std::lock_guard hold({lock});", f"{{ std::unique_lock hold({lock});", f"{{ std::scoped_lock hold({lock});",
                        f"if (std::unique_lock hold({lock}, std::try_to_lock); hold.owns_lock()) {{")
        if kind == "smt" and b.chance.random() < 0.5:
            take = f"if (std::unique_lock hold({lock}, std::chrono::microseconds(200)); hold.owns_lock()) {{"
        b.add(thread, b.block(take, [a_change(b, variable)], "}"))


def scoped_lock(b):
    first, second = "$sm1", "$sm2"
    for thread in b.two_threads():
        if b.chance.random() < 0.5:
            first, second = second, first
        take = b.one_of(f"{{ std::scoped_lock hold({first}, {second});",
                        f"{{ std::lock({first}, {second}); std::lock_guard one({first}, std::adopt_lock); std::lock_guard two({second}, std::adopt_lock);")
        b.add(thread, b.block(take, [a_change(b, "$v23")], "}"))


def scoped_three(b):
    for thread in [b.thread() for _ in range(b.chance.randint(2, 3))]:
        order = ["$sm5", "$sm6", "$sm7"]
        b.chance.shuffle(order)
        take = b.one_of(f"{{ std::scoped_lock hold({', '.join(order)});",
                        f"{{ std::unique_lock one({order[0]}, std::defer_lock), two({order[1]}, std::defer_lock), three({order[2]}, std::defer_lock);"
                        " std::lock(one, two, three);")
        b.add(thread, b.block(take, [a_change(b, "$v27")], "}"))
    if b.chance.random() < 0.3:
        b.add(b.thread(), b.one_of("{ std::lock_guard hold($sm6); r[1] = $v27; }", "if ($sm6.try_lock()) { r[1] = 1; $sm6.unlock(); } else r[1] = 2;",
                                   "{ std::lock_guard outer($sm7); std::lock_guard inner($sm5); r[2] = 1; }"))


def streams(b):
    for thread in b.two_threads():
        use = b.one_of(f"$oss0 << {b.number()} << \"text\";", "r[0] = (int)$oss0.str().size();", "$oss0 << std::string(3, 'x') << 2.5;",
                       "{ int number = 0; $strm0 >> number; r[1] = number; }", "{ std::string line; std::getline($strm0, line, ' '); r[2] = (int)line.size(); }")
        if b.chance.random() < 0.2:
            b.add(thread, "std::cout << \"\" << std::flush;")
        b.add(thread, b.block("{ std::lock_guard hold($sm4);", [use], "}"))


def pmr(b):
    resource = b.one_of("mono", "pool", "spool")
    for thread in b.two_threads():
        use = f"{{ std::pmr::vector<int> numbers({{1, 2, {b.number()}}}, &${resource}0); r[0] = numbers[2]; }}"
        b.add(thread, use if resource == "spool" else b.block("{ std::lock_guard hold($sm4);", [use], "}"))


def functions(b):
    giver, taker = b.two_threads()
    k = b.number()
    b.add(giver, b.block("{ std::lock_guard hold($sm4);", [f"$jobs0.push_back([k = {k}](int v) {{ return v + k; }});"], "}"))
    b.add(taker, f"{{ std::function<int(int)> job; {{ std::lock_guard hold($sm4); if (!$jobs0.empty()) {{ job = std::move($jobs0.front()); $jobs0.pop_front(); }} }}"
                 f" {b.slot()} = job ? job(1) : -1; }}")


def throwing_once(b):
    for thread in b.two_threads():
        b.add(thread, "try { std::call_once($so1, [] { if ($a3.fetch_add(1) == 0) throw 5; $v28++; }); r[0] = $v28; } catch (int e) { r[1] = e; }")


def thread_exceptions(b):
    giver, taker = b.two_threads()
    which = b.chance.randrange(2)
    if which == 0:
        promise = b.fresh("sprom")
        b.add(giver, f"if ({b.load('$a0')}) {promise}.set_value(1); else {promise}.set_exception(std::make_exception_ptr(std::runtime_error(\"x\")));")
        b.add(taker, f"try {{ {b.slot()} = {promise}.get_future().get(); }} catch (const std::exception&) {{ r[0] = -2; }}")
    else:
        b.add(giver, b.store("$a0", b.number()))
        b.add(taker, f"{{ auto later = std::async(std::launch::async, [] {{ if ({b.load('$a0')}) throw 6; return 1; }}); try {{ r[0] = later.get(); }} catch (int e) {{ r[0] = e; }} }}")


def stop_callback(b):
    b.add(b.thread(), "{ std::stop_source source; std::jthread inner([token = source.get_token()] { std::stop_callback call(token, [] { $a2++; }); "
                      f"{b.store('$a0', 3)} }}); source.request_stop(); inner.join(); r[0] = (int)$a2.load(); }}")


def shared_mutex(b):
    for thread in [b.thread() for _ in range(b.chance.randint(2, 3))]:
        if b.chance.random() < 0.5:
            b.add(thread, b.block("{ std::unique_lock hold($ssm0);", [a_change(b, "$v24")], "}"))
        else:
            b.add(thread, b.block("{ std::shared_lock hold($ssm0);", [f"{b.slot()} = $v24;"], "}"))


def std_cond(b, timed=False):
    lock, signal, ready, data = b.fresh("sm"), b.fresh(b.one_of("scv", "sca")), b.fresh("v"), b.fresh("v")
    giver, taker = b.two_threads()
    tell = f"{signal}.notify_{b.one_of('one', 'all')}();"
    b.add(giver, b.block(f"{{ std::lock_guard hold({lock});", [f"{data} = {b.number()};", f"{ready} = 1;"], "}"), tell)
    wait = b.one_of(f"{signal}.wait(hold, [&] {{ return {ready} != 0; }});", f"while (!{ready}) {signal}.wait(hold);")
    if timed:
        wait = b.one_of(f"r[0] = {signal}.wait_for(hold, std::chrono::microseconds(200), [&] {{ return {ready} != 0; }});",
                        f"if (!{ready}) r[1] = {signal}.wait_for(hold, std::chrono::microseconds(200)) == std::cv_status::timeout;")
    b.add(taker, b.block(f"{{ std::unique_lock hold({lock});", [wait, f"{b.slot()} = {data};"], "}"))


def std_timedwait(b):
    std_cond(b, timed=True)


def atomic_wait(b):
    data, flag = b.fresh("v"), b.fresh("f")
    giver, taker = b.two_threads()
    b.add(giver, f"{data} = {b.number()};", f"{flag}.store(1);", f"{flag}.notify_{b.one_of('one', 'all')}();")
    b.add(taker, f"{flag}.wait(0);", f"{b.slot()} = {data};")


def shared_ptr(b):
    which = b.chance.randrange(3)
    for thread in b.two_threads():
        b.add(thread, [
            "/* @Counted */ { auto mine = $ptr0; r[0] = mine->value; }",
            f"/* @Counted */ {{ auto mine = $aptr0.load(); r[0] = mine->value; $aptr0.store(std::make_shared<Counted>({b.number() + 1})); }}",
            "/* @Counted */ { std::lock_guard hold($sm3); if (auto mine = $weak0.lock()) r[0] = mine->value; else { auto made = std::make_shared<Counted>(4); $weak0 = made; } }",
        ][which])
    if b.chance.random() < 0.5:
        b.at_end.append(Node("/* @Counted */ r[0] = alive.load();"))


def futures(b):
    giver, taker = b.two_threads()
    which = b.chance.randrange(3)
    if which == 0:
        promise = b.fresh("sprom")
        b.add(giver, f"{promise}.set_value({b.number()});")
        b.add(taker, b.one_of(f"{b.slot()} = {promise}.get_future().get();",
                              f"{{ auto later = {promise}.get_future(); r[0] = later.wait_for(std::chrono::microseconds(100)) == std::future_status::ready; }}"))
    elif which == 1:
        b.add(taker, b.block(f"{{ auto later = std::async(std::launch::{b.one_of('async', 'deferred')}, [] {{ return {b.load('$a0')} + 1; }});",
                             [f"{b.slot()} = (int){b.load('$a1')};"], "r[1] = later.get(); }"))
    else:
        b.add(taker, b.block(f"{{ std::packaged_task<int(int)> task([](int v) {{ return v + {b.load('$a0')}; }}); auto later = task.get_future();"
                             " std::thread inner(std::move(task), 2);", [f"{b.slot()} = (int){b.load('$a1')};"], "r[0] = later.get(); inner.join(); }"))


def latch(b):
    data = b.fresh("v")
    first, second = b.two_threads()
    if b.chance.random() < 0.5:
        gate = b.fresh("slatch")
        b.add(first, f"{data} = {b.number()};", f"{gate}.count_down();")
        b.add(second, b.one_of(f"{gate}.wait(); {b.slot()} = {data};", f"if ({gate}.try_wait()) {b.slot()} = {data};"))
    else:
        meet = b.fresh(b.one_of("slatchtwo", "sbar"))
        b.add(first, f"{data} = {b.number()};", f"{meet}.arrive_and_wait();")
        b.add(second, f"{meet}.arrive_and_wait();", f"{b.slot()} = {data};")


def std_semaphore(b):
    b.terminates = False  # libstdc++ 12's acquire may sleep for ever (PR 104928), and skein says so
    data, count = b.fresh("v"), b.fresh("ssem")
    giver, taker = b.two_threads()
    if b.chance.random() < 0.5:
        b.add(giver, f"{data} = {b.number()};", f"{count}.release();")
        b.add(taker, b.one_of(f"{count}.acquire(); {b.slot()} = {data};", f"if ({count}.try_acquire()) {b.slot()} = {data}; else r[0] = -1;",
                              f"if ({count}.try_acquire_for(std::chrono::microseconds(200))) {b.slot()} = {data}; else r[0] = -1;"))
        return
    for thread in (giver, taker):
        b.add(thread, b.block("$ssemone0.acquire();", [a_change(b, "$v25")], "$ssemone0.release();"))


def call_once(b):
    static = b.chance.random() < 0.5
    for thread in b.two_threads():
        b.add(thread, f"{b.slot()} = @local_static({thread + 1});" if static else f"std::call_once($so0, [] {{ $v26++; }}); {b.slot()} = $v26;")


def jthread(b):
    b.add(b.thread(), b.block(f"{{ std::jthread inner([] {{ {b.store('$a0', b.number())} }});", [f"{b.slot()} = {b.load('$a0')};"], "}"))


def stop_token(b):
    b.add(b.thread(), b.block(f"{{ std::jthread inner([](std::stop_token stop) {{ while (!stop.stop_requested()) {{ enum {{ me = 0 }}; {b.turn()} }} {b.store('$a0', 2)} }});",
                              [f"{b.slot()} = {b.load('$a0')};"], "}"))


def objects(b):
    for thread in b.two_threads():
        b.add(thread, b.one_of(f"/* @Guard */ {{ Guard inside($a0); {b.slot()} = {b.load('$a0')}; }}", "/* @Tls */ tls.value++; r[1] = tls.value;",
                               "/* @Global */ r[2] = made.load();"))
    b.at_end.append(Node("/* @Tls */ r[1] = tls_ends.load();"))


def exceptions(b):
    b.add(b.thread(), b.one_of(
        f"try {{ if ({b.load('$a0')} == {b.number()}) throw std::runtime_error(\"three\"); r[0] = 1; }} catch (const std::exception& e) {{ r[0] = (int)std::strlen(e.what()); }}",
        f"/* @Guard */ try {{ Guard inside($a1); if ({b.load('$a0')}) throw 3; }} catch (int e) {{ {b.slot()} = e; }}",
        f"try {{ std::lock_guard hold($sm0); $v20++; if ({b.load('$a0')}) throw 4; }} catch (int) {{ r[1] = 4; }}"))


def atomic_ref(b):
    giver, taker = b.two_threads()
    if b.chance.random() < 0.5:
        b.add(giver, f"std::atomic_ref<int>($g0).fetch_add({b.number()});")
        b.add(taker, f"{b.slot()} = std::atomic_ref<int>($g0).load();")
    else:
        flag = b.fresh("sflag")
        b.add(giver, f"{flag}.test_and_set(); {flag}.notify_all();")
        b.add(taker, b.one_of(f"{flag}.wait(false);", f"while (!{flag}.test()) {{ {b.turn()} }}"))


def containers(b):
    for thread in b.two_threads():
        b.add(thread, b.block("{ std::lock_guard hold($sm4);", [b.one_of(
            f"$vec0.push_back({thread + 1});", f"$deq0.push_front({thread + 1});", "if (!$deq0.empty()) { r[0] = $deq0.back(); $deq0.pop_back(); }",
            "$str0 += std::to_string(r[0]) + \"a longer text than fits\";")], "}"))


PATTERNS = {"std_mutex": std_mutex, "scoped_lock": scoped_lock, "scoped_three": scoped_three, "streams": streams, "pmr": pmr, "functions": functions, "throwing_once": throwing_once,
            "thread_exceptions": thread_exceptions, "stop_callback": stop_callback, "shared_mutex": shared_mutex, "std_cond": std_cond, "std_timedwait": std_timedwait, "atomic_wait": atomic_wait,
            "shared_ptr": shared_ptr, "futures": futures, "latch": latch, "std_semaphore": std_semaphore, "call_once": call_once, "jthread": jthread,
            "stop_token": stop_token, "objects": objects, "exceptions": exceptions, "atomic_ref": atomic_ref, "containers": containers}
