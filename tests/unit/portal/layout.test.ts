import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;
const files = ["app", "components"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:tsx?|css)$/.test(file))
    .map((file) => `${folder}/${file}`),
);

/** Class names that fix a side of the page, which is another side in Arabic. */
const SIDED =
  /(?<![\w-])-?(?:(?:ml|mr|pl|pr|left|right|border-l|border-r|rounded-l|rounded-r|rounded-tl|rounded-tr|rounded-bl|rounded-br|scroll-ml|scroll-mr|inset-l|inset-r)-(?:\[|\d|px|auto|full|none|sm|md|lg|xl)|border-[lr]\b|text-(?:left|right)\b|float-(?:left|right)\b|clear-(?:left|right)\b|space-x-|divide-x\b)/;
const SIDED_CSS =
  /(?:margin|padding|border|inset)-(?:left|right)|(?<![\w-])(?:left|right)\s*:|text-align:\s*(?:left|right)/;

describe("every page and component", () => {
  test("is found", () => {
    expect(files.length).toBeGreaterThan(50);
  });

  test("names start and end, never left and right", () => {
    const sided = files.flatMap((file) =>
      readFileSync(`${root}${file}`, "utf8")
        .split("\n")
        .filter((line) => SIDED.test(line) || (file.endsWith(".css") && SIDED_CSS.test(line)))
        .map((line) => `${file}: ${line}`),
    );
    expect(sided).toEqual([]);
  });
});

test("an icon that points forward is turned around in Arabic without the words of its tooltip", () => {
  const mirrored = files.filter((file) =>
    /<IconButton\b(?:(?!\/>)[\s\S])*?className="[^"]*-scale-x-/.test(readFileSync(`${root}${file}`, "utf8")),
  );
  expect(mirrored).toEqual([]);
});

test("a sided class would be found", () => {
  for (const sided of ["ml-2", "sm:pr-4", "-left-3", "text-left", "border-l", "rounded-tl-lg", "space-x-2"])
    expect(`className="${sided}"`).toMatch(SIDED);
  for (const fine of ["ms-2", "pe-4", "start-3", "text-start", "border-line", "rounded-lg", "placeholder"])
    expect(`className="${fine}"`).not.toMatch(SIDED);
});

test("a query that is asked again and again says so by `follows`", () => {
  const polls = files.filter((file) => readFileSync(`${root}${file}`, "utf8").includes("refetchInterval"));
  expect(polls).toEqual(["components/kit/query.ts"]);
});

test("a page reaches its own service by portalRequest alone, which says whose page it is", () => {
  const callers = files.filter((file) => /(?<![.\w])fetch\(/.test(readFileSync(`${root}${file}`, "utf8")));
  expect(callers.sort()).toEqual([
    // Readiness, help pages and the points API know no person.
    "components/clients/try-it.ts",
    "components/kit/connection.ts",
    "components/kit/fetch.ts",
    "components/shell/help-dialog.tsx",
  ]);
});
