// SPDX-License-Identifier: Apache-2.0
// A call stack, innermost frame first.
import { placeText } from "./data.js";

export function StackList({ stack }) {
  if (!stack || stack.length === 0) return null;
  return (
    <ol class="stack">
      {stack.map((frame) => (
        <li>
          <code>{frame.function || "?"}</code> <span class="place">{placeText(frame)}</span>
          {frame.text && <code class="line">{frame.text}</code>}
        </li>
      ))}
    </ol>
  );
}
