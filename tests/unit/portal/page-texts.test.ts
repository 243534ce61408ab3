import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { mergeTexts, pickTexts } from "@/lib/platform/texts";
import { messages } from "@/messages/en";
import { expectOfEach } from "@/tests/support/each";

const root = path.resolve(import.meta.dirname, "../../..");
const routeFiles = readdirSync(`${root}/app`, { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|\/)(?:page|layout|loading|error|not-found)\.tsx$/.test(file))
  .map((file) => `app/${file}`);

/** Every source file of the pages, with the files that it imports, now or when they are needed. */
const { inputs } = (
  await build({
    absWorkingDir: root,
    entryPoints: routeFiles,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    loader: { ".css": "empty", ".json": "empty" },
    outdir: "unused",
    write: false,
    metafile: true,
    logLevel: "silent",
  })
).metafile;

function reachable(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path: imported, external } of inputs[file]?.imports ?? [])
    if (external !== true) reachable(imported, found);
  return found;
}

const AREAS = Object.keys(messages).join("|");
const NAMED = new RegExp(`useTranslations\\("((?:${AREAS})[\\w.]*)"\\)`, "g");
const WITHOUT_NAME = /useTranslations\(\)/;
const FULL_KEY = new RegExp(`["\`]((?:${AREAS})\\.[\\w.]*)`, "g");

const BROUGHT = new RegExp(`from "@/messages/en/(${AREAS})\\.json"`, "g");

/** What a file's components ask for by `useTranslations`, as far as its names are written out, but for what it brings itself. */
function asked(file: string): readonly string[] {
  const known = askedBefore.get(file) ?? read(file);
  askedBefore.set(file, known);
  return known;
}
const askedBefore = new Map<string, readonly string[]>();

function read(file: string): string[] {
  const source = readFileSync(`${root}/${file}`, "utf8");
  const brought = [...source.matchAll(BROUGHT)].map(([, area = ""]) => area);
  return [NAMED, ...(WITHOUT_NAME.test(source) ? [FULL_KEY] : [])].flatMap((pattern) =>
    [...source.matchAll(pattern)]
      .map(([, key = ""]) => key.replace(/\.$/, ""))
      .filter((key) => !covers(brought, key)),
  );
}

/** What a file gives to what it renders: the arguments of `textsLayout` and `PageTexts`. */
function given(file: string): string[] {
  const source = readFileSync(`${root}/${file}`, "utf8");
  const lists = [...source.matchAll(/textsLayout\(([^)]*)\)|<PageTexts\s+of=\{\[([^\]]*)\]/g)];
  return lists.flatMap(([, ...list]) =>
    [...list.join("").matchAll(/"([\w.]+)"/g)].map(([, name = ""]) => name),
  );
}

function folders(file: string): string[] {
  const parts = path.dirname(file).split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

const layoutsOf = (file: string) =>
  folders(file)
    .map((folder) => `${folder}/layout.tsx`)
    .filter((layout) => routeFiles.includes(layout));

const covers = (list: readonly string[], key: string) =>
  list.some((name) => key === name || key.startsWith(`${name}.`));

describe("the texts of a page", () => {
  test("are those of all that it may show", () =>
    expectOfEach(routeFiles, String, (file) => {
      const texts = [...layoutsOf(file), file].flatMap(given);
      const missing = [...reachable(file)]
        .filter((source) => /\.tsx?$/.test(source))
        .flatMap((source) => asked(source).map((key) => ({ source, key })))
        .filter(({ key }) => !covers(texts, key));
      expect(missing).toEqual([]);
    }));

  test("are none that nothing below it shows", () =>
    expectOfEach(
      routeFiles.filter((file) => given(file).length > 0),
      String,
      (giver) => {
        const folder = `${path.dirname(giver)}/`;
        const below = giver.endsWith("/layout.tsx")
          ? routeFiles.filter((file) => file.startsWith(folder))
          : [giver];
        const found = new Set<string>();
        for (const file of below) reachable(file, found);
        const keys = new Set([...found].filter((source) => /\.tsx?$/.test(source)).flatMap(asked));
        const unused = given(giver).filter((name) => ![...keys].some((key) => covers([name], key)));
        expect(unused).toEqual([]);
      },
    ));

  test("would be missed", () => {
    expect(layoutsOf("app/(portal)/(shell)/till/page.tsx").flatMap(given)).toContain("till");
    expect(asked("components/shell/sign-out-dialog.tsx")).toEqual(["till.signOut"]);
    expect(reachable("app/(portal)/(shell)/till/page.tsx")).toContain("components/entries/cancel-dialog.tsx");
  });
});

test("groups of an area come under its name, and add to what is there of it", () => {
  const kept = pickTexts(messages, ["till.kept", "ui"]);
  expect(kept).toEqual({ till: { kept: messages.till.kept }, ui: messages.ui });
  expect(mergeTexts(kept, pickTexts(messages, ["till.signOut"]))).toEqual({
    till: { kept: messages.till.kept, signOut: messages.till.signOut },
    ui: messages.ui,
  });
});
