// SPDX-License-Identifier: Apache-2.0
// The schedule as it happened: time runs downwards, one column per thread, an arrow wherever a step
// happens before one of another thread. A row has one step, so its box may use all the room to the
// right of its column; where columns have no room at all, steps are a list with the threads' names.
// Only the rows in view are drawn, so that long schedules stay quick.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { counted, hueOf, lineText, ownPlace, placeText, shortName, stepPlace, stepValue } from "./data.js";

const HEIGHT = { step: 46, access: 46, wait: 46, fold: 30, note: 24 };
const BOX = 36;
const GUTTER = 56;
const LAST = 230; // the least room for the boxes of the last column
const NARROWEST = 30; // from one column to the next
const NARROWEST_FRAME = 540; // below it, a list
const CHARACTER = 7.6; // of an agent's name
const NOTE_CHARACTER = 7.4;
const MARGIN = 500; // pixels drawn beyond what is in view

const px = (number) => `${Math.round(number)}px`;

// Where the columns are, and how many lines their names take.
function layOut(width, names) {
  const columns = names.length;
  const room = width - GUTTER - 4;
  const pitch = columns < 2 ? room : Math.min((room - LAST) / (columns - 1), room / columns);
  if (columns > 1 && (width < NARROWEST_FRAME || pitch < NARROWEST)) {
    return { isList: true, pitch: 0, width, levels: 0 };
  }
  const longest = Math.max(...names.map((name) => name.length)) * CHARACTER + 12;
  return { isList: false, pitch, width, levels: Math.min(Math.ceil(longest / pitch), 4) };
}

function isSame(a, b) {
  return a.step === b.step && (a.access ?? null) === (b.access ?? null);
}

// `scene` changes when other rows are shown for another reason than that one was unfolded.
export function Timeline({ finding, rows, scene, agents, current, go, unfold, agentIndex, hovered, setHovered, matches, isOneFile }) {
  const steps = finding.steps;
  const frame = useRef(null);
  const [view, setView] = useState({ top: 0, height: 600, width: 700 });
  const look = () => {
    const element = frame.current;
    if (!element) return;
    setView({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth });
  };
  useEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  const names = agents.map((agent) => shortName(agent, isOneFile));
  const { isList, pitch, levels, width } = layOut(view.width, names);
  const tops = useMemo(() => {
    const result = [0];
    for (const row of rows) result.push(result[result.length - 1] + HEIGHT[row.kind]);
    return result;
  }, [rows]);
  const total = tops[rows.length];
  // Of a step that is shown: its row.
  const rowOf = useMemo(() => {
    const result = new Map();
    rows.forEach((row, index) => {
      if (row.kind !== "step") return;
      for (let step = row.first; step <= row.last; ++step) result.set(step, index);
    });
    return result;
  }, [rows]);
  const accessRow = (number) => {
    const access = finding.accesses[number];
    const own = rows.findIndex((row) => row.kind === "access" && row.access === number);
    return own >= 0 ? own : access.is_step ? (rowOf.get(access.step - 1) ?? -1) : -1;
  };
  const currentRow = current.access === null || current.access === undefined ? rowOf.get(current.step) : accessRow(current.access);

  // The current row stays in view; but what the reader unfolds must not move away.
  useEffect(() => {
    const element = frame.current;
    if (currentRow === undefined || currentRow < 0) return;
    const y = tops[currentRow];
    if (y < element.scrollTop + HEIGHT.step) element.scrollTop = Math.max(y - 2 * HEIGHT.step, 0);
    const notes = 2 * HEIGHT.note;
    if (y > element.scrollTop + element.clientHeight - 2 * HEIGHT.step - notes) {
      element.scrollTop = y - element.clientHeight + 3 * HEIGHT.step + notes;
    }
    // At the end, those who wait for ever are in view too, as far as there is room.
    const isEnd = current.step === steps.length - 1 && rows[rows.length - 1].kind === "wait";
    if (isEnd && total - y < element.clientHeight - 3 * HEIGHT.step) element.scrollTop = element.scrollHeight;
    look();
  }, [current, scene]);

  const column = new Map(agents.map((agent, index) => [agent, index]));
  const x = (agent) => (isList ? GUTTER : GUTTER + column.get(agent) * pitch);
  const hue = (agent) => hueOf(agentIndex.get(agent));
  const boxStyle = (agent) => ({
    left: px(x(agent)),
    minWidth: px(isList ? width - GUTTER - 8 : Math.min(pitch - 10, 260)),
    maxWidth: px(width - x(agent) - 8),
    "--hue": hue(agent),
  });
  const from = rows.findIndex((row, index) => tops[index + 1] >= view.top - MARGIN);
  const shown = [];
  for (let index = Math.max(from, 0); index < rows.length && tops[index] < view.top + view.height + MARGIN; ++index) {
    shown.push(index);
  }
  const focus = hovered ?? current;

  // From the lower edge of a box to the upper edge of another, near their left ends.
  const curve = (a, agentA, b, agentB) => {
    const x1 = x(agentA) + 14;
    const x2 = x(agentB) + 24;
    const y1 = tops[a] + BOX + 4;
    const y2 = tops[b] + 3;
    const bend = Math.min(30, (y2 - y1) / 2 + 8);
    return `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`;
  };
  const arrows = [];
  if (!isList) {
    for (const index of shown) {
      const row = rows[index];
      if (row.kind !== "step") continue;
      for (let step = row.first; step <= row.last; ++step) {
        for (const cause of steps[step].after) {
          const before = steps[cause - 1];
          const causeRow = rowOf.get(cause - 1);
          if (before.agent === steps[step].agent || causeRow === undefined) continue;
          const isFocused = focus.step === step || focus.step === cause - 1;
          arrows.push(
            <path
              class={`arrow ${isFocused ? "focused" : ""}`}
              d={curve(causeRow, before.agent, index, steps[step].agent)}
              marker-end={isFocused ? "url(#head-focused)" : "url(#head)"}
            />,
          );
        }
      }
    }
    const both = (finding.accesses ?? []).map((access, index) => accessRow(index));
    if (both.length === 2 && both.every((row) => row >= 0)) {
      const [one, other] = finding.accesses;
      arrows.push(<path class="race-line" d={curve(both[0], one.agent, both[1], other.agent)} />);
    }
  }
  const head = isList ? 0 : levels * 17 + 14;

  // Below its box, or further to the left if it would not fit.
  const noteLeft = (agent, text) =>
    Math.max(GUTTER, Math.min(x(agent) + 6, width - (text.length + 2) * NOTE_CHARACTER - 12));

  const drawStep = (row, index) => {
    const step = steps[row.last];
    const place = stepPlace(steps[row.first]);
    const isRacing = (finding.accesses ?? []).some((access) => access.is_step && access.step - 1 === row.last);
    const isFatal = finding.step === row.last + 1;
    const isFolded = row.first !== row.last;
    const here = { step: row.last, access: null };
    const classes = ["step"];
    if (index === currentRow && (current.access ?? null) === null) classes.push("current");
    if (row.first > current.step) classes.push("later");
    if (isFatal && (finding.accesses ?? []).length === 0) classes.push("fatal");
    if (isRacing) classes.push("fatal racing");
    if (finding.lost_at === row.last + 1) classes.push("lost");
    if (matches && !matches.has(row.last)) classes.push("unmatched");
    if (matches?.has(row.last)) classes.push("match");
    const actions = isFolded ? `${row.last - row.first + 1} steps: ${steps[row.first].action} … ${step.action}` : stepValue(step);
    return (
      <button
        class={classes.join(" ")}
        data-step={row.last + 1}
        style={boxStyle(step.agent)}
        title={[step.agent, stepValue(step), placeText(place), place?.text].filter(Boolean).join("\n")}
        onClick={() => go(here)}
        onMouseEnter={() => setHovered(here)}
        onMouseLeave={() => setHovered(null)}
      >
        <span class="operation">
          {isList && <b class="who">{shortName(step.agent, isOneFile)} </b>}
          {actions}
        </span>
        <span class="source-line">{lineText(place, isOneFile)}</span>
      </button>
    );
  };

  const drawAccess = (row) => {
    const access = finding.accesses[row.access];
    const here = { step: row.step, access: row.access };
    const isCurrent = isSame(here, current);
    return (
      <button
        class={`step access fatal racing ${isCurrent ? "current" : ""} ${row.step > current.step ? "later" : ""}`}
        data-access={row.access + 1}
        style={boxStyle(access.agent)}
        title={`${access.what} by ${access.agent}\n${placeText(ownPlace(access))}`}
        onClick={() => go(here)}
        onMouseEnter={() => setHovered(here)}
        onMouseLeave={() => setHovered(null)}
      >
        <span class="operation">
          {isList && <b class="who">{shortName(access.agent, isOneFile)} </b>}
          {access.what}: {finding.object ?? "memory"}
        </span>
        <span class="source-line">{lineText(ownPlace(access), isOneFile)}</span>
      </button>
    );
  };

  const drawRow = (row, index) => {
    const style = { top: px(tops[index]), height: px(HEIGHT[row.kind]) };
    if (row.kind === "note") {
      const agent = steps[row.step].agent;
      return (
        <div class={`row note ${row.mark}`} style={style} key={index}>
          <span class="note-text" style={{ left: px(noteLeft(agent, row.text)), maxWidth: px(width - GUTTER - 12) }} title={row.text}>
            ▲ {row.text}
          </span>
        </div>
      );
    }
    if (row.kind === "fold") {
      return (
        <div class="row fold" style={style} key={index}>
          <button class="unfold" onClick={() => unfold(row.id)} title="Show these steps">
            {row.isAfter ? `… ${counted(row.count, "step")} to the end of this run` : `… ${counted(row.count, "step")} left out`}
          </button>
        </div>
      );
    }
    if (row.kind === "wait") {
      return (
        <div class="row" style={style} key={index}>
          <div class="step waiting" style={boxStyle(row.wait.agent)} title={`${row.wait.waits_for}\n${placeText(ownPlace(row.wait))}`}>
            <span class="operation">
              {isList && <b class="who">{shortName(row.wait.agent, isOneFile)} </b>}
              {row.wait.waits_for.replace(`${row.wait.agent} `, "")}
            </span>
            <span class="source-line">{lineText(ownPlace(row.wait), isOneFile)}</span>
          </div>
        </div>
      );
    }
    if (row.kind === "access") {
      return (
        <div class="row" style={style} key={index}>
          {drawAccess(row)}
        </div>
      );
    }
    const isSwitch = steps[row.first].switch && row.first > 0;
    const isPreemption = isSwitch && steps[row.first].preemption;
    return (
      <div class={`row ${isSwitch ? "switch" : ""} ${isPreemption ? "preemption" : ""}`} style={style} key={index}>
        <span class="number">{row.first + 1}</span>
        {isSwitch && (
          <span class="switch-mark" title={isPreemption ? "context switch; the other could have gone on" : "context switch"}>
            ⇄
          </span>
        )}
        {drawStep(row, index)}
        {row.first !== row.last && (
          <button class="unfold beside" onClick={() => unfold(`${row.first}-${row.last}`)} title={`Show these ${row.last - row.first + 1} steps one by one`}>
            …
          </button>
        )}
      </div>
    );
  };

  return (
    <div class={`timeline ${isList ? "list" : "columns"}`} ref={frame} onScroll={look} tabIndex="0" style={{ "--height": px(total + head + 12) }}>
      {!isList && (
        <div class="agents" style={{ height: px(head) }}>
          {agents.map((agent, index) => (
            <div
              class="agent"
              style={{ left: px(GUTTER + index * pitch), top: px(6 + (index % levels) * 17), "--hue": hue(agent) }}
              title={agent}
            >
              {names[index]}
            </div>
          ))}
        </div>
      )}
      <div class="rows" style={{ height: px(total + 8) }}>
        {!isList &&
          agents.map((agent, index) => <div class="lane" style={{ left: px(GUTTER + index * pitch + 4), "--hue": hue(agent) }} />)}
        {shown.map((index) => drawRow(rows[index], index))}
        <svg class="arrows" width={width} height={total + 8} aria-hidden="true">
          <defs>
            {["head", "head-focused"].map((id) => (
              <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                <path d="M0,0 L8,4 L0,8 z" class={id} />
              </marker>
            ))}
          </defs>
          {arrows}
        </svg>
      </div>
    </div>
  );
}
