// SPDX-License-Identifier: Apache-2.0
// A command for a shell, with a button that copies it.
import { useState } from "preact/hooks";

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers may refuse that to a page from a file; the old way needs a selection.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}

export function Command({ text, id }) {
  const [said, setSaid] = useState("copy");
  const onClick = async () => {
    setSaid((await copy(text)) ? "copied" : "cannot copy");
    setTimeout(() => setSaid("copy"), 1500);
  };
  return (
    <div class="command" id={id}>
      <code>{text}</code>
      <button onClick={onClick} title="Copy the command">
        {said}
      </button>
    </div>
  );
}
