import { describe, expect, test } from "vitest";
import { z } from "zod";
import { joinAtTillSchema } from "@/lib/areas/wallets/schemas";
import { DomainError } from "@/lib/ledger/rules/errors";
import { whyInWords } from "@/lib/portal/acts/asked-words";
import { AdminError } from "@/lib/portal/acts/errors";
import { answerRefusal, validationRefusal } from "@/lib/portal/refusal";
import { isFromPortal } from "@/lib/portal/same-site";
import { portalErrorSchema } from "@/lib/portal/wire/errors";
import { fieldProblems } from "@/lib/portal/wire/field-problems";

describe("a refusal", () => {
  test("of the ledger keeps its code, status and both texts", () => {
    const { status, body } = answerRefusal(new DomainError(1404, { remaining: 120 }), "r1");
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: "1404",
      message: {
        en: "Refund exceeds the remaining points (120)",
        ar: "الاسترداد يتجاوز النقاط المتبقية (120)",
      },
      requestId: "r1",
    });
    expect(portalErrorSchema.parse(body)).toEqual(body);
  });

  test("of what the interface calls Cancel speaks of Void, as the portal does everywhere", () => {
    for (const code of [1411, 1412, 1413, 1414] as const) {
      const { message } = answerRefusal(new DomainError(code), "r1").body.error;
      expect(message.en).toMatch(/void/);
      expect(message.en).not.toMatch(/cancel/i);
      expect(message.ar).toMatch(/إلغا/);
    }
  });

  test("of too many attempts says when to come back, in the body and in the header", () => {
    const { status, body, headers } = answerRefusal(new AdminError("rate_limited", { seconds: 61 }), "r1");
    expect(status).toBe(429);
    expect(headers).toEqual({ "retry-after": "61" });
    expect(body.error.message.en).toContain("2 min");
    expect(body.error.retryAfterSeconds).toBe(61);
  });

  test("of a value that is missing says so, and of a day to come that the day has not come", () => {
    const textOf = (error: AdminError) =>
      Object.values(answerRefusal(error, "r1").body.error.fields ?? {})[0]?.en;
    for (const field of ["budgetPoints", "stockMax", "scopes", "branchIds"] as const)
      expect(textOf(new AdminError("invalid", { field, isMissing: true }))).toBe("Fill in this field");
    expect(textOf(new AdminError("invalid", { field: "agreedOn" }))).toBe("This day has not come yet");
    expect(textOf(new AdminError("invalid", { field: "scopes" }))).toBe("This value is not valid");
  });

  test("of a customer who has not agreed names that, and no value", () => {
    const body = { branchId: 1, hasConsented: false, consent: { version: 1, language: "en" } };
    const { error } = joinAtTillSchema.safeParse(body);
    expect(error && fieldProblems(error, body)).toEqual({
      hasConsented: { en: "The customer has not agreed yet", ar: "لم يوافق العميل بعد" },
    });
  });

  test("that waits for a second person names the way out where less needs nobody, to the asker alone", () => {
    const why = { why: "points", points: 280_000, before: 0, above: 100_000 } as const;
    const less = "A smaller quantity, or a smaller worth, can be published at once";
    expect(whyInWords("coupons", why, { isTold: true })?.en).toBe(
      `Worth 280,000 points, more than the 100,000 of one person in 24 hours. ${less}`,
    );
    expect(whyInWords("coupons", why)?.en).not.toContain(less);
    expect(whyInWords("coupons", { ...why, before: 100_000 }, { isTold: true })?.en).not.toContain(less);
  });

  test("of anything unforeseen gives a reference and nothing of what happened", () => {
    const { status, body } = answerRefusal(new Error("secret detail"), "r-77");
    expect(status).toBe(500);
    expect(body.error.code).toBe("1901");
    expect(body.error.message.en).toContain("r-77");
    expect(JSON.stringify(body)).not.toContain("secret detail");
  });

  test("for want of a database asks to come back", () => {
    const unreachable = Object.assign(new Error("connect ECONNREFUSED"), {
      code: "ECONNREFUSED",
      syscall: "connect",
    });
    const { status, body, headers } = answerRefusal(unreachable, "r1");
    expect([status, body.error.code, headers["retry-after"]]).toEqual([503, "1902", "2"]);
  });
});

describe("refused input", () => {
  const schema = z.object({
    name: z.string().min(3).max(5),
    amount: z.int().min(1).max(10),
    kind: z.enum(["a", "b"]),
    nested: z.object({ list: z.array(z.string().min(1)) }),
  });

  test("is told field by field, in words for people, in both languages", () => {
    const input = { name: "toolong", amount: 0, kind: "c", nested: { list: ["x", ""] } };
    const result = schema.safeParse(input);
    if (result.success) throw new Error("The input was to be refused.");
    expect(validationRefusal(result.error, input).params.fields).toMatchObject({
      name: { en: "At most 5 characters", ar: "الحد الأقصى لعدد الأحرف 5" },
      amount: { en: "At least 1" },
      kind: { en: "This value is not valid" },
      "nested.list.1": { en: "Fill in this field" },
    });
  });

  test("is told what to do where the check names it, of whatever kind it is", () => {
    const named = z.object({
      pin: z.string().regex(/^\d+$/, "pin"),
      from: z.union([z.ipv4(), z.cidrv4()], "addresses"),
    });
    const result = named.safeParse({ pin: "x", from: "x" });
    if (result.success) throw new Error("The input was to be refused.");
    const { fields } = validationRefusal(result.error, { pin: "x", from: "x" }).params;
    expect(fields).toMatchObject({
      pin: { en: "Choose 4 to 6 digits" },
      from: { ar: expect.stringContaining("203.0.113.7") },
    });
  });

  test("that is missing is asked for", () => {
    const result = schema.safeParse({});
    if (result.success) throw new Error("The input was to be refused.");
    const { fields } = validationRefusal(result.error, {}).params;
    expect(Object.keys(fields)).toEqual(["name", "amount", "kind", "nested"]);
    for (const { en } of Object.values(fields)) expect(en).toBe("Fill in this field");
  });
});

describe("a change is the portal's own", () => {
  const own = {
    origin: "https://points.example",
    host: "points.example",
    "x-portal": "1",
    "sec-fetch-site": "same-origin",
  };
  const isOwn = (headers: Record<string, string>, publicUrl?: string) =>
    isFromPortal({ method: "POST", headers: new Headers({ ...own, ...headers }) }, publicUrl);

  test("with its header and its origin", () => {
    expect(isOwn({})).toBe(true);
    expect(isOwn({ host: "10.0.0.7:3000" }, "https://points.example/portal")).toBe(true);
  });

  test("and never otherwise", () => {
    expect(isOwn({ "x-portal": "" })).toBe(false);
    expect(isOwn({ origin: "https://evil.example" })).toBe(false);
    expect(isOwn({ origin: "https://evil.example" }, "https://points.example")).toBe(false);
    expect(isOwn({ origin: "null" })).toBe(false);
    expect(isOwn({ "sec-fetch-site": "same-site" })).toBe(false);
    expect(isOwn({ host: "10.0.0.7:3000" })).toBe(false);
    expect(isFromPortal({ method: "POST", headers: new Headers() }, undefined)).toBe(false);
  });
});
