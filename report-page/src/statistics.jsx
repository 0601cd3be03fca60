// SPDX-License-Identifier: Apache-2.0
// The statistics of an exploration, or of the prefix that skein verify or prove built.
import { count, counted, report } from "./data.js";

function bytes(kb) {
  return kb < 1024 ? `${count(kb)} KB` : `${(kb / 1024).toFixed(1)} MB`;
}

// About three digits: 0.00278 s is 2.78 ms.
function seconds(number) {
  return number < 0.1 ? `${(number * 1000).toFixed(2)} ms` : `${Number(number.toPrecision(3))} s`;
}

function rate(number, what) {
  return number > 0 ? `, ${count(Math.round(number))} ${what} a second` : "";
}

function ofPrefix() {
  const ends = { yes: "every run ends", no: "some runs never end" };
  const behind = report.final_cutoffs > 0 ? `; ${count(report.final_cutoffs)} where threads only end` : "";
  return [
    ["events", `${count(report.events)} of the prefix, cut-offs included`],
    ["cut-offs", `${count(report.cutoffs)}: the state was known, nothing beyond${behind}`],
    ["states", `${count(report.states)} distinct ones after an event and its causes`],
    ["configurations", report.configurations === null ? "too many events to count them" : `${count(report.configurations)} maximal`],
    ["deepest", `${counted(report.longest_run, "event")} in one history`],
    ["termination", ends[report.terminates] ?? "not known"],
    ["time", seconds(report.seconds) + rate(report.events_per_second, "events")],
  ];
}

function cuts() {
  const options = { steps: "--max-steps", switches: "--max-switches", preemptions: "--max-preemptions", spins: "--spin-bound", lost: "the violation" };
  const parts = Object.entries(report.cut_by).filter(([, number]) => number > 0);
  return parts.length === 0 ? "0 by a bound" : parts.map(([what, number]) => `${count(number)} by ${options[what] ?? what}`).join(", ");
}

function ofExploration() {
  const rows = [
    ["executions", `${count(report.executions)}: ${count(report.completed)} complete, ${count(report.deadlocks)} deadlocked, ${count(report.violations)} with a violation`],
  ];
  if (report.blocked > 0) rows.push(["blocked", `${count(report.blocked)} ended by an assumption, or in a loop that waits`]);
  rows.push(
    ["redundant", `${count(report.redundant)} stopped early, nothing new`],
    ["cut", cuts()],
    ["events", `${count(report.events)} distinct; ${counted(report.steps, "step")} executed`],
    ["longest run", counted(report.longest_run, "step")],
    ["time", seconds(report.seconds) + rate(report.executions_per_second, "executions")],
  );
  const estimate = report.estimate;
  if (estimate) {
    const about = (number) => count(Number(number.toPrecision(3)));
    rows.push(["estimate", `about ${about(estimate.executions)} executions in all (${about(estimate.low)} to ${about(estimate.high)})`]);
  }
  return rows;
}

export function Statistics() {
  const isPrefix = report.cutoffs !== undefined;
  const rows = [
    ...(isPrefix ? ofPrefix() : ofExploration()),
    ["memory", bytes(report.peak_rss_kb)],
    ["explorer", [report.explorer, report.variant].filter(Boolean).join(", ")],
    ["stopped by", report.stopped_by ?? "nothing"],
    ...(report.unused_suppressions ?? []).map((rule) => ["unused", `${rule} suppressed nothing`]),
    ["skein", report.skein],
  ];
  return (
    <section class="card" id="figures">
      <h3>{isPrefix ? "Prefix" : "Exploration"}</h3>
      <table>
        <tbody>
          {rows.map(([name, value]) => (
            <tr>
              <th>{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
