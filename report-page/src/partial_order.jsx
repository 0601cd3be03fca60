// The schedule as a partial order: a step is drawn as early as what happens before it allows, so that
// steps of one height could have come in any order.
import { useMemo } from "preact/hooks";
import { hueOf, valueText } from "./data.js";

const ROW = 46;
const COLUMN = 245;
const BOX = { width: 225, height: 30 };
const MOST = 2000;

function short(text, most = 26) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

export function PartialOrder({ finding, current, go, agentIndex, setHovered }) {
  const steps = finding.steps;
  const depths = useMemo(() => {
    const result = [];
    steps.forEach((step) => {
      result.push(step.after.reduce((deepest, cause) => Math.max(deepest, result[cause - 1] + 1), 0));
    });
    return result;
  }, []);
  if (steps.length > MOST) return <p class="message">Too many steps for a drawing.</p>;
  const width = finding.agents.length * COLUMN + 20;
  const height = (Math.max(...depths) + 1) * ROW + 50;
  const x = (index) => 10 + agentIndex.get(steps[index].agent) * COLUMN;
  const y = (index) => 40 + depths[index] * ROW;
  return (
    <div class="drawing">
      <svg width={width} height={height} id="order">
        <defs>
          <marker id="order-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0,0 L8,4 L0,8 z" class="head" />
          </marker>
        </defs>
        {finding.agents.map((agent, index) => (
          <text class="agent-name" x={10 + index * COLUMN + BOX.width / 2} y="22">
            {short(agent, 24)}
          </text>
        ))}
        {steps.flatMap((step, index) =>
          step.after.map((cause) => (
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
        {steps.map((step, index) => (
          <g
            class={`node ${index === current ? "current" : ""} ${finding.step === index + 1 ? "fatal" : ""}`}
            style={{ "--hue": hueOf(agentIndex.get(step.agent)) }}
            transform={`translate(${x(index)},${y(index)})`}
            onClick={() => go(index)}
            onMouseEnter={() => setHovered(index)}
            onMouseLeave={() => setHovered(null)}
          >
            <title>{`${index + 1}: ${step.text} ${valueText(step)}`}</title>
            <rect width={BOX.width} height={BOX.height} rx="5" />
            <text x="8" y="19">
              {short(`${index + 1}: ${step.text} ${valueText(step)}`)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
