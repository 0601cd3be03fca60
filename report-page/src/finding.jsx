// One finding: what broke, who waits for whom or who raced, and its schedule, to be walked through.
import { useEffect, useMemo, useState } from "preact/hooks";
import { count, kinds, ownPlace, placeText } from "./data.js";
import { Details } from "./details.jsx";
import { PartialOrder } from "./partial_order.jsx";
import { Source } from "./source.jsx";
import { Timeline } from "./timeline.jsx";

export function StackList({ stack }) {
  if (!stack || stack.length === 0) return null;
  return (
    <ol class="stack">
      {stack.map((frame) => (
        <li>
          <code>{frame.function || "?"}</code> <span class="place">{placeText(frame)}</span>
          {frame.text && <code class="line">{frame.text}</code>}
        </li>
      ))}
    </ol>
  );
}

function Waits({ finding }) {
  if (!finding.waits) return null;
  return (
    <section class="card waits">
      <h3>Nobody can go on</h3>
      <ul>
        {finding.waits.map((wait) => (
          <li>
            {wait.waits_for} <span class="place">{placeText(ownPlace(wait))}</span>
            {wait.locks_held?.length > 0 && <span class="holds">holds {wait.locks_held.join(", ")}</span>}
            <details>
              <summary>stack</summary>
              <StackList stack={wait.stack} />
            </details>
          </li>
        ))}
      </ul>
      {finding.cycle.length > 0 && (
        <p class="cycle">{[...finding.cycle, finding.cycle[0]].join(" → ")}</p>
      )}
    </section>
  );
}

function Accesses({ finding }) {
  if (!finding.accesses) return null;
  return (
    <section class="sides">
      {finding.accesses.map((access) => (
        <div class="card">
          <h3>
            {access.what} by {access.agent}
            {access.value !== undefined && ` (there was ${access.value})`}
          </h3>
          <p>{access.locks_held.length > 0 ? `holding ${access.locks_held.join(", ")}` : "holding no lock"}</p>
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
          {count(block.size)} bytes allocated{block.allocated_by && ` by ${block.allocated_by}`}
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

function Controls({ current, last, go, finding }) {
  const steps = finding.steps;
  const isSwitch = (index) => steps[index].switch;
  const nextSwitch = steps.findIndex((_, index) => index > current && isSwitch(index));
  let switchBefore = current - 1;
  while (switchBefore > 0 && !isSwitch(switchBefore)) --switchBefore;
  return (
    <div class="controls" role="toolbar" aria-label="Step through the schedule">
      <button id="first" title="First step (Home)" onClick={() => go(0)}>«</button>
      <button id="switch-back" title="Context switch before ([)" onClick={() => go(Math.max(switchBefore, 0))}>⇤</button>
      <button id="back" title="Step back (←)" onClick={() => go(current - 1)}>◀</button>
      <span id="position">
        step {current + 1} of {last + 1}
      </span>
      <button id="forward" title="Step forward (→)" onClick={() => go(current + 1)}>▶</button>
      <button id="switch-forward" title="Next context switch (])" onClick={() => go(nextSwitch < 0 ? last : nextSwitch)}>⇥</button>
      <button id="last" title="Last step (End)" onClick={() => go(last)}>»</button>
      <input type="range" aria-label="Step" min="0" max={last} value={current} onInput={(event) => go(Number(event.target.value))} />
    </div>
  );
}

// Where the schedule opens: at the failing step, or at its end.
function firstShown(finding) {
  return (finding.step ?? finding.steps.length) - 1;
}

function Schedule({ finding }) {
  const last = finding.steps.length - 1;
  const [current, setCurrent] = useState(Math.max(firstShown(finding), 0));
  const [hovered, setHovered] = useState(null);
  const [view, setView] = useState("timeline");
  const go = (index) => setCurrent(Math.min(Math.max(index, 0), last));
  useEffect(() => {
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.tagName === "INPUT") return;
      const isSwitch = (index) => finding.steps[index].switch;
      let to = current;
      if (["ArrowRight", "ArrowDown", "j", "n"].includes(event.key)) to = current + 1;
      else if (["ArrowLeft", "ArrowUp", "k", "p"].includes(event.key)) to = current - 1;
      else if (event.key === "Home") to = 0;
      else if (event.key === "End") to = last;
      else if (event.key === "]") {
        do ++to; while (to < last && !isSwitch(to));
      } else if (event.key === "[") {
        do --to; while (to > 0 && !isSwitch(to));
      } else return;
      event.preventDefault();
      go(to);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [current]);
  const agentIndex = useMemo(() => new Map(finding.agents.map((name, index) => [name, index])), []);
  const shared = { finding, current, go, agentIndex, hovered, setHovered };
  return (
    <section class="schedule">
      <Controls current={current} last={last} go={go} finding={finding} />
      <div class="panes">
        <div class="pane">
          <div class="tabs" role="tablist">
            <button role="tab" id="tab-timeline" aria-selected={view === "timeline"} onClick={() => setView("timeline")}>
              Timeline
            </button>
            <button role="tab" id="tab-order" aria-selected={view === "order"} onClick={() => setView("order")}>
              Partial order
            </button>
          </div>
          {view === "timeline" ? <Timeline {...shared} /> : <PartialOrder {...shared} />}
        </div>
        <div class="pane">
          <Details finding={finding} index={hovered ?? current} agentIndex={agentIndex} />
          <Source finding={finding} current={hovered ?? current} agentIndex={agentIndex} />
        </div>
      </div>
    </section>
  );
}

export function Finding({ finding, number }) {
  const kind = kinds[finding.kind];
  return (
    <article>
      <h2>
        <span class="bug">BUG {number}</span> {finding.headline}
      </h2>
      {kind && (
        <details class="kind">
          <summary>{kind.title}</summary>
          <p>{kind.meaning}</p>
          <p>{kind.advice}</p>
        </details>
      )}
      <p class="facts">
        {finding.kind}, seen in {count(finding.times)} {finding.times === 1 ? "run" : "runs"}
        {finding.steps && `; this schedule: ${count(finding.steps.length)} steps, ${count(finding.switches)} context switches`}
        {finding.repeated === true && "; executed again in a new process: the same"}
        {finding.repeated === false && "; executed again in a new process: NOT the same"}
      </p>
      <p class="facts">
        schedule <code class="wrap">{finding.schedule}</code>
      </p>
      <Waits finding={finding} />
      <Accesses finding={finding} />
      <Block block={finding.block} />
      {finding.steps?.length > 0 ? (
        <Schedule finding={finding} />
      ) : (
        <p class="message">The schedule is too long to be told step by step here.</p>
      )}
    </article>
  );
}
