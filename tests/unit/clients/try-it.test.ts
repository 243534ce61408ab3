import { expect, test } from "vitest";
import { fieldsOf, valuesOf } from "@/components/clients/try-it";
import { OPERATIONS } from "@/lib/points-api/operations";
import { tryItOperations } from "@/lib/points-api/try-it";

test("the console's forms have every field of the contract, with its kind and an example that it accepts", () => {
  const operations = tryItOperations();
  expect(operations.map(({ name }) => name)).toEqual(Object.keys(OPERATIONS));
  for (const { name, fields } of operations)
    expect(fields.map((field) => field.name)).toEqual(Object.keys(OPERATIONS[name].request.shape));
  const redeem = operations.find(({ name }) => name === "RedeemUser")?.fields ?? [];
  const byName = Object.fromEntries(redeem.map((field) => [field.name, field]));
  expect(byName.PointsValue).toMatchObject({ type: "number", isRequired: true, example: "50" });
  expect(byName.PinCode).toMatchObject({ type: "string", isRequired: false, isSecret: true });
  expect(byName.WalletCode).toMatchObject({ lengthMax: 32, isRequired: true, example: "100001" });
});

test("what is typed is sent as the contract writes it, and what is no value of its field as it was typed", () => {
  const fields = tryItOperations().flatMap((operation) => operation.fields);
  const sent = { PointsValue: 150.75, Consent: true, WalletCode: "100001", BirthDate: "1992-03-08" };
  expect(fieldsOf(fields, valuesOf(sent))).toEqual(sent);
  const odd = { PointsValue: "many", Consent: "yes", TransactionId: "1e3" };
  expect(fieldsOf(fields, { ...odd, Comment: "" })).toEqual(odd);
});

test("every field is explained in Arabic by what the reference says of it", () => {
  const told = tryItOperations().flatMap(({ fields }) => fields.map(({ description }) => description));
  for (const { en, ar } of told) {
    expect(ar, en).toMatch(/[\u0600-\u06ff]/);
    const names = (text: string) => [...text.matchAll(/`[^`]+`/g)].map(([name]) => name).sort();
    expect(names(ar), en).toEqual(names(en));
  }
});
