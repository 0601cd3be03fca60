// SPDX-License-Identifier: Apache-2.0
// The schedule of a finding, to be walked through: the timeline or the partial order, the step in
// full, its source; which threads and steps are shown, and a search.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { count, counted, hasOneFile, hueOf, lineText, placeText, shortName, stepPlace, stepValue } from "./data.js";
import { Details } from "./details.jsx";
import { PartialOrder } from "./partial_order.jsx";
import { endOf, foldOf, hasFolds, involvedAgents, shownRows } from "./rows.js";
import { Source } from "./source.jsx";
import { Timeline } from "./timeline.jsx";

const KEYS = {
  ArrowRight: "forward", ArrowDown: "forward", j: "forward", n: "forward",
  ArrowLeft: "back", ArrowUp: "back", k: "back", p: "back",
  Home: "first", End: "last", "]": "switchForward", "[": "switchBack",
};

function Controls({ current, last, moves }) {
  return (
    <div class="controls" role="toolbar" aria-label="Step through the schedule">
      <button id="first" title="First step (Home)" onClick={moves.first}>«</button>
      <button id="switch-back" title="Context switch before ([)" onClick={moves.switchBack}>⇤</button>
      <button id="back" title="Step back (←)" onClick={moves.back}>◀</button>
      <span id="position">
        step {current.step + 1} of {last + 1}
      </span>
      <button id="forward" title="Step forward (→)" onClick={moves.forward}>▶</button>
      <button id="switch-forward" title="Next context switch (])" onClick={moves.switchForward}>⇥</button>
      <button id="last" title="Last step (End)" onClick={moves.last}>»</button>
      <input
        type="range"
        id="slider"
        aria-label="Step"
        min="0"
        max={last}
        value={current.step}
        onInput={(event) => moves.to({ step: Number(event.target.value), access: null })}
      />
    </div>
  );
}

// Shows, hides and orders the columns.
function Threads({ finding, agents, setAgents, agentIndex, isOneFile }) {
  const all = finding.agents.filter((agent) => finding.steps.some((step) => step.agent === agent));
  const hidden = all.filter((agent) => !agents.includes(agent));
  const move = (agent, by) => {
    const from = agents.indexOf(agent);
    const to = Math.min(Math.max(from + by, 0), agents.length - 1);
    const next = [...agents];
    next.splice(from, 1);
    next.splice(to, 0, agent);
    setAgents(next);
  };
  const hide = (agent) => setAgents(agents.filter((other) => other !== agent));
  const involved = involvedAgents(finding);
  const chip = (agent) => (
    <span class="dot" style={{ "--hue": hueOf(agentIndex.get(agent)) }} />
  );
  return (
    <details class="threads" id="threads">
      <summary>
        {counted(agents.length, "thread")}
        {hidden.length > 0 && `, ${count(hidden.length)} hidden`}
      </summary>
      <div class="chips">
        {agents.map((agent, index) => (
          <span class="chip" data-agent={agent}>
            {chip(agent)}
            <span title={agent}>{shortName(agent, isOneFile)}</span>
            <button class="plain small to-left" title="Further to the left" disabled={index === 0} onClick={() => move(agent, -1)}>◂</button>
            <button class="plain small to-right" title="Further to the right" disabled={index === agents.length - 1} onClick={() => move(agent, 1)}>▸</button>
            <button class="plain small hide" title="Hide" disabled={agents.length === 1} onClick={() => hide(agent)}>✕</button>
          </span>
        ))}
        {hidden.map((agent) => (
          <button class="chip hidden" data-agent={agent} title={`Show ${agent}`} onClick={() => setAgents([...agents, agent])}>
            {chip(agent)}
            {shortName(agent, isOneFile)} +
          </button>
        ))}
        <button id="all-threads" onClick={() => setAgents(all)}>all, in order</button>
        {involved.size > 0 && involved.size < all.length && (
          <button
            id="involved-threads"
            title="Those of the steps that are not left out when the schedule is folded"
            onClick={() => setAgents(all.filter((agent) => involved.has(agent)))}
          >
            only those involved
          </button>
        )}
      </div>
    </details>
  );
}

function Search({ query, setQuery, found, onNext }) {
  return (
    <span class="search">
      <input
        type="search"
        id="search"
        placeholder="search steps ( / )"
        aria-label="Search steps"
        value={query}
        onInput={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onNext(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") setQuery("");
        }}
      />
      {query && <span id="found">{found === 0 ? "none" : counted(found, "step")}</span>}
    </span>
  );
}

// Where the schedule opens: at the failing access or step, or at its end.
function firstShown(finding) {
  const step = Math.max(endOf(finding) - 1, 0);
  const last = (finding.accesses ?? []).length - 1;
  const isAccess = last >= 0 && !finding.accesses[last].is_step && finding.accesses[last].step === step + 1;
  return { step, access: isAccess ? last : null };
}

function isBefore(a, b) {
  return a.step !== b.step ? a.step < b.step : (a.access ?? -1) < (b.access ?? -1);
}

export function Schedule({ finding, jump }) {
  const steps = finding.steps;
  const isOneFile = useMemo(() => hasOneFile(finding), []);
  const agentIndex = useMemo(() => new Map(finding.agents.map((name, index) => [name, index])), []);
  const [agents, setAgents] = useState(() => finding.agents.filter((agent) => steps.some((step) => step.agent === agent)));
  const [isWhole, setIsWhole] = useState(false);
  const [unfolded, setUnfolded] = useState(new Set());
  const [current, setCurrent] = useState(firstShown(finding));
  const [hovered, setHovered] = useState(null);
  const [view, setView] = useState("timeline");
  const [query, setQuery] = useState("");

  const rows = useMemo(() => {
    const hidden = new Set(finding.agents.filter((agent) => !agents.includes(agent)));
    return shownRows(finding, { isWhole, unfolded, hidden });
  }, [isWhole, unfolded, agents]);
  const last = (unfolded.has("after") ? steps.length : endOf(finding)) - 1;
  // The rows that one can stand at.
  const stops = useMemo(
    () =>
      rows
        .filter((row) => row.kind === "step" || row.kind === "access")
        .map((row) => ({ step: row.step ?? row.last, access: row.access ?? null, isSwitch: row.kind === "step" && row.first > 0 && steps[row.first].switch })),
    [rows],
  );
  const unfold = (id) => setUnfolded(new Set([...unfolded, id]));

  // Where we are as of the last key, even if that is not drawn yet: keys may come faster than pictures.
  const position = useRef(current);
  const stand = (place) => {
    position.current = { step: place.step, access: place.access ?? null };
    setCurrent(position.current);
  };
  const stopsNow = useRef(stops);
  stopsNow.current = stops;
  const to = (place) => {
    const fold = foldOf(rows, place.step);
    if (fold !== null) {
      unfold(fold);
      stand(place);
      return;
    }
    // A step of a hidden thread: the one before it.
    const known = stopsNow.current.filter((stop) => !isBefore(place, stop));
    const nearest = known[known.length - 1] ?? stopsNow.current[0];
    if (nearest) stand(nearest);
  };
  const by = (direction, isWanted = () => true) => () => {
    const all = stopsNow.current;
    const here = position.current;
    const candidates = direction > 0 ? all.filter((stop) => isBefore(here, stop)) : all.filter((stop) => isBefore(stop, here)).reverse();
    const next = candidates.find(isWanted) ?? candidates[candidates.length - 1];
    if (next) stand(next);
  };
  const moves = {
    to,
    first: () => stopsNow.current.length > 0 && stand(stopsNow.current[0]),
    last: () => stopsNow.current.length > 0 && stand(stopsNow.current[stopsNow.current.length - 1]),
    forward: by(1),
    back: by(-1),
    switchForward: by(1, (stop) => stop.isSwitch),
    switchBack: by(-1, (stop) => stop.isSwitch),
  };
  const movesNow = useRef(moves);
  movesNow.current = moves;
  // A thread that was hidden takes its steps along.
  useEffect(() => {
    if (stops.length > 0 && !stops.some((stop) => stop.step === current.step) && foldOf(rows, current.step) === null) to(current);
  }, [rows]);
  useEffect(() => {
    if (jump) to(jump);
  }, [jump]);
  useEffect(() => {
    const onKey = (event) => {
      const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
      if (isElsewhere) return;
      if (event.key === "/") {
        event.preventDefault();
        document.getElementById("search")?.focus();
      } else if (event.key in KEYS) {
        event.preventDefault();
        movesNow.current[KEYS[event.key]]();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  const matches = useMemo(() => {
    const words = query.trim().toLowerCase();
    if (!words) return null;
    const result = new Set();
    steps.forEach((step, index) => {
      const place = stepPlace(step);
      const text = [step.agent, stepValue(step), placeText(place), lineText(place, true)].join(" ").toLowerCase();
      if (index <= last && agents.includes(step.agent) && text.includes(words)) result.add(index);
    });
    return result;
  }, [query, agents, last]);
  const toMatch = (direction) => {
    if (!matches || matches.size === 0) return;
    const sorted = [...matches];
    const here = position.current.step;
    const next = direction > 0 ? sorted.find((step) => step > here) : sorted.reverse().find((step) => step < here);
    to({ step: next ?? sorted[0], access: null });
  };

  const scene = useMemo(() => ({}), [isWhole, agents]);
  const at = hovered ?? current;
  const shared = { finding, agents, current, agentIndex, setHovered, isOneFile };
  return (
    <section class="schedule" id="schedule">
      <Controls current={current} last={last} moves={moves} />
      <div class="options">
        {hasFolds(finding) && (
          <button
            id="fold"
            aria-pressed={isWhole}
            title="Show every step, or only what matters to others, as in the terminal"
            onClick={() => {
              setUnfolded(new Set());
              setIsWhole(!isWhole);
            }}
          >
            {isWhole ? "fold" : `all ${counted(endOf(finding), "step")}`}
          </button>
        )}
        <Search query={query} setQuery={setQuery} found={matches?.size ?? 0} onNext={toMatch} />
        <Threads finding={finding} agents={agents} setAgents={setAgents} agentIndex={agentIndex} isOneFile={isOneFile} />
      </div>
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
          {view === "timeline" ? (
            <Timeline {...shared} rows={rows} scene={scene} go={stand} unfold={unfold} hovered={hovered} matches={matches} />
          ) : (
            <PartialOrder {...shared} go={to} last={last} />
          )}
        </div>
        <div class="pane">
          <Details finding={finding} at={at} agentIndex={agentIndex} />
          <Source finding={finding} at={at} agentIndex={agentIndex} />
        </div>
      </div>
    </section>
  );
}
