import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const FOLDER = "lib/platform/table";

/** Writes the code of the thread that reads workbooks as a text: the service's bundle, its pages and tests start it alike. */
export async function bundleThread() {
  const { outputFiles } = await build({
    ...{ entryPoints: [path.join(FOLDER, "thread.ts")], bundle: true, write: false, minify: true },
    ...{ format: "cjs", platform: "node", target: "node20.19", logLevel: "warning" },
  });
  mkdirSync(path.join(FOLDER, "generated"), { recursive: true });
  writeFileSync(
    path.join(FOLDER, "generated", "thread.ts"),
    `/** The code of thread.ts, as scripts/bundle-thread.mjs made it. */\nexport const THREAD = ${JSON.stringify(outputFiles[0].text)};\n`,
  );
}
