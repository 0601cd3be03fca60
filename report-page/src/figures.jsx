// The figures of the exploration.
import { count, report } from "./data.js";

function bytes(kb) {
  return kb < 1024 ? `${count(kb)} KB` : `${(kb / 1024).toFixed(1)} MB`;
}

export function Figures() {
  const rows = [
    ["executions", `${count(report.executions)}: ${count(report.completed)} completed, ${count(report.deadlocks)} deadlocked, ${count(report.violations)} with a violation`],
    ["blocked", `${count(report.blocked)} by an assumption`],
    ["redundant", `${count(report.redundant)} stopped early, nothing new`],
    ["cut", `${count(report.cut)} by a bound`],
    ["events", count(report.events)],
    ["steps", `${count(report.steps)}; longest run ${count(report.longest_run)}`],
    ["time", `${report.seconds.toPrecision(3)} s, ${count(Math.round(report.executions_per_second))} executions a second`],
    ["memory", bytes(report.peak_rss_kb)],
    ["explorer", [report.explorer, report.variant].filter(Boolean).join(", ")],
    ["stopped by", report.stopped_by ?? "nothing: all was explored"],
    ["skein", report.skein],
  ];
  return (
    <section class="card" id="figures">
      <h3>Exploration</h3>
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
