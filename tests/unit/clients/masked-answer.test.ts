import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  ANSWER_LENGTH_MAX,
  ANSWER_TREATMENT,
  keepable,
  maskAnswer,
  type SentAnswer,
} from "@/lib/areas/clients/masked-answer";
import { SUCCESS_EXAMPLES } from "@/lib/points-api/examples";
import { OPERATIONS } from "@/lib/points-api/operations";

const mask = (answer: SentAnswer) => maskAnswer(answer, (msisdn) => msisdn === "+201000000001");

interface Part {
  type?: string | readonly string[];
  properties?: Record<string, Part>;
  items?: Part;
  anyOf?: Part[];
  $ref?: string;
}

/** The keys of all texts that an answer can have, with the object's key where it has one. */
function textKeys(part: Part, defs: Record<string, Part>, key = ""): string[] {
  const inner = part.$ref === undefined ? part : (defs[part.$ref.split("/").at(-1) ?? ""] ?? {});
  return [
    ...Object.entries(inner.properties ?? {}).flatMap(([name, property]) => [
      ...([property, ...(property.anyOf ?? [])].some(({ type }) => [type].flat().includes("string"))
        ? [`${key}.${name}`]
        : []),
      ...textKeys(property, defs, name),
    ]),
    ...(inner.items ? textKeys(inner.items, defs, key) : []),
    ...(inner.anyOf ?? []).flatMap((choice) => textKeys(choice, defs, key)),
  ];
}

test("every text of every answer has its treatment, and there is none for what no answer has", () => {
  const keys = new Set(
    Object.values(OPERATIONS).flatMap(({ response }) => {
      const document = z.toJSONSchema(response, { io: "output", unrepresentable: "any" }) as Part & {
        $defs?: Record<string, Part>;
      };
      return textKeys(document, document.$defs ?? {});
    }),
  );
  const treatmentOf = (key: string) => (key in ANSWER_TREATMENT ? key : key.replace(/^.*\./, ""));
  expect([...keys].filter((key) => !(treatmentOf(key) in ANSWER_TREATMENT))).toEqual([]);
  expect([...new Set([...keys].map(treatmentOf))].sort()).toEqual(Object.keys(ANSWER_TREATMENT).sort());
});

describe("an answer that is kept", () => {
  test("shows what its caller was told, and nothing of who the customer is", () => {
    const answer = JSON.stringify({
      ...SUCCESS_EXAMPLES.RedeemUser,
      wallet: {
        ...SUCCESS_EXAMPLES.RedeemUser.wallet,
        email: "mona@example.com",
        nid: "28501010109999",
        birthDate: "1990-05-17",
      },
    });
    const { length, body } = mask(answer);
    expect(length).toBe(Buffer.byteLength(answer));
    expect(body).toMatchObject({
      errorCode: "0",
      wallet: {
        walletCode: "100001",
        name: "••• (9)",
        contactMsisdn: "•••001",
        totalPoints: 1_100,
        segment: { name: "Standard" },
      },
      pointsLog: { id: 48_214, merchantMSISDN: "01000000001", comments: "••• (9)", amount: 50 },
    });
    expect(JSON.stringify(body)).not.toMatch(/Mona|mona|28501010109999|1990|01110000001|Counter/);
  });

  test("hides a branch of others, numbers in words, and texts that nobody knows", () => {
    const body = {
      pointsLog: { merchantMSISDN: "01110000009" },
      errorMessage: "No 01110000009",
      hint: "Mona",
    };
    const shown = mask(JSON.stringify(body)).body;
    expect(shown).toMatchObject({ pointsLog: { merchantMSISDN: "•••009" }, hint: "•••" });
    expect(JSON.stringify(shown)).not.toContain("01110000009");
  });

  test("is read compressed as well, and is nothing where nothing was answered", () => {
    const text = JSON.stringify({ ErrorCode: 0, deals: [{ Title: "Half-price coffee" }] });
    const compressed = gzipSync(text);
    expect(mask(compressed)).toEqual({ length: compressed.length, body: JSON.parse(text) });
    expect(mask(new TextEncoder().encode(text)).body).toEqual(JSON.parse(text));
    expect(mask("")).toEqual({ length: 0, body: null });
  });

  test("that is too long is held and kept by its length only, also when compressing made it short", () => {
    const long = JSON.stringify({ ErrorMessage: "x".repeat(ANSWER_LENGTH_MAX) });
    expect(keepable(long)).toBe(long.length);
    expect(mask(keepable(long))).toEqual({ length: long.length, body: null });
    const compressed = gzipSync(long);
    expect(mask(keepable(compressed))).toEqual({ length: compressed.length, body: null });
  });
});
