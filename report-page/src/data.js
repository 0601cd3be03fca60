// SPDX-License-Identifier: Apache-2.0
// The report's data, as skein put it into the page, and what can be said of it in one line.

const text = document.getElementById("skein-data").textContent;
const data = JSON.parse(text);

// The page without a report, as it is built.
export const isEmpty = typeof data === "string";
export const report = isEmpty ? null : data.report;
export const kinds = isEmpty ? {} : data.kinds;
export const sources = isEmpty ? {} : data.sources;
export const unfolding = isEmpty ? null : data.unfolding;

// The user's own place of a step: the innermost frame whose text is there to read and that is not
// the system's. (As src/report/places.cpp does it.)
export function ownPlace(item) {
  const own = (item.stack ?? []).find(
    (frame) => frame.line > 0 && frame.text && !(frame.path ?? "").startsWith("/usr/"),
  );
  return own ?? item.place ?? null;
}

// A thread that ends has left the code on its stack.
export function stepPlace(step) {
  return step.operation === "exit" ? (step.place ?? null) : ownPlace(step);
}

export function pathOf(place) {
  return place ? (place.path ?? place.file) : null;
}

export function placeText(place) {
  if (!place || !place.file) return "";
  return place.line ? `${place.file}:${place.line}` : place.file;
}

// A step's own line: "17: int seen = x", or with the file if the schedule goes through several.
export function lineText(place, hasOneFile) {
  if (!place?.line) return "";
  const where = hasOneFile ? place.line : placeText(place);
  return `${where}: ${place.text ?? ""}`;
}

// Whether all steps are in one file: then lines need no file.
export function hasOneFile(finding) {
  return new Set(finding.steps.map((step) => pathOf(stepPlace(step))).filter(Boolean)).size < 2;
}

// "lambda:12(1)" of "lambda@queue.cpp:12(1)", if there is only one file, as in the terminal.
export function shortName(agent, isOneFile) {
  return isOneFile ? agent.replace(/@[^@:]*:(?=\d)/, ":") : agent;
}

// "Queue::pop" of "Queue::pop(int)".
export function functionName(name) {
  return name?.replace(/\((?!anonymous|lambda).*$/, "") ?? "";
}

export function stepValue(step) {
  return step.choices > 1 ? `${step.action}, choice ${step.choice} of ${step.choices}` : step.action;
}

// One hue an agent, neighbours far apart.
export function hueOf(index) {
  return Math.round((210 + index * 137.508) % 360);
}

export function count(number) {
  return number.toLocaleString("en-US");
}

export function counted(number, what) {
  return `${count(number)} ${what}${number === 1 ? "" : "s"}`;
}
