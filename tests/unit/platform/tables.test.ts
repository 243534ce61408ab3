import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readTables } from "@/scripts/list-tables.mjs";

const schema = readFileSync("prisma/schema.prisma", "utf8");
const models = schema.match(/^(?:\/\/.*\n)*model \w+ \{\n[\s\S]*?^\}/gm) ?? [];
const readOf = (text: string) => {
  try {
    return JSON.stringify(readTables(text));
  } catch (thrown) {
    return String(thrown);
  }
};

/** A model without one of its facts, for each of them. */
function withOneLess(model: string): { fact: string; text: string }[] {
  return (model.match(/^\/\/\/ .*$/gm) ?? []).flatMap((line) => {
    const facts = line.slice("/// ".length).split(/; (?=(?:role|sealed|kept): )/);
    return facts.map((fact, place) => {
      const rest = facts.toSpliced(place, 1).join("; ");
      return { fact, text: model.replace(`${line}\n`, rest === "" ? "" : `/// ${rest}\n`) };
    });
  });
}

test("a fact of a table that is left out is noticed, whichever it is", () => {
  const facts = models.flatMap((model) =>
    withOneLess(model).map(({ fact, text }) => ({ fact, whole: readOf(model), less: readOf(text) })),
  );
  expect(facts.length).toBeGreaterThan(600);
  // A second rule of erasing is missed by what it erases (tests/integration/privacy/erasure.test.ts).
  const unnoticed = facts.filter(
    ({ fact, whole, less }) =>
      !less.includes("says too little") && (less === whole || !fact.startsWith("erased: ")),
  );
  expect(unnoticed.map(({ fact }) => fact)).toEqual([]);
});

test.each([
  ["model Voucher {\n  id Int @id\n}\n", 'Voucher: lacks "role:"'],
  [
    "/// room: Deals; role: own; sealed: no; kept: ever\nmodel Voucher {\n  id Int @id\n}\n",
    'role "own" is none of',
  ],
  [
    '/// room: Deals; role: keep; sealed: no; kept: ever\nmodel Voucher {\n  walletId Int @map("wallet_id")\n}\n',
    '"customer:" does not name wallet_id',
  ],
  [
    "/// room: Deals; role: keep; sealed: no; kept: ever\nmodel Voucher {\n  id Int @id\n}\n",
    '"sealed: no" says no reason',
  ],
  [
    "/// room: Deals; role: keep; sealed: row but colour; kept: ever\nmodel Voucher {\n  id Int @id\n}\n",
    "names colour, which is no column",
  ],
  [
    "/// room: Deals; role: keep; sealed: no; kept: ever; colour: red\nmodel Voucher {\n}\n",
    '"colour: red" is no fact',
  ],
])("a model that says too little is refused: %#", (text, problem) => {
  expect(() => readTables(text)).toThrow(problem);
});
