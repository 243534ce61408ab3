import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { importsOf } from "./imports.mjs";

const FOLDER = "lib/portal/generated";
const SHELL = "app/(portal)/(shell)/";
/** Names the texts of a page: by `definePage`, or by the frame of a page that is none of those. */
const PAGE = /(?:\bpath: |<PageTexts page=|PAGE_TEXTS\[)"([^"]+)"/;

/**
 * Writes down which texts each page gives to its components: those that the files that it imports, now or when they are needed, ask for by
 * `useTranslations`. The layouts of the shell give theirs to all pages in it. Texts of the root layout are known to all.
 */
export function listPageTexts() {
  const files = ["app", "components", "lib"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated/"))
      .map((file) => `${root}/${file.replaceAll(path.sep, "/")}`),
  );
  const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  const imports = importsOf(files, (file) => sources.get(file).replaceAll(/^import type [^;]*;$/gm, ""));
  const askedIn = readerOf(readdirSync("messages/en").filter((file) => file.endsWith(".json")));
  const asked = new Map([...sources].map(([file, source]) => [file, askedIn(source)]));
  const askedBy = (starts) => {
    const reached = new Set(starts);
    // A set hands out what is added to it while it is gone through.
    for (const file of reached) for (const target of imports.get(file)) reached.add(target);
    return [...reached].flatMap((file) => asked.get(file));
  };
  const root = given(sources.get("app/layout.tsx"));
  const inShell = files.filter((file) => file.startsWith(SHELL));
  const shell = least(askedBy(inShell.filter((file) => /\/(?:layout|error)\.tsx$/.test(file))), root);
  const pages = new Map();
  for (const file of files.filter((file) => /^app\/.*page\.tsx$/.test(file))) {
    const [, page] = PAGE.exec(sources.get(file)) ?? [];
    const missing = page === undefined ? least(askedBy([file]), [...root, ...shell]) : [];
    if (missing.length > 0) throw new Error(`${file} shows ${missing.join(", ")}, and gives no texts`);
    if (page !== undefined) pages.set(page, [...(pages.get(page) ?? []), file]);
  }
  const lines = [...pages].sort().map(([page, starts]) => {
    const outer = starts[0].startsWith(SHELL) ? [...root, ...shell] : root;
    return `  ${JSON.stringify(page)}: ${JSON.stringify(least(askedBy(starts), outer))},`;
  });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    path.join(FOLDER, "page-texts.ts"),
    `/** Texts of pages, as scripts/list-page-texts.mjs found them. */\nexport const PAGE_TEXTS = {\n  shell: ${JSON.stringify(shell)},\n${lines.join("\n")}\n} as const;\n`,
  );
}

/** Reads the texts that a file asks for, as far as their names are written out, but for those that it brings itself. */
function readerOf(messageFiles) {
  const areas = messageFiles.map((file) => path.basename(file, ".json")).join("|");
  const named = new RegExp(`useTranslations(?:<[^(]*>)?\\("((?:${areas})[\\w.]*)"\\)`, "g");
  const fullKey = new RegExp(`["\`]((?:${areas})\\.[\\w.]*)`, "g");
  const brought = new RegExp(`from "@/messages/en/(${areas})\\.json"`, "g");
  // Texts of one group name each other, such as entries of a menu.
  const groupOf = (name) => name.split(".", 2).filter(Boolean).join(".");
  const allOf = (source, pattern) => [...source.matchAll(pattern)].map(([, name]) => groupOf(name));
  return (source) => {
    const own = allOf(source, brought);
    const keys = [
      ...allOf(source, named),
      ...(source.includes("useTranslations()") ? allOf(source, fullKey) : []),
    ];
    return keys.filter((key) => !covers(own, key));
  };
}

function given(source) {
  const [, list = ""] = /<PageTexts\s+of=\{\[([^\]]*)\]/.exec(source) ?? [];
  return [...list.matchAll(/"([\w.]+)"/g)].map(([, name]) => name);
}

const covers = (names, key) => names.some((name) => key === name || key.startsWith(`${name}.`));

/** The keys without those that others, or the texts given around them, cover. */
function least(keys, outer) {
  const all = [...new Set(keys)].filter((key) => !covers(outer, key)).sort();
  return all.filter(
    (key) =>
      !covers(
        all.filter((other) => other !== key),
        key,
      ),
  );
}
