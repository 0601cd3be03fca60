// SPDX-License-Identifier: Apache-2.0
// A drawing that opens fitted into its frame, with buttons to make it larger and smaller.
import { useEffect, useRef, useState } from "preact/hooks";

const SMALLEST = 0.05;

// `fits`: "width", or "all" for height too.
export function Zoom({ width, height, id, fits, children }) {
  const frame = useRef(null);
  const [scale, setScale] = useState(null); // null: fitted
  const [room, setRoom] = useState({ width: 800, height: 600 });
  useEffect(() => {
    const look = () => {
      const element = frame.current;
      if (element) setRoom({ width: element.clientWidth, height: element.clientHeight });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const fitted = Math.max(
    Math.min(1, room.width / width, fits === "all" ? room.height / height : 1),
    fits === "all" ? SMALLEST : 0.5,
  );
  const shown = scale ?? fitted;
  const by = (factor) => () => setScale(Math.min(Math.max(shown * factor, SMALLEST), 4));
  return (
    <div class="zoom">
      <div class="zoom-buttons">
        <button title="Smaller" onClick={by(1 / 1.4)}>−</button>
        <button title="Fit into the frame" class="zoom-fit" onClick={() => setScale(null)}>fit</button>
        <button title="Larger" class="zoom-in" onClick={by(1.4)}>+</button>
        <span class="facts">{Math.round(shown * 100)} %</span>
      </div>
      <div class={`drawing ${fits}`} ref={frame} style={fits === "all" ? { height: `min(72vh, ${height + 20}px)` } : {}}>
        <svg id={id} width={width * shown} height={height * shown} viewBox={`0 0 ${width} ${height}`}>
          {children}
        </svg>
      </div>
    </div>
  );
}
