// The schedule as it happened: time runs downwards, one column a thread, an arrow wherever a step
// happens before one of another thread. Only the rows in view are drawn, so that long schedules stay quick.
import { useEffect, useRef, useState } from "preact/hooks";
import { hueOf, ownPlace, placeText, valueText } from "./data.js";

const ROW = 46;
const BOX = 36;
const GUTTER = 56;
const MARGIN = 12; // rows drawn beyond what is in view

const px = (number) => `${number}px`;

export function Timeline({ finding, current, go, agentIndex, hovered, setHovered }) {
  const steps = finding.steps;
  const columns = finding.agents.length;
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
  // The current step stays in view.
  useEffect(() => {
    const element = frame.current;
    const y = current * ROW;
    if (y < element.scrollTop + ROW) element.scrollTop = Math.max(y - 2 * ROW, 0);
    if (y > element.scrollTop + element.clientHeight - 3 * ROW) {
      element.scrollTop = y - element.clientHeight + 4 * ROW;
    }
    look();
  }, [current]);

  const column = Math.max(150, Math.floor((view.width - GUTTER - 4) / columns));
  const from = Math.max(Math.floor(view.top / ROW) - MARGIN, 0);
  const to = Math.min(Math.ceil((view.top + view.height) / ROW) + MARGIN, steps.length);
  const shown = steps.slice(from, to);
  const x = (agent) => GUTTER + agentIndex.get(agent) * column;
  const focus = hovered ?? current;

  const arrows = [];
  shown.forEach((step, offset) => {
    const index = from + offset;
    for (const cause of step.after) {
      const before = steps[cause - 1];
      if (before.agent === step.agent) continue;
      const isRightwards = x(before.agent) < x(step.agent);
      const x1 = x(before.agent) + (isRightwards ? column - 10 : 6);
      const x2 = x(step.agent) + (isRightwards ? 4 : column - 8);
      const y1 = (cause - 1) * ROW + BOX / 2 + 4;
      const y2 = index * ROW + BOX / 2 + 4;
      const bend = Math.min(60, Math.abs(x2 - x1) / 2 + 12) * (isRightwards ? 1 : -1);
      const isFocused = focus === index || focus === cause - 1;
      arrows.push(
        <path
          class={`arrow ${isFocused ? "focused" : ""}`}
          d={`M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`}
          marker-end={isFocused ? "url(#head-focused)" : "url(#head)"}
        />,
      );
    }
  });

  return (
    <div class="timeline" ref={frame} onScroll={look} tabIndex="0" style={{ "--height": px(steps.length * ROW + 60) }}>
      <div class="agents" style={{ width: px(GUTTER + columns * column) }}>
        {finding.agents.map((agent, index) => (
          <div class="agent" style={{ left: px(GUTTER + index * column), width: px(column - 8), "--hue": hueOf(index) }} title={agent}>
            {agent}
          </div>
        ))}
      </div>
      <div class="rows" style={{ height: px(steps.length * ROW + 8), width: px(GUTTER + columns * column) }}>
        {shown.map((step, offset) => {
          const index = from + offset;
          const isFatal = finding.step === index + 1;
          const place = ownPlace(step);
          const classes = ["row"];
          if (step.switch && index > 0) classes.push(step.preemption ? "switch preemption" : "switch");
          return (
            <div class={classes.join(" ")} style={{ top: px(index * ROW) }} key={index}>
              <span class="number">{index + 1}</span>
              {step.switch && index > 0 && (
                <span class="switch-mark" title={step.preemption ? "context switch; the other could have gone on" : "context switch"}>
                  ⇄
                </span>
              )}
              <button
                class={`step ${index === current ? "current" : ""} ${index > current ? "later" : ""} ${isFatal ? "fatal" : ""} ${finding.lost_at === index + 1 ? "lost" : ""}`}
                data-step={index + 1}
                style={{ left: px(x(step.agent)), width: px(column - 10), "--hue": hueOf(agentIndex.get(step.agent)) }}
                title={[step.text, valueText(step), placeText(place), place?.text].filter(Boolean).join("\n")}
                onClick={() => go(index)}
                onMouseEnter={() => setHovered(index)}
                onMouseLeave={() => setHovered(null)}
              >
                <span class="operation">
                  {step.text} <b>{valueText(step)}</b>
                </span>
                <span class="source-line">
                  {place?.line ? `${place.line}: ` : ""}
                  {place?.text ?? ""}
                </span>
              </button>
            </div>
          );
        })}
        <svg class="arrows" width={GUTTER + columns * column} height={steps.length * ROW + 8} aria-hidden="true">
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
