// The pages that page_test.sh made, looked at in Chromium. Leaves pictures of them, light and dark.
const { chromium } = require("playwright-core");
const path = require("node:path");

const folder = process.argv[2];
let failures = 0;
function expect(holds, what) {
  if (holds) return;
  failures += 1;
  console.log("FAILED:", what);
}

async function open(browser, name, colorScheme = "light") {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1400, height: 1000 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => expect(false, `${name}: ${error}`));
  page.on("console", (message) => expect(message.type() !== "error", `${name}: ${message.text()}`));
  page.on("request", (request) =>
    expect(/^(file|data|blob):/.test(request.url()), `${name} asks for ${request.url()}`),
  );
  await page.goto("file://" + path.join(folder, name));
  await page.waitForSelector("#figures");
  return page;
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
  expect((await load.textContent()).includes("reads 0"), "values");
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
    .locator("#order .node", { hasText: "load counter reads 0" })
    .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
  expect(heights.length === 2 && heights[0] !== undefined, "two loads of 0");
  await page.click("#unfolding summary");
  await page.waitForSelector("#unfolding svg");
  const said = await page.textContent("#unfolding summary");
  const events = Number(said.match(/([\d,]+) events/)[1]);
  expect((await page.locator("#unfolding .node").count()) === events, "a node an event");
  expect((await page.locator("#unfolding .conflict").count()) > 0, "conflicts");
  expect((await page.locator("#unfolding .node.violation").count()) > 0, "where the bug is");
  await page.screenshot({ path: path.join(folder, "unfolding.png"), fullPage: true });
  await page.context().close();
}

// What skein verify found and proved: the same page, with the figures of a prefix.
async function prefix(browser) {
  let page = await open(browser, "prefix.html");
  expect((await page.textContent(".verdict")) === "bug", "verify: the verdict");
  expect((await page.textContent("#source")).includes("atomic_load(&counter)"), "verify: the source");
  expect((await page.locator("#source tr.here pre").textContent()).includes("assert(counter == 2)"), "verify: its line");
  const report = JSON.parse(await page.textContent("#skein-data")).report;
  let figures = await page.textContent("#figures");
  expect(figures.includes(`cut-offs${report.cutoffs}:`), `verify: cut-offs: ${figures}`);
  expect(figures.includes(`configurations${report.configurations} maximal`), `verify: configurations: ${figures}`);
  expect(!figures.includes("steps") && !figures.includes("executions"), `verify: no figures of runs: ${figures}`);
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
  // The deadlock's circle, and the choice among findings.
  expect((await page.locator("nav button").count()) === 2, "two findings");
  const cycles = [];
  for (const index of [0, 1]) {
    await page.locator("nav button").nth(index).click();
    cycles.push(await page.locator(".cycle").count());
  }
  expect(cycles.sort().join() === "0,1", `one has a circle: ${cycles}`);
  await page.context().close();
}

async function others(browser) {
  let page = await open(browser, "clean.html");
  expect((await page.textContent(".verdict")) === "clean", "clean");
  expect((await page.locator("article").count()) === 0, "no finding");
  await page.context().close();
  page = await open(browser, "error.html");
  expect((await page.textContent(".message")).includes("missing.skein"), "the error is told");
  await page.context().close();
  page = await open(browser, "model.html");
  expect((await page.locator("#source tr.here").count()) === 1, "the model's source");
  await page.context().close();
}

async function sizes(browser) {
  let page = await open(browser, "large.html");
  expect((await page.locator("#unfolding").count()) === 0, "a large unfolding is not drawn");
  expect((await page.locator(".cycle").count()) === 1, "the philosophers' circle");
  await page.context().close();
  page = await open(browser, "long.html");
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
  expect(sides.filter((text) => text.includes("race.cpp:4")).length >= 1, `one side: ${sides}`);
  expect(sides.filter((text) => text.includes("race.cpp:5")).length >= 1, `the other: ${sides}`);
  expect(sides.some((text) => text.includes("bytes allocated by main")), `the block: ${sides}`);
  await page.context().close();
}

async function pictures(browser) {
  for (const scheme of ["light", "dark"]) {
    for (const name of ["lost", "prefix", "proved", "escape", "model", "race", "large"]) {
      const page = await open(browser, `${name}.html`, scheme);
      await page.screenshot({ path: path.join(folder, `${name}-${scheme}.png`), fullPage: true });
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
    await pictures(browser);
  } finally {
    await browser.close();
  }
  console.log(`${failures} failures`);
  process.exit(failures === 0 ? 0 : 1);
})();
