import { describe, expect, test } from "vitest";
import { itemsOfLines } from "@/lib/points-api/items";
import { fieldReader, readFields } from "@/lib/points-api/read-fields";
import { parseRequest } from "@/lib/points-api/request";
import { rewardRequestSchema } from "@/lib/points-api/reward";

const BILL = {
  WalletCode: "100001",
  ContactMsisdn: "01110000001",
  BranchMsisdn: "01000000001",
  PointsValue: 100,
  ExternalLogId: "POS1-1",
};

/** The items of a bill as the ledger gets them, and the lines that are not counted. */
function read(Items: unknown) {
  const { body, linesLeftOut = [] } = readFields(fieldReader(rewardRequestSchema), { ...BILL, Items });
  const { items, notCounted } = itemsOfLines(parseRequest(rewardRequestSchema, body).Items, linesLeftOut);
  return [items?.map(({ skuId, quantity, hundredths }) => [skuId, quantity, hundredths]), notCounted];
}

const line = (more: object = {}) => ({ SkuId: "BEANS", Quantity: 1, Value: 40, ...more });

describe("the lines of a bill", () => {
  test("are weighed goods to the gram, whatever a scale's arithmetic left behind", () => {
    expect(
      read([line({ Quantity: 0.755, Value: 18.88 }), line({ SkuId: "T", Quantity: 0.30000000000000004 })]),
    ).toEqual([
      [
        ["BEANS", 0.755, 1888],
        ["T", 0.3, 4000],
      ],
      [],
    ]);
  });

  test("that were voided are taken off those of the same item, written with one sign or two", () => {
    const three = line({ Quantity: 3, Value: 120 });
    for (const voided of [
      line({ Quantity: -1, Value: -40 }),
      line({ SkuId: "beans", Quantity: "-1", Value: 40 }),
    ])
      expect(read([three, voided])).toEqual([[["BEANS", 2, 8000]], []]);
  });

  test("that were voided whole are as if they had not been sold; what is taken off beyond that is named", () => {
    const tea = line({ SkuId: "TEA" });
    for (const [sale, voided] of [
      [line(), line({ Quantity: -1, Value: -40 })],
      [line({ Value: undefined }), line({ Quantity: -1, Value: undefined })],
    ])
      expect(read([sale, voided, tea])).toEqual([[["TEA", 1, 4000]], []]);
    expect(read([line(), line({ Quantity: -1, Value: -40 })])).toEqual([undefined, []]);
    for (const voided of [line({ Quantity: -1, Value: -20 }), line({ Quantity: -2, Value: -80 })])
      expect(read([line(), voided, tea])).toEqual([[["TEA", 1, 4000]], [1, 2]]);
  });

  test("that are a discount take money off their item and no pieces; one of no item is not counted", () => {
    expect(read([line(), line({ Value: -5 }), line({ SkuId: "DISCOUNT", Value: -5 })])).toEqual([
      [["BEANS", 1, 3500]],
      [3],
    ]);
  });

  test("that cannot be read are left out and named, the others count", () => {
    const odd = [line({ SkuId: "" }), line({ Quantity: "many" }), 7, null, line({ Value: "x" }), line()];
    expect(read(odd)).toEqual([[["BEANS", 1, 4000]], [1, 2, 3, 4, 5]]);
    expect(read([line({ SkuId: "B".repeat(65) })])).toEqual([undefined, [1]]);
    expect(read([line({ SkuId: "" }), line({ Quantity: 2 }), line({ Quantity: -2 })])).toEqual([
      undefined,
      [1],
    ]);
    expect(read("BEANS")).toEqual([undefined, [0]]);
  });

  test("count up to the thousandth", () => {
    const [items, notCounted] = read(Array.from({ length: 1_003 }, (_, at) => line({ SkuId: `S${at}` })));
    expect([items?.length, notCounted]).toEqual([1_000, [1_001, 1_002, 1_003]]);
  });
});
