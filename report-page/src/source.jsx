// SPDX-License-Identifier: Apache-2.0
// The source of the current step: which lines were executed up to now, by whom, which is next, which
// failed, and where both sides of a race are.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { hueOf, ownPlace, pathOf, sources, stepPlace } from "./data.js";

// By line of the file: what is said of it, for the accesses of a race and the failing line.
function remarksOf(finding, path) {
  const remarks = new Map();
  const add = (place, text) => {
    if (pathOf(place) !== path || !place?.line) return;
    remarks.set(place.line, [...(remarks.get(place.line) ?? []), text]);
  };
  const accesses = finding.accesses ?? [];
  accesses.forEach((access, index) => add(ownPlace(access), `${index === 0 ? "first" : "then"} ${access.agent}: ${access.what}`));
  for (const wait of finding.waits ?? []) add(ownPlace(wait), `${wait.agent} waits`);
  if (accesses.length === 0 && finding.step) add(ownPlace(finding), "fails");
  return remarks;
}

// Whether the remark gets a line of its own, where it can wrap.
function isLong(line, said) {
  return line.length + said.join("; ").length > 60;
}

export function Source({ finding, at, agentIndex }) {
  const current = at.step;
  const access = at.access === null || at.access === undefined ? null : finding.accesses[at.access];
  const isKnown = (index) => pathOf(stepPlace(finding.steps[index])) in sources;
  // A step without a place of its own: the last that has one, or else the next.
  let known = current;
  while (known > 0 && !isKnown(known)) --known;
  while (known < finding.steps.length - 1 && !isKnown(known)) ++known;
  const ofStep = isKnown(known) ? stepPlace(finding.steps[known]) : null;
  // At the failing step the line that failed, which local code may have reached since.
  const failed = finding.step === current + 1 && (finding.accesses ?? []).length === 0 ? ownPlace(finding) : null;
  const wanted = access ? ownPlace(access) : failed;
  const shownPlace = pathOf(wanted) in sources && wanted?.line ? wanted : ofStep;
  const path = pathOf(shownPlace);
  const text = path === null ? undefined : sources[path];
  // By line: the agents that executed it, and whether that is in the past.
  const executed = useMemo(() => {
    const lines = new Map();
    finding.steps.forEach((step, index) => {
      const own = stepPlace(step);
      if (pathOf(own) !== path || !own?.line) return;
      if (!lines.has(own.line)) lines.set(own.line, []);
      lines.get(own.line).push({ index, agent: step.agent });
    });
    return lines;
  }, [path]);
  const remarks = useMemo(() => remarksOf(finding, path), [path]);
  // The agents of a race whose access, in the local code of a step, is in the past.
  const isPast = (one, index) => one.step - 1 < current || (one.step - 1 === current && at.access >= index);
  const accessed = (line) =>
    (finding.accesses ?? [])
      .filter((one, index) => !one.is_step && isPast(one, index) && pathOf(ownPlace(one)) === path && ownPlace(one)?.line === line)
      .map((one) => one.agent);
  const box = useRef(null);
  useEffect(() => {
    const line = box.current?.querySelector(".here");
    if (line) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 2;
  }, [path, shownPlace?.line]);
  if (text === undefined) return null;
  return (
    <section class="card source" id="source">
      <h3 title={path}>{shownPlace.file ?? path}</h3>
      <div class="code" ref={box}>
        <table>
          <tbody>
            {text.split("\n").map((line, offset) => {
              const number = offset + 1;
              const visits = executed.get(number) ?? [];
              const past = visits.filter((visit) => visit.index <= current);
              const agents = [...new Set([...past.map((visit) => visit.agent), ...accessed(number)])];
              const said = remarks.get(number);
              const classes = [];
              if (visits.length > 0) classes.push("touched");
              if (past.length > 0) classes.push("executed");
              if (said) classes.push("racing");
              if (number === shownPlace?.line) classes.push("here");
              return (
                <tr class={classes.join(" ")} data-line={number}>
                  <td class="marks">
                    {agents.slice(0, 6).map((agent) => (
                      <span class="dot" style={{ "--hue": hueOf(agentIndex.get(agent)) }} title={`executed by ${agent}`} />
                    ))}
                  </td>
                  <td class="line-number">{number}</td>
                  <td>
                    <pre>
                      {line || " "}
                      {said && <span class={`remark ${isLong(line, said) ? "below" : ""}`}>◂ {said.join("; ")}</span>}
                    </pre>
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
