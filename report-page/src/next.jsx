// SPDX-License-Identifier: Apache-2.0
// What to do after an exploration that was too large: skein's own advice.
import { report } from "./data.js";
import { Command } from "./copy.jsx";

export function Next() {
  const advice = report.advice;
  if (!advice || (!advice.text && advice.commands.length === 0)) return null;
  return (
    <section class="card" id="next">
      <h3>What next</h3>
      {advice.text && <p>{advice.text}</p>}
      {advice.commands.map((run) => (
        <>
          <p class="facts">{run.text}:</p>
          <Command text={run.command} />
        </>
      ))}
    </section>
  );
}
