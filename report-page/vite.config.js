// SPDX-License-Identifier: Apache-2.0
// Everything goes into one file, built/index.html: no other file, no network. The licences of what is
// in it go with it.
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const bundled = ["preact", "@dagrejs/dagre", "@dagrejs/graphlib"];

function licences() {
  const texts = bundled.flatMap((name) => {
    try {
      return [`${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`];
    } catch {
      return []; // part of another one
    }
  });
  const comment = `\n<!--\nThis page contains the following software.\n\n${texts.join("\n\n")}\n-->\n`;
  return { name: "licences", transformIndexHtml: (html) => html.trimEnd() + comment };
}

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [viteSingleFile(), licences()],
  build: { outDir: "built", target: "es2020", reportCompressedSize: false, modulePreload: false },
});
