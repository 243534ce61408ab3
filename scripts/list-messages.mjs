import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes down the files of texts, so that a new one is found by its name: each is a group of `messages`. */
export function listMessages() {
  for (const language of ["en", "ar"]) {
    const folder = path.join("messages", language);
    const names = readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .map((file) => path.basename(file, ".json"))
      .sort();
    const imports = names.map((name) => `import ${name} from "./${name}.json";\n`).join("");
    writeFileSync(
      path.join(folder, "index.ts"),
      `import { withNouns } from "../nouns";\n${imports}\n/** The texts, as scripts/list-messages.mjs found them. */\nexport const messages = withNouns(nouns, {\n${names
        .filter((name) => name !== "nouns")
        .map((name) => `  ${name},\n`)
        .join("")}});\n`,
    );
  }
}
