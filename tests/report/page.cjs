// SPDX-License-Identifier: Apache-2.0
// The pages that page_test.sh made, looked at in Chromium. Leaves pictures of them, light and dark.
const { chromium } = require("playwright-core");
const path = require("node:path");

const folder = process.argv[2];
const isLong = Boolean(process.env.SKEIN_LONG); // else some of the looks at many pages are left out
let failures = 0;
function expect(holds, what) {
  if (holds) return;
  failures += 1;
  console.log("FAILED:", what);
}

async function open(browser, name, colorScheme = "light", width = 1400) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 1000 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => expect(false, `${name}: ${error}`));
  page.on("console", (message) => expect(message.type() !== "error", `${name}: ${message.text()}`));
  page.on("request", (request) =>
    expect(/^(file|data|blob):/.test(request.url()), `${name} asks for ${request.url()}`),
  );
  await page.goto("file://" + path.join(folder, name));
  await page.waitForSelector("#figures");
  await settled(page);
  settleAfter(page, page, ["click", "hover", "setViewportSize"]);
  settleAfter(page, page.keyboard, ["press", "type"]);
  const locator = page.locator.bind(page);
  page.locator = (...args) => settling(page, locator(...args));
  return page;
}

// What an action changes is drawn in the next frames: effects scroll, and scrolling draws other rows.
async function settled(page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; ++frame) {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)));
    }
  });
}

function settleAfter(page, actor, actions) {
  for (const action of actions) {
    const act = actor[action].bind(actor);
    actor[action] = async (...args) => {
      await act(...args);
      await settled(page);
    };
  }
}

// A locator whose actions are settled, and so are those of the locators made from it.
function settling(page, locator) {
  settleAfter(page, locator, ["click", "hover", "fill"]);
  for (const narrower of ["first", "nth"]) {
    const make = locator[narrower].bind(locator);
    locator[narrower] = (...args) => settling(page, make(...args));
  }
  return locator;
}

function reportOf(page) {
  return page.textContent("#skein-data").then((text) => JSON.parse(text).report);
}

// What an element shows of itself in the window: its box is inside the window's width.
async function isInside(page, selector) {
  const box = await page.locator(selector).boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= page.viewportSize().width;
}

async function position(page) {
  return (await page.textContent("#position")).trim();
}

async function lostUpdate(browser) {
  const page = await open(browser, "lost.html");
  expect((await page.textContent(".verdict")) === "bug", "the verdict");
  expect((await page.textContent("h2")).includes("assertion 'counter == 2' failed"), "the headline");
  const agents = await page.locator(".agents .agent").allTextContents();
  expect(agents.length === 3 && agents[0] === "main", `a column a thread: ${agents}`);
  const last = Number((await position(page)).match(/of (\d+)/)[1]);
  expect((await position(page)) === `step ${last} of ${last}`, "opens at the failing step");
  expect((await page.locator(".step.fatal.current").count()) === 1, "the failing step is marked");
  expect((await page.locator(".failure").textContent()).includes("counter == 2"), "and says why");

  // Keys and buttons.
  await page.keyboard.press("Home");
  expect((await position(page)) === `step 1 of ${last}`, "Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("j");
  expect((await position(page)) === `step 3 of ${last}`, "forwards by keys");
  await page.keyboard.press("ArrowLeft");
  expect((await position(page)) === `step 2 of ${last}`, "backwards by keys");
  await page.click("#forward");
  await page.click("#forward");
  await page.click("#back");
  expect((await position(page)) === `step 3 of ${last}`, "by buttons");
  await page.click("#first");
  await page.click("#back");
  expect((await position(page)) === `step 1 of ${last}`, "nothing before the first");
  await page.keyboard.press("]");
  expect((await page.locator(".row.switch .step.current").count()) === 1, "] goes to a context switch");
  await page.click("#last");
  expect((await position(page)) === `step ${last} of ${last}`, "last");
  await page.keyboard.press("ArrowRight");
  expect((await position(page)) === `step ${last} of ${last}`, "nothing after the last");

  // Context switches, arrows, values.
  expect((await page.locator(".row.switch").count()) >= 4, "context switches are marked");
  expect((await page.locator(".arrows path.arrow").count()) >= 4, "happens-before arrows");
  const load = page.locator(".step", { hasText: "load counter" }).first();
  expect((await load.textContent()).includes("load counter = 0"), "values");
  await load.hover();
  const details = await page.textContent("#details");
  expect(details.includes("load counter") && details.includes("lost_update.c:17"), `hover: ${details}`);
  expect((await page.locator("#source tr.here pre").textContent()).includes("atomic_load(&counter)"), "its source");
  await load.click();
  await page.mouse.move(0, 0);
  expect((await page.locator("#source tr.executed").count()) >= 3, "executed lines are marked");

  // The partial order and the unfolding.
  await page.click("#tab-order");
  expect((await page.locator("#order .node").count()) === last, "a node a step");
  // Both loads wait for nothing of each other: the same height.
  const heights = await page
    .locator("#order .node", { hasText: "load counter = 0" })
    .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
  expect(heights.length === 2 && heights[0] !== undefined, "two loads of 0");
  await page.click("#unfolding summary");
  await page.waitForSelector("#unfolding svg");
  const said = await page.textContent("#unfolding summary");
  const events = Number(said.match(/([\d,]+) events/)[1]);
  expect((await page.locator("#unfolding .node").count()) === events, "a node an event");
  expect((await page.locator("#unfolding .conflict").count()) > 0, "conflicts");
  expect((await page.locator("#unfolding .node.violation").count()) > 0, "where the bug is");
  // It opens fitted: all of it is in its frame; and it can be made larger.
  const fits = () =>
    page.locator("#unfolding .drawing").evaluate((e) => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1);
  expect(await fits(), "the unfolding is fitted on open");
  for (let i = 0; i < 8; ++i) await page.click("#unfolding .zoom-in");
  expect(!(await fits()), "and can be larger than its frame");
  await page.click("#unfolding .zoom-fit");
  expect(await fits(), "and is fitted again");
  if (isLong) await page.screenshot({ path: path.join(folder, "unfolding.png"), fullPage: true });
  await page.context().close();
}

// What skein verify found and proved: the same page, with the statistics of a prefix.
async function prefix(browser) {
  let page = await open(browser, "prefix.html");
  expect((await page.textContent(".verdict")) === "bug", "verify: the verdict");
  expect((await page.textContent("#source")).includes("atomic_load(&counter)"), "verify: the source");
  expect((await page.locator("#source tr.here pre").textContent()).includes("assert(counter == 2)"), "verify: its line");
  const report = JSON.parse(await page.textContent("#skein-data")).report;
  let figures = await page.textContent("#figures");
  expect(figures.includes(`cut-offs${report.cutoffs}:`), `verify: cut-offs: ${figures}`);
  expect(figures.includes(`configurations${report.configurations} maximal`), `verify: configurations: ${figures}`);
  expect(!figures.includes("steps") && !figures.includes("executions"), `verify: no statistics of runs: ${figures}`);
  await page.context().close();
  page = await open(browser, "proved.html");
  expect((await page.textContent(".verdict")) === "proved", "verify: proved");
  figures = await page.textContent("#figures");
  expect(figures.includes("terminationsome runs never end"), `verify: termination: ${figures}`);
  const green = (selector) => page.locator(selector).evaluate((e) => getComputedStyle(e).color);
  expect((await green(".verdict")) !== (await green("h1")), "verify: the verdict has its colour");
  await page.context().close();
}

async function escaped(browser) {
  const page = await open(browser, "escape.html");
  expect((await page.title()).startsWith("skein: "), `title: ${await page.title()}`);
  const text = await page.textContent("body");
  expect(text.includes('<script>document.title="broken"</script>'), "the argument is shown as it is");
  expect((await page.locator("#page script, #page img").count()) === 0, "no element of the program's");
  await page.keyboard.press("Home");
  // The source with the hostile comment is shown.
  const source = await page.textContent("#source");
  expect(source.includes('</script><script>document.title = "broken in"</script>'), "the source's text");
  expect((await page.title()).startsWith("skein: "), "nothing of it was run");
  // The deadlock's cycle, and the choice among findings.
  expect((await page.locator("nav button").count()) === 2, "two findings");
  const cycles = [];
  for (const index of [0, 1]) {
    await page.locator("nav button").nth(index).click();
    cycles.push(await page.locator(".cycle").count());
  }
  expect(cycles.sort().join() === "0,1", `one has a cycle: ${cycles}`);
  await page.context().close();
}

async function others(browser) {
  let page = await open(browser, "clean.html");
  expect((await page.textContent(".verdict")) === "clean", "clean");
  expect((await page.locator("article").count()) === 0, "no finding");
  await page.context().close();
  page = await open(browser, "error.html");
  expect((await page.textContent(".message")).includes("missing.skein"), "the error is shown");
  await page.context().close();
  page = await open(browser, "model.html");
  expect((await page.locator("#source tr.here").count()) === 1, "the model's source");
  await page.context().close();
}

async function sizes(browser) {
  let page = await open(browser, "large.html");
  expect((await page.locator("#unfolding").count()) === 0, "a large unfolding is not drawn");
  expect((await page.locator(".cycle").count()) === 1, "the philosophers' cycle");
  expect((await page.locator(".step.waiting").count()) === 6, "where they wait is in the timeline");
  expect((await page.locator(".step.waiting").first().textContent()).includes("waits for lock fork["), "and for what");
  await page.context().close();
  page = await open(browser, "long.html");
  // One line of the program, over and over: one row.
  expect((await page.locator(".step").count()) < 20, "a long schedule is folded");
  await page.click("#fold");
  const last = Number((await position(page)).match(/of (\d+)/)[1]);
  expect(last > 6000, `a long schedule: ${last}`);
  expect((await page.locator(".step").count()) < 200, "only the rows in view are drawn");
  expect(await page.locator(".step.current").isVisible(), "the failing step is in view");
  await page.keyboard.press("Home");
  await page.waitForSelector('.step.current[data-step="1"]');
  expect(await page.locator('.step[data-step="1"]').isVisible(), "and so is the first");
  await page.context().close();
}

async function race(browser) {
  const page = await open(browser, "race.html");
  const sides = await page.locator(".sides .card").allTextContents();
  expect(sides.some((text) => text.startsWith("First ")) && sides.some((text) => text.startsWith("Then ")), `in order: ${sides}`);
  expect(sides.filter((text) => text.includes("race.cpp:4")).length >= 1, `one side: ${sides}`);
  expect(sides.filter((text) => text.includes("race.cpp:5")).length >= 1, `the other: ${sides}`);
  expect(sides.some((text) => text.includes("bytes allocated by main")), `the block: ${sides}`);
  await page.context().close();
}

// A race between accesses that are not steps: they have rows of their own, marked, and their lines.
async function accesses(browser) {
  const page = await open(browser, "shared.html");
  const report = await reportOf(page);
  const [finding] = report.findings;
  const lines = finding.accesses.map((access) => access.stack[0].line);
  const terminal = finding.rows.filter((row) => row.access).map((row) => row.access);
  expect(terminal.join() === "1,2", `the report has rows for both: ${JSON.stringify(finding.rows)}`);
  const boxes = await page.locator(".step.access.racing").allTextContents();
  expect(boxes.length === 2, `both accesses are in the timeline: ${boxes}`);
  boxes.forEach((text, index) => {
    expect(text.includes(finding.accesses[index].what), `what: ${text}`);
    expect(text.includes(`${lines[index]}: `), `its line: ${text}`);
  });
  expect((await page.locator(".step.access.current").count()) === 1, "opens at the second access");
  const notes = await page.locator(".row.note").allTextContents();
  expect(notes.some((text) => text.includes("the first access of the race")), `the first is marked: ${notes}`);
  expect(notes.some((text) => text.includes(finding.brief)), `and the second: ${notes}`);
  // The line is that of the access, not that of the step before it; both sides are marked.
  const here = await page.locator("#source tr.here").getAttribute("data-line");
  expect(Number(here) === lines[1], `the line of the access: ${here}, not ${lines[1]}`);
  const marked = await page.locator("#source tr.racing").evaluateAll((rows) => rows.map((row) => Number(row.dataset.line)));
  expect(lines.every((line) => marked.includes(line)), `racing lines ${lines}: ${marked}`);
  expect((await page.textContent("#source tr.racing .remark")).includes("first "), "whose they are");
  // From the card to the timeline.
  await page.locator(".accesses .link").first().click();
  expect((await page.locator('.step.access.current[data-access="1"]').count()) === 1, "the card leads to its row");
  // The schedule ends at the failure; the rest is folded.
  const after = finding.steps.length - finding.step;
  expect(after > 0, "something comes after the failure");
  const last = finding.step;
  await page.keyboard.press("End");
  expect((await position(page)) === `step ${last} of ${last}`, `ends at the failure: ${await position(page)}`);
  await page.locator(".unfold", { hasText: "to the end of this run" }).click();
  await page.keyboard.press("End");
  expect((await position(page)) === `step ${finding.steps.length} of ${finding.steps.length}`, "and can be unfolded");
  // One cause once.
  expect(report.findings.length === 1 && finding.variants.length > 0, "variants of one cause");
  const said = await page.textContent("#variants summary");
  expect(said.startsWith(`${finding.variants.length} variant`), `variants: ${said}`);
  await page.click("#variants summary");
  expect((await page.textContent("#variants li")) === finding.variants[0], "and each of them");
  // Nothing of headers, nor of skein's own files, nor addresses.
  const text = await page.locator("article").innerText();
  for (const bad of ["/usr/include", "bits/", "runtime/", "stl_vector"]) expect(!text.includes(bad), `'${bad}' in the page`);
  expect(!/0x[0-9a-f]{6}/.test(text), "an address in the page");
  await page.context().close();
}

async function accepted(browser) {
  for (const [name, label, by] of [["suppressed", "SUPPRESSED 1", "rules.supp:1"], ["known", "KNOWN 1", "fields.json"]]) {
    const page = await open(browser, `${name}.html`);
    expect((await page.textContent(".verdict")) === "accepted", `${name}: the verdict`);
    expect((await page.textContent("nav button")).startsWith(label), `${name}: in the list`);
    expect((await page.textContent("#standing")).includes(by), `${name}: by what: ${await page.textContent("#standing")}`);
    expect((await page.locator(".step.racing").count()) === 2, `${name}: its schedule`);
    expect((await page.locator("#source tr.here").count()) === 1, `${name}: its source`);
    await page.context().close();
  }
  const page = await open(browser, "tolerated.html");
  expect((await page.textContent("h2")).startsWith("BUG 1"), "tolerated: still a bug");
  expect((await page.textContent("#standing")).includes("--fail-on"), "tolerated: by what");
  await page.context().close();
}

async function copied(page, selector) {
  // "copied" stands there for a moment only.
  await Promise.all([page.waitForSelector(`${selector} button:text("copied")`), page.click(`${selector} button`)]);
  return page.evaluate(() => navigator.clipboard.readText());
}

async function commands(browser) {
  const page = await open(browser, "lost.html");
  const report = await reportOf(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  expect(/^skein check \S*lost_update\.c -q --html lost\.html$/.test(report.command), `the command: ${report.command}`);
  expect((await page.textContent("#command code")) === report.command, "the command line is shown");
  expect((await copied(page, "#command")) === report.command, "and copied");
  expect(report.findings[0].replay.startsWith("skein replay "), "there is a replay command");
  expect((await page.textContent("#replay code")) === report.findings[0].replay, "it is shown");
  expect((await copied(page, "#replay")) === report.findings[0].replay, "and copied");
  await page.context().close();
}

// Twelve threads and 300 steps.
async function busy(browser) {
  const page = await open(browser, "busy.html", "light", 1600);
  const report = await reportOf(page);
  const [finding] = report.findings;
  expect(finding.agents.length === 12 && finding.steps.length >= 280, `${finding.agents.length} threads, ${finding.steps.length} steps`);
  expect(await page.locator(".timeline.columns").isVisible(), "columns");
  expect((await page.locator(".agents .agent").count()) === 12, "twelve of them");
  for (let i = 0; i < 12; ++i) {
    const name = page.locator(".agents .agent").nth(i);
    const text = await name.evaluate((e) => ({ full: e.textContent, isCut: e.scrollWidth > e.clientWidth + 1 }));
    expect(!text.isCut, `the name of ${text.full} is cut`);
  }
  const overlaps = await page.locator(".agents .agent").evaluateAll((names) => {
    const boxes = names.map((name) => name.getBoundingClientRect());
    return boxes.some((a, i) => boxes.some((b, k) => i < k && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
  });
  expect(!overlaps, "no name covers another");
  // Folded as the report says, then whole.
  const folds = finding.rows.filter((row) => row.left_out);
  expect(folds.length > 0 && finding.rows.length < 60, `folded: ${finding.rows.length} rows`);
  await page.keyboard.press("Home");
  const fold = page.locator(".row.fold .unfold").first();
  const steps = Number((await fold.textContent()).match(/(\d+) step/)[1]);
  expect(steps === folds[0].last - folds[0].first + 1, `the first fold: ${steps}`);
  await fold.click();
  expect((await page.locator(`.step[data-step="${folds[0].first}"]`).count()) === 1, "a fold opens");
  await page.click("#fold");
  expect((await page.locator(".row.fold .unfold", { hasText: "left out" }).count()) === 0, "all steps");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  expect((await position(page)) === `step ${finding.steps.length - 1} of ${finding.steps.length}`, `step by step: ${await position(page)}`);
  await page.click("#fold");
  expect((await page.locator(".row.fold").count()) > 0, "folded again");

  // Search goes to steps that are folded too.
  await page.keyboard.press("/");
  await page.keyboard.type("store total");
  expect((await page.textContent("#found")) === "2 steps", `found: ${await page.textContent("#found")}`);
  const found = finding.steps.filter((step) => step.action.startsWith("store total")).map((step) => step.step);
  await page.keyboard.press("Enter");
  const first = Number((await position(page)).match(/step (\d+)/)[1]);
  expect(found.includes(first), `the search goes to ${first}, not to ${found}`);
  expect(await page.locator(`.step.match.current[data-step="${first}"]`).isVisible(), "and shows it");
  await page.keyboard.press("Enter");
  const second = Number((await position(page)).match(/step (\d+)/)[1]);
  expect(found.includes(second) && second !== first, `and to the other: ${second}`);
  await page.keyboard.press("Escape");
  expect((await page.locator(".step.match").count()) === 0, "the search ends");
  await page.locator("h2").click();

  // Columns are hidden, shown, and moved.
  await page.click("#threads summary");
  const names = () => page.locator(".agents .agent").allTextContents();
  const before = await names();
  await page.click(`.chip[data-agent="${before[3]}"] .hide`);
  expect(!(await names()).includes(before[3]) && (await names()).length === 11, "a thread is hidden");
  await page.click("#fold");
  const shown = await page.locator(".step").evaluateAll((all) => all.map((step) => step.title.split("\n")[0]));
  expect(shown.length > 0 && !shown.includes(before[3]), "with its steps");
  await page.click("#fold");
  await page.click(`.chip.hidden[data-agent="${before[3]}"]`);
  expect((await names())[11] === before[3], "and shown again, at the right");
  await page.click(`.chip[data-agent="${before[3]}"] .to-left`);
  expect((await names())[10] === before[3], "it moves to the left");
  await page.click("#involved-threads");
  const involved = await names();
  expect(involved.length < 12 && involved.includes("main"), `those involved: ${involved}`);
  await page.click("#all-threads");
  expect((await names()).join() === before.join(), "all, in order");

  // What next: the same words and commands as in the terminal.
  const next = await page.textContent("#next");
  expect(report.advice.commands.length > 0, "there is advice");
  expect(next.includes(report.advice.text), `which races: ${next}`);
  for (const run of report.advice.commands) expect(next.includes(run.text) && next.includes(run.command), `advice: ${run.command}`);
  await page.context().close();
}

// Narrow windows: nothing is beyond the edge, and the slider can be used.
async function narrow(browser) {
  for (const name of isLong ? ["lost", "shared", "busy", "large", "warned", "proved", "escape"] : ["shared", "busy", "large", "proved"]) {
    const page = await open(browser, `${name}.html`, "light", 420);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide <= 0, `${name}: ${wide} pixels beyond the edge`);
    if (name !== "proved") {
      expect(await isInside(page, "#slider"), `${name}: the slider is in the window`);
      const width = (await page.locator("#slider").boundingBox()).width;
      expect(width > 250, `${name}: the slider has ${width} pixels`);
      expect(await page.locator(".timeline.list .step .who").first().isVisible(), `${name}: a list with the threads' names`);
      for (const selector of [".step.current", ".step.fatal", ".step.waiting"]) {
        if ((await page.locator(selector).count()) === 0) continue;
        expect(await isInside(page, `${selector} >> nth=0`), `${name}: ${selector} is in the window`);
      }
      await page.locator("#slider").fill("2");
      expect((await position(page)).startsWith("step 3 of"), `${name}: the slider goes to step 3: ${await position(page)}`);
      expect((await page.locator('.step.current[data-step="3"]').count()) === 1, `${name}: even if that was folded`);
    }
    await page.context().close();
  }
}

// A warning of prove, with what the abstract machine knows there.
async function warned(browser) {
  const page = await open(browser, "warned.html");
  expect((await page.textContent(".verdict")) === "incomplete", "prove: the verdict");
  expect((await page.textContent("h2")).startsWith("WARNING 1"), "prove: a warning");
  expect((await page.textContent("#facts")).includes("neither excluded nor shown"), "prove: what that is");
  const report = await reportOf(page);
  const known = await page.locator("#known tr").allTextContents();
  expect(known.length === report.unproved[0].known.length, `prove: ${known.length} values`);
  expect(known.includes("seen{3..9000}"), `prove: what is known: ${known}`);
  expect((await page.locator("#source tr.here pre").textContent()).includes("assert(seen * 7919"), "prove: its line");
  await page.context().close();
}

// The failing function's variables, and a failure that is not the program's.
async function facts(browser) {
  let page = await open(browser, "locals.html");
  expect((await page.textContent("#known h3")) === "Variables of look", `whose variables: ${await page.textContent("#known h3")}`);
  const values = await page.locator("#known tr").allTextContents();
  for (const value of ["limit5", "seen7", "is_lowfalse"]) expect(values.includes(value), `variables: ${values}`);
  expect((await page.textContent("#details .failure")) === "assertion 'is_low' failed", "the failure in the terminal's words");
  expect((await page.textContent("#source h3")) === "locals.cpp", "the file as in the terminal");
  await page.context().close();
  page = await open(browser, "semaphore.html");
  expect((await page.textContent(".fault")).includes("std::counting_semaphore::acquire() sleeps although the count is 1"), "the library's fault");
  await page.context().close();
  // A deadlock opens with the waiting threads in view, and says so next to their lines.
  page = await open(browser, "escape.html");
  await page.click("nav button >> nth=1");
  const frame = await page.locator(".timeline").boundingBox();
  for (const box of await page.locator(".step.waiting").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))) {
    expect(box <= frame.y + frame.height, "the waiting threads are in view");
  }
  expect((await page.locator(".step.waiting").count()) === 2, "two wait");
  await page.context().close();
  // Text next to a line can be read without scrolling, at every width.
  for (const name of isLong ? ["shared", "race", "large", "lost"] : ["shared", "large"]) {
    page = await open(browser, `${name}.html`);
    for (const width of [420, 1000, 1600]) {
      await page.setViewportSize({ width, height: 1000 });
      const code = await page.locator("#source .code").boundingBox();
      const edges = await page.locator("#source .remark").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      expect(edges.length > 0 && edges.every((edge) => edge <= code.x + code.width), `${name}: remarks are cut at ${width}: ${edges}`);
    }
    await page.context().close();
  }
  // Both threads are next to the line where they raced, in local code.
  page = await open(browser, "shared.html");
  await page.click('.step:has-text("exit")');
  const exit = await page.textContent("#details");
  expect(exit.includes("exit") && !exit.includes("unknown place"), `an exit has no place: ${exit}`);
  await page.click(".step.access >> nth=1");
  await page.hover("h2");
  expect((await page.locator("#source tr.racing.here .dot").count()) === 2, "who accessed the racing line");
  await page.keyboard.press("Home");
  expect((await page.locator("#source tr.racing .dot").count()) === 0, "not yet at the start");
  await page.context().close();
}

// Pictures to look at; with SKEIN_LONG of all pages.
async function pictures(browser) {
  const all = ["lost", "prefix", "proved", "escape", "model", "race", "large", "shared", "busy", "warned", "known", "locals"];
  for (const scheme of isLong ? ["light", "dark"] : ["dark"]) {
    for (const name of isLong ? all : ["lost"]) {
      const page = await open(browser, `${name}.html`, scheme);
      for (const width of isLong ? [420, 1000, 1600] : [1000]) {
        await page.setViewportSize({ width, height: 1000 });
        await page.screenshot({ path: path.join(folder, `${name}-${scheme}-${width}.png`), fullPage: true });
      }
      if (name === "lost") {
        await page.click("#tab-order");
        await page.screenshot({ path: path.join(folder, `order-${scheme}.png`), fullPage: true });
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const isDark = paper.match(/\d+/g).slice(0, 3).every((part) => Number(part) < 80);
        expect(isDark === (scheme === "dark"), `${scheme}: ${paper}`);
      }
      await page.context().close();
    }
  }
}

(async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    await lostUpdate(browser);
    await prefix(browser);
    await escaped(browser);
    await others(browser);
    await sizes(browser);
    await race(browser);
    await accesses(browser);
    await accepted(browser);
    await commands(browser);
    await busy(browser);
    await narrow(browser);
    await warned(browser);
    await facts(browser);
    await pictures(browser);
  } finally {
    await browser.close();
  }
  console.log(`${failures} failures`);
  process.exit(failures === 0 ? 0 : 1);
})();
