import { expect, test } from "vitest";
import { OPERATIONS } from "@/lib/points-api/operations";
import { tryItOperations } from "@/lib/points-api/try-it";

test("the console's forms have every field of the contract, with its kind and an example that it accepts", () => {
  const operations = tryItOperations();
  expect(operations.map(({ name }) => name)).toEqual(Object.keys(OPERATIONS));
  for (const { name, fields } of operations)
    expect(fields.map((field) => field.name)).toEqual(Object.keys(OPERATIONS[name].request.shape));
  const redeem = operations.find(({ name }) => name === "RedeemUser")?.fields ?? [];
  const byName = Object.fromEntries(redeem.map((field) => [field.name, field]));
  expect(byName.PointsValue).toMatchObject({ type: "integer", isRequired: true, example: "50" });
  expect(byName.PinCode).toMatchObject({ type: "string", isRequired: false, isSecret: true });
  expect(byName.WalletCode).toMatchObject({ lengthMax: 32, isRequired: true, example: "100001" });
});
