// SPDX-License-Identifier: Apache-2.0
// The page: the verdict, the findings one at a time, the advice, the unfolding, the statistics.
import { useEffect, useState } from "preact/hooks";
import { Command } from "./copy.jsx";
import { count, isEmpty, report, unfolding } from "./data.js";
import { Finding } from "./finding.jsx";
import { Statistics } from "./statistics.jsx";
import { Next } from "./next.jsx";
import { Unfolding } from "./unfolding.jsx";

function ThemeButton() {
  const [theme, setTheme] = useState("");
  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme;
  }, [theme]);
  const isDark = () =>
    (theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  return (
    <button class="plain" id="theme" title="Light or dark" onClick={() => setTheme(isDark() ? "light" : "dark")}>
      ◐
    </button>
  );
}

// Bugs, then warnings of skein prove, then what the user accepts; each with its label.
function allFindings() {
  const natively = report.natively ?? [];
  const bugs = report.findings.map((finding, index) => ({ ...finding, natively: natively[index], label: `BUG ${index + 1}` }));
  const warnings = (report.unproved ?? []).map((warning, index) => ({ ...warning, unproved: true, label: `WARNING ${index + 1}` }));
  const accepted = (report.accepted ?? []).map((finding, index) => ({ ...finding, isAccepted: true, label: `${finding.standing.toUpperCase()} ${index + 1}` }));
  return [...bugs, ...warnings, ...accepted];
}

function Choice({ findings, chosen, choose }) {
  if (findings.length < 2 && !findings.some((finding) => finding.isAccepted)) return null;
  return (
    <nav aria-label="Findings">
      {findings.map((finding, index) => (
        <button
          class={`${index === chosen ? "chosen" : ""} ${finding.standing ?? ""}`}
          aria-current={index === chosen}
          onClick={() => choose(index)}
        >
          <b class={`bug ${finding.unproved ? "unproved" : ""} ${finding.standing ?? ""}`}>{finding.label}</b> {finding.kind}
          {finding.variants?.length > 0 && <span class="badge" title="variants of the same cause">+{finding.variants.length}</span>}
          <span class="brief">{finding.headline}</span>
        </button>
      ))}
    </nav>
  );
}

export function App() {
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    document.title = isEmpty ? "skein" : `skein: ${report.file}`;
  }, []);
  if (isEmpty) return <main>This page holds no report. It is made by skein check, verify or prove with --html FILE.</main>;
  const findings = allFindings();
  return (
    <>
      <header>
        <span class={`verdict ${report.verdict}`}>{report.verdict}</span>
        <div class="what">
          <h1>{[report.file, ...report.arguments].join(" ")}</h1>
          <p class="summary">{report.summary}</p>
        </div>
        <ThemeButton />
      </header>
      <main>
        {report.command && <Command text={report.command} id="command" />}
        {report.error && <p class="message">{report.error}</p>}
        {report.compiler_messages && <pre class="message">{report.compiler_messages}</pre>}
        {report.warnings.map((warning) => (
          <p class="message">warning: {warning}</p>
        ))}
        {report.findings_not_kept > 0 && (
          <p class="message">{count(report.findings_not_kept)} violations more than skein keeps.</p>
        )}
        <Choice findings={findings} chosen={chosen} choose={setChosen} />
        {findings.length > 0 && <Finding key={chosen} label={findings[chosen].label} finding={findings[chosen]} />}
        <Next />
        {unfolding && <Unfolding />}
        <Statistics />
      </main>
    </>
  );
}
