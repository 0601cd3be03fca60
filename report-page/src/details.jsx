// SPDX-License-Identifier: Apache-2.0
// The step or access under the mouse, or else the current one, in full.
import { hueOf, ownPlace, placeText, stepPlace, stepValue } from "./data.js";
import { StackList } from "./stack.jsx";

function AccessRow({ access }) {
  return (
    <tr>
      <th>then</th>
      <td>
        <b>{access.what}</b>
        {access.value !== undefined && `, which ${access.write ? "was" : "is"} ${access.value_text ?? access.value}`}
      </td>
    </tr>
  );
}

export function Details({ finding, at, agentIndex }) {
  const index = at.step;
  const step = finding.steps[index];
  const access = at.access === null || at.access === undefined ? null : finding.accesses[at.access];
  const others = step.after.filter((cause) => finding.steps[cause - 1].agent !== step.agent);
  const place = access ? ownPlace(access) : stepPlace(step);
  const stack = access ? access.stack : step.stack;
  const locks = access ? access.locks_held : step.locks_held;
  return (
    <section class="card details" id="details">
      <h3>
        <span class="dot" style={{ "--hue": hueOf(agentIndex.get(step.agent)) }} /> step {index + 1}: {step.agent}
      </h3>
      <table>
        <tbody>
          <tr>
            <th>does</th>
            <td>{stepValue(step)}</td>
          </tr>
          {access && <AccessRow access={access} />}
          {(placeText(place) || step.site || step.operation !== "exit") && (
            <tr>
              <th>at</th>
              <td>
                {placeText(place) || step.site || "an unknown place"} {place?.function && <code>{place.function}</code>}
              </td>
            </tr>
          )}
          <tr>
            <th>holds</th>
            <td>{locks?.join(", ") || "no lock"}</td>
          </tr>
          <tr>
            <th>after</th>
            <td>
              {others.length === 0
                ? "only its own steps"
                : others.map((cause) => `step ${cause} (${finding.steps[cause - 1].agent}: ${finding.steps[cause - 1].action})`).join(", ")}
            </td>
          </tr>
        </tbody>
      </table>
      {finding.step === index + 1 && <p class="failure">{finding.brief ?? finding.message}</p>}
      {finding.lost_at === index + 1 && <p class="failure">From here on no schedule avoids the bug.</p>}
      {stack?.length > 1 && (
        <details>
          <summary>stack</summary>
          <StackList stack={stack} />
        </details>
      )}
    </section>
  );
}
