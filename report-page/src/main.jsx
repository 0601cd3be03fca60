// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import { App } from "./app.jsx";
import "./style.css";

render(<App />, document.getElementById("page"));
