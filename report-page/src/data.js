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

export function pathOf(place) {
  return place ? (place.path ?? place.file) : null;
}

export function placeText(place) {
  if (!place || !place.file) return "";
  return place.line ? `${place.file}:${place.line}` : place.file;
}

// What a step read, wrote or came to: "reads 0", "0 → 1", "fails".
export function valueText(step) {
  const parts = [];
  if (step.read !== undefined && step.written !== undefined) {
    parts.push(`${step.read} → ${step.written}`);
  } else if (step.read !== undefined) {
    parts.push(`reads ${step.read}`);
  } else if (step.written !== undefined) {
    parts.push(`writes ${step.written}`);
  }
  if (step.outcome) parts.push(step.outcome);
  if (step.choices > 1) parts.push(`choice ${step.choice} of ${step.choices}`);
  return parts.join(", ");
}

// One hue an agent, neighbours far apart.
export function hueOf(index) {
  return Math.round((210 + index * 137.508) % 360);
}

export function count(number) {
  return number.toLocaleString("en-US");
}
