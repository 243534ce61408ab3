import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readTables } from "@/scripts/list-tables.mjs";

const schema = readFileSync("prisma/schema.prisma", "utf8");
const lines = schema.split("\n");
const readOf = (text: string) => {
  try {
    return JSON.stringify(readTables(text));
  } catch (thrown) {
    return String(thrown);
  }
};

test("a fact of a table that is left out is noticed, whichever it is", () => {
  const whole = readOf(schema);
  const places = lines.flatMap((line, place) => (line.startsWith("/// ") ? [place] : []));
  expect(places.length).toBeGreaterThan(200);
  const unnoticed = places.filter((place) => {
    const read = readOf(lines.toSpliced(place, 1).join("\n"));
    // A second rule of erasing is missed by what it erases (tests/integration/privacy/erasure.test.ts), a room by the picture of docs/data.md.
    return (
      !read.includes("says too little") &&
      (read === whole || !/^\/\/\/ (?:erased|room): /.test(lines[place] ?? ""))
    );
  });
  expect(unnoticed.map((place) => lines[place])).toEqual([]);
});

test.each([
  ["model Voucher {\n  id Int @id\n}\n", 'Voucher: lacks "role:"'],
  ["/// role: own; sealed: no; kept: ever\nmodel Voucher {\n  id Int @id\n}\n", 'role "own" is none of'],
  [
    '/// role: keep; sealed: no; kept: ever\nmodel Voucher {\n  walletId Int @map("wallet_id")\n}\n',
    '"customer:" does not name wallet_id',
  ],
  [
    "/// role: keep; sealed: no; kept: ever\nmodel Voucher {\n  id Int @id\n}\n",
    '"sealed: no" says no reason',
  ],
  [
    "/// role: keep; sealed: row but colour; kept: ever\nmodel Voucher {\n  id Int @id\n}\n",
    "names colour, which is no column",
  ],
  ["/// role: keep; sealed: no; kept: ever; colour: red\nmodel Voucher {\n}\n", '"colour: red" is no fact'],
])("a model that says too little is refused: %#", (text, problem) => {
  expect(() => readTables(text)).toThrow(problem);
});
