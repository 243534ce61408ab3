import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => path.join(folder, file));

/** Addresses of the pages. Groups in brackets are no part of the address. */
const PAGES = new Set(
  filesOf("app", /(^|\/)page\.tsx$/).map((file) => {
    const folders = path.dirname(file).split(path.sep).slice(1);
    return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join("/")}`;
  }),
);
const ROOTS = [...new Set([...PAGES].map((page) => page.split("/")[1] ?? "").filter((root) => root !== ""))];
/** Written out in full, with or without a query. */
const ADDRESS = new RegExp(`"(/(?:${ROOTS.join("|")})(?=[/"?#])[^"?#]*)["?#]`, "g");

test("every address of a page that the portal's code names leads to a page", () => {
  const lost = ["app", "components", "lib/portal"].flatMap((folder) =>
    filesOf(folder, /\.tsx?$/).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(ADDRESS)]
        .map(([, address = ""]) => address)
        .filter((address) => !PAGES.has(address))
        .map((address) => `${file}: ${address}`),
    ),
  );
  expect(lost).toEqual([]);
});
