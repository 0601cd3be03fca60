// SPDX-License-Identifier: Apache-2.0
// One finding: what broke, who waits for whom or who raced, and its schedule.
import { useState } from "preact/hooks";
import { Command } from "./copy.jsx";
import { count, counted, functionName, kinds, ownPlace, placeText } from "./data.js";
import { Schedule } from "./schedule.jsx";
import { StackList } from "./stack.jsx";

function Waits({ finding }) {
  if (!finding.waits) return null;
  return (
    <section class="card waits">
      <h3>Nobody can go on</h3>
      <ul>
        {finding.waits.map((wait) => (
          <li>
            {wait.waits_for} <span class="place">{placeText(ownPlace(wait))}</span>
            {wait.library_fault && <span class="fault"> {wait.library_fault.function}() sleeps although the count is {wait.library_fault.count}: the library's mistake, not this program's</span>}
            {wait.locks_held?.length > 0 && <span class="holds">holds {wait.locks_held.join(", ")}</span>}
            {wait.stack?.length > 1 && (
              <details>
                <summary>stack</summary>
                <StackList stack={wait.stack} />
              </details>
            )}
          </li>
        ))}
      </ul>
      {finding.cycle.length > 1 && (
        <p class="cycle">{[...finding.cycle, finding.cycle[0]].join(" → ")}</p>
      )}
    </section>
  );
}

// "First main, holding no lock: write of 4 bytes, which was 0 (after step 3)", as in the terminal.
function accessText(access, index) {
  const locks = access.locks_held.length > 0 ? `holding ${access.locks_held.join(", ")}` : "holding no lock";
  let text = `${index === 0 ? "First" : "Then"} ${access.agent}, ${locks}: ${access.what}`;
  if (access.value !== undefined && access.what !== "free") {
    text += `, which ${access.write ? "was" : "is"} ${access.value_text ?? access.value}`;
  }
  return text;
}

function Accesses({ finding, onJump }) {
  if (!finding.accesses) return null;
  return (
    <section class="sides accesses">
      {finding.accesses.map((access, index) => (
        <div class="card">
          <h3>{accessText(access, index)}</h3>
          {access.step && finding.steps?.length > 0 && (
            <button class="link" onClick={() => onJump({ step: access.step - 1, access: access.is_step ? null : index })}>
              {access.is_step ? "step" : "after step"} {access.step}
            </button>
          )}
          <StackList stack={access.stack} />
        </div>
      ))}
    </section>
  );
}

function Block({ block }) {
  if (!block) return null;
  return (
    <section class="sides">
      <div class="card">
        <h3>
          {counted(block.size, "byte")} allocated{block.allocated_by && ` by ${block.allocated_by}`}
        </h3>
        <StackList stack={block.allocated} />
      </div>
      {block.freed.length > 0 && (
        <div class="card">
          <h3>freed by {block.freed_by}</h3>
          <StackList stack={block.freed} />
        </div>
      )}
    </section>
  );
}

// The variables of the failing function; of a warning, what the abstract machine knows of them there.
function Known({ finding }) {
  const values = finding.known ?? [];
  if (values.length === 0) return null;
  const name = functionName(ownPlace(finding)?.function);
  return (
    <section class="card known" id="known">
      <h3>{finding.unproved || !name ? "What is known there" : `Variables of ${name}`}</h3>
      <table>
        <tbody>
          {values.map((value) => (
            <tr>
              <th>{value.name}</th>
              <td>
                <code>{value.values}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Variants({ variants }) {
  if (!variants || variants.length === 0) return null;
  return (
    <details class="variants" id="variants">
      <summary>{counted(variants.length, "variant")} of the same cause</summary>
      <ul>
        {variants.map((variant) => (
          <li>{variant}</li>
        ))}
      </ul>
    </details>
  );
}

function factsOf(finding) {
  const parts = [finding.agent ? `${finding.kind} in ${finding.agent}` : finding.kind];
  parts.push(
    finding.unproved
      ? "neither excluded nor shown: no inputs were found that lead there"
      : `seen in ${counted(finding.times, "run")}`,
  );
  if (finding.variants?.length > 0) parts.push(`${counted(finding.variants.length, "variant")} of the same cause`);
  if (finding.steps) {
    const switches = finding.switches === 1 ? "1 context switch" : `${count(finding.switches)} context switches`;
    parts.push(`${finding.unproved ? "" : "shortest "}schedule: ${counted(finding.steps.length, "step")}, ${switches}`);
  }
  if (finding.repeated === true) parts.push("executed again in a new process: the same");
  if (finding.repeated === false) parts.push("executed again in a new process: NOT the same");
  return parts.join("; ");
}

const STANDINGS = {
  tolerated: "This does not fail",
  known: "This is known, and does not fail",
  suppressed: "This is suppressed, and does not fail",
};

export function Finding({ finding, label }) {
  const kind = kinds[finding.kind];
  const [jump, setJump] = useState(null);
  return (
    <article>
      <h2>
        <span class={`bug ${finding.unproved ? "unproved" : ""} ${finding.standing ?? ""}`}>{label}</span> {finding.headline}
      </h2>
      {finding.standing in STANDINGS && (
        <p class="message" id="standing">
          {STANDINGS[finding.standing]}: {finding.accepted_by}
        </p>
      )}
      <p class="facts" id="facts">{factsOf(finding)}</p>
      {kind && (
        <details class="kind">
          <summary>{kind.title}</summary>
          <p>{kind.meaning}</p>
          <p>{kind.advice}</p>
        </details>
      )}
      <Variants variants={finding.variants} />
      {finding.natively && <p class="facts">{finding.natively}</p>}
      {finding.replay && <Command text={finding.replay} id="replay" />}
      {!finding.replay && !finding.unproved && (
        <p class="facts">
          schedule <code class="wrap">{finding.schedule}</code>
        </p>
      )}
      <Known finding={finding} />
      <Waits finding={finding} />
      <Accesses finding={finding} onJump={setJump} />
      <Block block={finding.block} />
      {finding.steps?.length > 0 ? (
        <Schedule finding={finding} jump={jump} />
      ) : (
        <p class="message">The schedule is too long to be told step by step here.</p>
      )}
    </article>
  );
}
