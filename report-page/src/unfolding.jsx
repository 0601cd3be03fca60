// SPDX-License-Identifier: Apache-2.0
// The unfolding of a small exploration: all events of all runs, arrows for immediate causality, dashed
// lines for immediate conflict.
import dagre from "@dagrejs/dagre";
import { useMemo, useState } from "preact/hooks";
import { count, hueOf, unfolding } from "./data.js";
import { Zoom } from "./zoom.jsx";

const BOX = { height: 30 };

function widthOf(event) {
  return Math.min(Math.max(event.text.length * 7.4 + 18, 60), 300);
}

function layOut() {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ nodesep: 14, ranksep: 30, marginx: 10, marginy: 10 });
  graph.setDefaultEdgeLabel(() => ({}));
  unfolding.events.forEach((event, index) => {
    graph.setNode(String(index), { width: widthOf(event), height: BOX.height });
  });
  for (const [cause, effect] of unfolding.causes) graph.setEdge(String(cause), String(effect));
  dagre.layout(graph);
  return graph;
}

export function Unfolding() {
  const [isOpen, setIsOpen] = useState(false);
  const graph = useMemo(() => (isOpen ? layOut() : null), [isOpen]);
  const [focus, setFocus] = useState(null);
  const at = (index) => graph.node(String(index));
  const isNear = (a, b) => focus === null || focus === a || focus === b;
  return (
    <details class="card unfolding" id="unfolding" onToggle={(event) => setIsOpen(event.target.open)}>
      <summary>
        Unfolding: {count(unfolding.events.length)} events, {count(unfolding.configurations)} maximal configurations,{" "}
        {count(unfolding.conflicts.length)} immediate conflicts
      </summary>
      {graph && (
        <>
          <Zoom width={graph.graph().width} height={graph.graph().height} fits="all">
            <defs>
              <marker id="unfolding-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                <path d="M0,0 L8,4 L0,8 z" class="head" />
              </marker>
            </defs>
            {unfolding.causes.map(([cause, effect]) => {
              const points = graph.edge(String(cause), String(effect)).points;
              return (
                <polyline
                  class={`arrow ${isNear(cause, effect) ? "" : "dim"}`}
                  points={points.map((point) => `${point.x},${point.y}`).join(" ")}
                  marker-end="url(#unfolding-head)"
                />
              );
            })}
            {unfolding.conflicts.map(([one, other]) => {
              const a = at(one);
              const b = at(other);
              const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + 26 };
              return (
                <path
                  class={`conflict ${isNear(one, other) ? "" : "dim"}`}
                  d={`M${a.x},${a.y + BOX.height / 2} Q${middle.x},${middle.y} ${b.x},${b.y + BOX.height / 2}`}
                />
              );
            })}
            {unfolding.events.map((event, index) => {
              const { x, y, width } = at(index);
              return (
                <g
                  class={`node ${event.mark}`}
                  style={{ "--hue": hueOf(event.agent) }}
                  transform={`translate(${x - width / 2},${y - BOX.height / 2})`}
                  onMouseEnter={() => setFocus(index)}
                  onMouseLeave={() => setFocus(null)}
                >
                  <title>{[event.text, event.site].filter(Boolean).join("\n")}</title>
                  <rect width={width} height={BOX.height} rx="5" />
                  <text x="8" y="19">
                    {event.text.length > 38 ? event.text.slice(0, 37) + "…" : event.text}
                  </text>
                </g>
              );
            })}
          </Zoom>
          <p class="facts">
            Arrows: happens before. Dashed lines: in conflict, no run has both. Red frame: a property is violated there.
            {!unfolding.is_whole && " Not all of it: the exploration was cut or stopped."}
          </p>
        </>
      )}
    </details>
  );
}
