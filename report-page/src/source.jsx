// The source of the current step: which lines were executed up to now, by whom, and which is next.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { hueOf, ownPlace, pathOf, sources } from "./data.js";

export function Source({ finding, current, agentIndex }) {
  const isKnown = (index) => pathOf(ownPlace(finding.steps[index])) in sources;
  // A step without a place of its own: the last that has one, or else the next.
  let known = current;
  while (known > 0 && !isKnown(known)) --known;
  while (known < finding.steps.length - 1 && !isKnown(known)) ++known;
  const shownPlace = isKnown(known) ? ownPlace(finding.steps[known]) : null;
  const path = pathOf(shownPlace);
  const text = path === null ? undefined : sources[path];
  // By line: the agents that executed it, and whether that is in the past.
  const executed = useMemo(() => {
    const lines = new Map();
    finding.steps.forEach((step, index) => {
      const own = ownPlace(step);
      if (pathOf(own) !== path || !own?.line) return;
      if (!lines.has(own.line)) lines.set(own.line, []);
      lines.get(own.line).push({ index, agent: step.agent });
    });
    return lines;
  }, [path]);
  const box = useRef(null);
  useEffect(() => {
    const line = box.current?.querySelector(".here");
    if (line) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 2;
  }, [path, shownPlace?.line]);
  if (text === undefined) return null;
  return (
    <section class="card source" id="source">
      <h3>{path}</h3>
      <div class="code" ref={box}>
        <table>
          <tbody>
            {text.split("\n").map((line, offset) => {
              const number = offset + 1;
              const visits = executed.get(number) ?? [];
              const past = visits.filter((visit) => visit.index <= current);
              const agents = [...new Set(past.map((visit) => visit.agent))];
              const classes = [];
              if (visits.length > 0) classes.push("touched");
              if (past.length > 0) classes.push("executed");
              if (number === shownPlace?.line) classes.push("here");
              return (
                <tr class={classes.join(" ")} data-line={number}>
                  <td class="marks">
                    {agents.map((agent) => (
                      <span class="dot" style={{ "--hue": hueOf(agentIndex.get(agent)) }} title={`executed by ${agent}`} />
                    ))}
                  </td>
                  <td class="line-number">{number}</td>
                  <td>
                    <pre>{line || " "}</pre>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
