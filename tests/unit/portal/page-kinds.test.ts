import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Faults of pages that were seen once, each looked for in every component. */
const ROOT = path.resolve(import.meta.dirname, "../../..");
const lines = ["components", "app"]
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    readFileSync(path.join(ROOT, file), "utf8")
      .split("\n")
      .map((text) => ({ file, text })),
  );

const linesWith = (pattern: RegExp, ...except: string[]) =>
  lines
    .filter(({ file, text }) => pattern.test(text) && !except.includes(file))
    .map(({ file, text }) => `${file}: ${text.trim()}`);

test("no component writes a ref while it renders", () => {
  expect(lines.length).toBeGreaterThan(30_000);
  expect(linesWith(/^ {2}\w+\.current = /)).toEqual([]);
});

test("open dialogs are asked for in one place, which leaves toasts out", () => {
  expect(linesWith(/querySelector(All)?\(.*role=(alert)?dialog/, "components/ui/is-dialog-open.ts")).toEqual(
    [],
  );
});

test("no block of a long table is known by its first row, so that a new row draws none anew", () => {
  expect(linesWith(/key=\{\w*[rR]ows\[0\]/)).toEqual([]);
});

test("no bar that stays at the end of a page or dialog hides the field that has the focus", () => {
  const sticky = lines.filter(({ text }) => /\bsticky\b.*\bbottom-/.test(text));
  expect(sticky.length).toBeGreaterThan(3);
  const leavesRoom = new Set(
    lines.filter(({ text }) => /data-(action|list)-bar|scroll-pb-/.test(text)).map(({ file }) => file),
  );
  expect(sticky.filter(({ file }) => !leavesRoom.has(file)).map(({ file }) => file)).toEqual([]);
});
