// SPDX-License-Identifier: Apache-2.0
// The schedule as a partial order: a step is drawn as early as what happens before it allows, so that
// steps of one height could have come in any order.
import { useMemo } from "preact/hooks";
import { hueOf, shortName, stepValue } from "./data.js";
import { Zoom } from "./zoom.jsx";

const ROW = 46;
const COLUMN = 245;
const BOX = { width: 225, height: 30 };
const MOST = 2000;

function short(text, most = 30) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

export function PartialOrder({ finding, agents, current, go, agentIndex, setHovered, last, isOneFile }) {
  const steps = finding.steps;
  const depths = useMemo(() => {
    const result = [];
    steps.forEach((step) => {
      result.push(step.after.reduce((deepest, cause) => Math.max(deepest, result[cause - 1] + 1), 0));
    });
    return result;
  }, []);
  if (steps.length > MOST) return <p class="message">Too many steps for a drawing.</p>;
  const shown = steps.map((step, index) => index).filter((index) => index <= last && agents.includes(steps[index].agent));
  const isShown = new Set(shown);
  const width = agents.length * COLUMN + 20;
  const height = (Math.max(0, ...shown.map((index) => depths[index])) + 1) * ROW + 50;
  const x = (index) => 10 + agents.indexOf(steps[index].agent) * COLUMN;
  const y = (index) => 40 + depths[index] * ROW;
  const isFatal = (index) =>
    finding.step === index + 1 || (finding.accesses ?? []).some((access) => access.step === index + 1);
  return (
    <Zoom width={width} height={height} id="order" fits="width">
      <defs>
        <marker id="order-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0,0 L8,4 L0,8 z" class="head" />
        </marker>
      </defs>
      {agents.map((agent, index) => (
        <text class="agent-name" x={10 + index * COLUMN + BOX.width / 2} y="22" style={{ "--hue": hueOf(agentIndex.get(agent)) }}>
          {short(shortName(agent, isOneFile))}
        </text>
      ))}
      {shown.flatMap((index) =>
        steps[index].after
          .filter((cause) => isShown.has(cause - 1))
          .map((cause) => (
            <line
              class="arrow"
              x1={x(cause - 1) + BOX.width / 2}
              y1={y(cause - 1) + BOX.height}
              x2={x(index) + BOX.width / 2}
              y2={y(index) - 2}
              marker-end="url(#order-head)"
            />
          )),
      )}
      {shown.map((index) => {
        const said = `${index + 1}: ${stepValue(steps[index])}`;
        return (
          <g
            class={`node ${index === current.step ? "current" : ""} ${isFatal(index) ? "fatal" : ""}`}
            style={{ "--hue": hueOf(agentIndex.get(steps[index].agent)) }}
            transform={`translate(${x(index)},${y(index)})`}
            onClick={() => go({ step: index, access: null })}
            onMouseEnter={() => setHovered({ step: index, access: null })}
            onMouseLeave={() => setHovered(null)}
          >
            <title>{said}</title>
            <rect width={BOX.width} height={BOX.height} rx="5" />
            <text x="8" y="19">
              {short(said)}
            </text>
          </g>
        );
      })}
    </Zoom>
  );
}
