// The page: the verdict, the findings one at a time, the unfolding, the figures.
import { useEffect, useState } from "preact/hooks";
import { isEmpty, report, unfolding } from "./data.js";
import { Finding } from "./finding.jsx";
import { Figures } from "./figures.jsx";
import { Unfolding } from "./unfolding.jsx";

function ThemeButton() {
  const [theme, setTheme] = useState("");
  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme;
  }, [theme]);
  const isDark = () =>
    (theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  return (
    <button class="plain" title="Light or dark" onClick={() => setTheme(isDark() ? "light" : "dark")}>
      ◐
    </button>
  );
}

export function App() {
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    document.title = isEmpty ? "skein" : `skein: ${report.file}`;
  }, []);
  if (isEmpty) return <main>This page holds no report. It is made by skein check or skein verify with --html FILE.</main>;
  // Warnings of skein prove come behind the bugs.
  const findings = [...report.findings, ...(report.unproved ?? []).map((warning) => ({ ...warning, unproved: true }))];
  const labelOf = (index) =>
    findings[index].unproved ? `WARNING ${index + 1 - report.findings.length}` : `BUG ${index + 1}`;
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
        {report.error && <p class="message">{report.error}</p>}
        {report.warnings.map((warning) => (
          <p class="message">warning: {warning}</p>
        ))}
        {findings.length > 1 && (
          <nav aria-label="Findings">
            {findings.map((finding, index) => (
              <button
                class={index === chosen ? "chosen" : ""}
                aria-current={index === chosen}
                onClick={() => setChosen(index)}
              >
                <b>{labelOf(index)}</b> {finding.kind}
                <span class="brief">{finding.headline}</span>
              </button>
            ))}
          </nav>
        )}
        {findings.length > 0 && <Finding key={chosen} label={labelOf(chosen)} finding={findings[chosen]} />}
        {unfolding && <Unfolding />}
        <Figures />
      </main>
    </>
  );
}
