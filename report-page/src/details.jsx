// The step under the mouse, or else the current one, in full.
import { hueOf, ownPlace, placeText, valueText } from "./data.js";
import { StackList } from "./finding.jsx";

export function Details({ finding, index, agentIndex }) {
  const step = finding.steps[index];
  const others = step.after.filter((cause) => finding.steps[cause - 1].agent !== step.agent);
  const value = valueText(step);
  return (
    <section class="card details" id="details">
      <h3>
        <span class="dot" style={{ "--hue": hueOf(agentIndex.get(step.agent)) }} /> step {index + 1}: {step.agent}
      </h3>
      <table>
        <tbody>
          <tr>
            <th>does</th>
            <td>
              {step.text} {value && <b>{value}</b>}
            </td>
          </tr>
          <tr>
            <th>at</th>
            <td>
              {placeText(ownPlace(step)) || step.site || "an unknown place"}{" "}
              {ownPlace(step)?.function && <code>{ownPlace(step).function}</code>}
            </td>
          </tr>
          <tr>
            <th>holds</th>
            <td>{step.locks_held?.join(", ") || "no lock"}</td>
          </tr>
          <tr>
            <th>after</th>
            <td>
              {others.length === 0
                ? "only its own steps"
                : others.map((cause) => `step ${cause} (${finding.steps[cause - 1].agent}: ${finding.steps[cause - 1].text})`).join(", ")}
            </td>
          </tr>
        </tbody>
      </table>
      {finding.step === index + 1 && <p class="failure">{finding.message}</p>}
      {finding.lost_at === index + 1 && <p class="failure">From here on no schedule avoids the bug.</p>}
      {step.stack?.length > 1 && (
        <details>
          <summary>stack</summary>
          <StackList stack={step.stack} />
        </details>
      )}
    </section>
  );
}
