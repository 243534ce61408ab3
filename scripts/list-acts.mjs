import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const FOLDER = "lib/portal/acts/generated";

/**
 * Gathers the acts that areas declare in `acts.ts`: their facts for the server, their roles alone for pages, which bring no more of
 * them than they need, and the values that forms say before the press.
 */
export async function listActs() {
  const areas = readdirSync("lib/areas").filter((area) =>
    existsSync(path.join("lib/areas", area, "acts.ts")),
  );
  const contents = areas
    .map((area) => `export { ACTS as ${area} } from "./lib/areas/${area}/acts";`)
    .join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    ...{ bundle: true, write: false, format: "esm", platform: "node", logLevel: "warning" },
  });
  const found = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  const all = areas.flatMap((area) => Object.entries(found[area]));
  const twice = all.filter(([name], place) => all.findIndex(([other]) => other === name) !== place);
  if (twice.length > 0)
    throw new Error(`Acts that two areas declare: ${twice.map(([name]) => name).join(", ")}`);
  mkdirSync(FOLDER, { recursive: true });
  const facts = all.map(([name, { may, ...rest }]) => `  ${JSON.stringify(name)}: ${JSON.stringify(rest)},`);
  write("acts.ts", `export const ACTS = {\n${facts.join("\n")}\n} as const;\n`);
  // Limits of the ledger are told by the till's own quotes.
  const weighed = all.filter(([, { gives }]) => typeof gives === "object" && gives.bound.kind !== "limits");
  const values = weighed.map(([name, { gives }]) => `  ${JSON.stringify(name)}: ${JSON.stringify(gives)},`);
  write("weighed.ts", `export const WEIGHED = {\n${values.join("\n")}\n} as const;\n`);
  const sets = [...new Set(all.map(([, { may }]) => JSON.stringify(may)))];
  const setOf = ({ may }) => `r${sets.indexOf(JSON.stringify(may))}`;
  write(
    "permissions.ts",
    `${sets.map((set, place) => `const r${place} = ${set} as const;\n`).join("")}export const PERMISSIONS = {\n${all
      .map(([name, act]) => `  ${JSON.stringify(name)}: ${setOf(act)},`)
      .join(
        "\n",
      )}\n} as const;\n\n/** Those that the log of security events has as well. */\nexport const NOTED_ACTS = ${JSON.stringify(
      Object.fromEntries(
        all.flatMap(([name, { security }]) => (security === null ? [] : [[name, security]])),
      ),
    )} as const;\n`,
  );
}

function write(file, text) {
  writeFileSync(
    path.join(FOLDER, file),
    `/** Acts of lib/areas, as scripts/list-acts.mjs found them. */\n${text}`,
  );
}
