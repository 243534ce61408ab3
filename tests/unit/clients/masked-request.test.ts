import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskRequest, type SentRequest } from "@/lib/areas/clients/masked-request";
import { TREATMENTS } from "@/lib/points-api/operations";

const mask = (sent: Partial<SentRequest>) =>
  maskRequest({
    body: undefined,
    query: "",
    idempotencyKey: undefined,
    path: null,
    isOwnBranch: (msisdn) => msisdn === "+201000000001",
    treatments: TREATMENTS,
    ...sent,
  });

describe("a request that is kept", () => {
  test("shows what a refusal is about, and says what it does not show", () => {
    const { fields, hidden, unknown } = mask({
      body: {
        WalletCode: "100001",
        ContactMsisdn: "01110000001",
        BranchMsisdn: "01000000001",
        PointsValue: 50,
        PinCode: "1234",
        Comment: "for Mona, the lady in 4B",
        ExternalLogId: "POS-1",
        InvoiceNumber: null,
        walletcode: "100001",
      },
    });
    expect(fields).toEqual({
      WalletCode: "100001",
      ContactMsisdn: "•••001",
      BranchMsisdn: "01000000001",
      PointsValue: 50,
      PinCode: "•••",
      Comment: "••• (24)",
      ExternalLogId: "POS-1",
      InvoiceNumber: null,
    });
    expect(hidden).toEqual(["ContactMsisdn", "PinCode", "Comment"]);
    expect(unknown).toEqual(["walletcode"]);
  });

  test("shows a branch only when it is one of the client's own", () => {
    expect(mask({ body: { BranchMsisdn: "+201000000001" } }).fields.BranchMsisdn).toBe("+201000000001");
    expect(mask({ body: { BranchMsisdn: "01110000001" } }).fields.BranchMsisdn).toBe("•••001");
  });

  test("hides a mobile number or a ClientId that was sent in another field", () => {
    const text = JSON.stringify(
      mask({
        body: {
          WalletCode: "01110000001",
          ExternalLogId: "pis_live_abcdef",
          "01110000001": 1,
          InvoiceNumber: "+201110000001",
        },
        query: "",
        idempotencyKey: "pis_live_abcdef",
        path: "/api/Integration/v1/01110000001",
      }),
    );
    expect(text).not.toMatch(/1110000|abcdef/);
  });

  test("keeps nothing of what is no value of a field", () => {
    const { fields, hidden } = mask({
      body: { WalletCode: { a: "1" }, Points: ["1234"], PinCode: 1234, ContactMsisdn: 201110000001 },
    });
    expect(fields).toEqual({ WalletCode: "{…}", Points: "[…]", PinCode: "•••", ContactMsisdn: "•••" });
    expect(hidden).toEqual(["WalletCode", "Points", "PinCode", "ContactMsisdn"]);
  });

  test("shows the rate plan of a query", () => {
    expect(mask({ query: "ratePlan=gold&x=1" })).toMatchObject({
      fields: { ratePlan: "gold" },
      unknown: ["x"],
    });
  });

  test("is bounded and can be stored, whatever was sent", () => {
    const body = fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(TREATMENTS)), fc.string()),
      fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.jsonValue()),
    );
    fc.assert(
      fc.property(body, fc.string({ unit: "binary", maxLength: 400 }), (body, text) => {
        const kept = JSON.stringify(mask({ body, idempotencyKey: text, path: text }));
        // Neither of them can be kept by the database; JSON writes both as escapes.
        expect(kept).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(kept.length).toBeLessThan(4_000);
      }),
    );
  });

  test("gives no whole mobile number away, in whatever form it is written", () => {
    const number = fc.tuple(
      fc.constantFrom("0", "+20", "0020", "20"),
      fc.constantFrom("10", "11", "12", "15"),
      fc.integer({ min: 10_000_000, max: 99_999_999 }),
    );
    fc.assert(
      fc.property(
        number,
        fc.constantFrom(
          "WalletCode",
          "ContactMsisdn",
          "BranchMsisdn",
          "ExternalLogId",
          "Comment",
          "PinCode",
          "SkuId",
        ),
        ([prefix, network, rest], field) => {
          expect(JSON.stringify(mask({ body: { [field]: `${prefix}${network}${rest}` } }))).not.toContain(
            String(rest),
          );
        },
      ),
    );
  });
});
