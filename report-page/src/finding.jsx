// One finding: what broke, who waits for whom or who raced, and its schedule, to be walked through.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
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
            {wait.stack?.length > 0 && (
              <details>
                <summary>stack</summary>
                <StackList stack={wait.stack} />
              </details>
            )}
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

function Controls({ current, last, moves }) {
  return (
    <div class="controls" role="toolbar" aria-label="Step through the schedule">
      <button id="first" title="First step (Home)" onClick={moves.first}>«</button>
      <button id="switch-back" title="Context switch before ([)" onClick={moves.switchBack}>⇤</button>
      <button id="back" title="Step back (←)" onClick={moves.back}>◀</button>
      <span id="position">
        step {current + 1} of {last + 1}
      </span>
      <button id="forward" title="Step forward (→)" onClick={moves.forward}>▶</button>
      <button id="switch-forward" title="Next context switch (])" onClick={moves.switchForward}>⇥</button>
      <button id="last" title="Last step (End)" onClick={moves.last}>»</button>
      <input type="range" aria-label="Step" min="0" max={last} value={current} onInput={(event) => moves.to(Number(event.target.value))} />
    </div>
  );
}

const KEYS = {
  ArrowRight: "forward", ArrowDown: "forward", j: "forward", n: "forward",
  ArrowLeft: "back", ArrowUp: "back", k: "back", p: "back",
  Home: "first", End: "last", "]": "switchForward", "[": "switchBack",
};

// Where the schedule opens: at the failing step, or at its end.
function firstShown(finding) {
  return (finding.step ?? finding.steps.length) - 1;
}

function Schedule({ finding }) {
  const last = finding.steps.length - 1;
  const [current, setCurrent] = useState(Math.max(firstShown(finding), 0));
  const [hovered, setHovered] = useState(null);
  const [view, setView] = useState("timeline");
  // Where we are as of the last key, even if that is not drawn yet: keys may come faster than pictures.
  const position = useRef(current);
  const moves = useMemo(() => {
    const to = (index) => {
      position.current = Math.min(Math.max(index, 0), last);
      setCurrent(position.current);
    };
    const toSwitch = (direction) => () => {
      let index = position.current + direction;
      while (index > 0 && index < last && !finding.steps[index].switch) index += direction;
      to(index);
    };
    return {
      to,
      first: () => to(0),
      last: () => to(last),
      forward: () => to(position.current + 1),
      back: () => to(position.current - 1),
      switchForward: toSwitch(1),
      switchBack: toSwitch(-1),
    };
  }, []);
  const go = moves.to;
  useEffect(() => {
    const onKey = (event) => {
      const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT";
      if (isElsewhere || !(event.key in KEYS)) return;
      event.preventDefault();
      moves[KEYS[event.key]]();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const agentIndex = useMemo(() => new Map(finding.agents.map((name, index) => [name, index])), []);
  const shared = { finding, current, go, agentIndex, hovered, setHovered };
  return (
    <section class="schedule">
      <Controls current={current} last={last} moves={moves} />
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

// What an abstract machine knows about variables where the warning is.
function Known({ values }) {
  if (!values) return null;
  return (
    <section class="card known">
      <h3>What is known there</h3>
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

export function Finding({ finding, label }) {
  const kind = kinds[finding.kind];
  return (
    <article>
      <h2>
        <span class={finding.unproved ? "bug unproved" : "bug"}>{label}</span> {finding.headline}
      </h2>
      {kind && (
        <details class="kind">
          <summary>{kind.title}</summary>
          <p>{kind.meaning}</p>
          <p>{kind.advice}</p>
        </details>
      )}
      <p class="facts">
        {finding.kind}
        {finding.unproved
          ? ", neither excluded nor shown: no inputs were found that lead there"
          : `, seen in ${count(finding.times)} ${finding.times === 1 ? "run" : "runs"}`}
        {finding.steps && `; this schedule: ${count(finding.steps.length)} steps, ${count(finding.switches)} context switches`}
        {finding.repeated === true && "; executed again in a new process: the same"}
        {finding.repeated === false && "; executed again in a new process: NOT the same"}
      </p>
      {!finding.unproved && (
        <p class="facts">
          schedule <code class="wrap">{finding.schedule}</code>
        </p>
      )}
      <Known values={finding.known} />
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
