// The figures of an exploration, or of the prefix that skein verify built.
import { count, report } from "./data.js";

function bytes(kb) {
  return kb < 1024 ? `${count(kb)} KB` : `${(kb / 1024).toFixed(1)} MB`;
}

function ofPrefix() {
  const ends = { yes: "every run ends", no: "some runs never end" };
  return [
    ["events", `${count(report.events)} of the prefix, cut-offs included`],
    ["cut-offs", `${count(report.cutoffs)}: the state was known, nothing beyond`],
    ["states", `${count(report.states)} distinct ones after an event and its causes`],
    ["configurations", report.configurations === null ? "not counted" : `${count(report.configurations)} maximal`],
    ["deepest", `${count(report.longest_run)} events in one history`],
    ["termination", ends[report.terminates] ?? "not known"],
    ["time", `${report.seconds.toPrecision(3)} s, ${count(Math.round(report.events_per_second))} events a second`],
  ];
}

function ofExploration() {
  return [
    ["executions", `${count(report.executions)}: ${count(report.completed)} completed, ${count(report.deadlocks)} deadlocked, ${count(report.violations)} with a violation`],
    ["blocked", `${count(report.blocked)} by an assumption`],
    ["redundant", `${count(report.redundant)} stopped early, nothing new`],
    ["cut", `${count(report.cut)} by a bound`],
    ["events", count(report.events)],
    ["steps", `${count(report.steps)}; longest run ${count(report.longest_run)}`],
    ["time", `${report.seconds.toPrecision(3)} s, ${count(Math.round(report.executions_per_second))} executions a second`],
  ];
}

export function Figures() {
  const isPrefix = report.cutoffs !== undefined;
  const rows = [
    ...(isPrefix ? ofPrefix() : ofExploration()),
    ["memory", bytes(report.peak_rss_kb)],
    ["explorer", [report.explorer, report.variant].filter(Boolean).join(", ")],
    ["stopped by", report.stopped_by ?? "nothing: all was explored"],
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
