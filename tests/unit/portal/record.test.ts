import { expect, test } from "vitest";
import * as z from "zod/mini";
import { adjusted, changed, chosen, given, kept, record, shown, written } from "@/lib/portal/record";
import { moment, msisdn } from "@/lib/portal/wire/fields";
import { line } from "@/lib/portal/wire/safe-text";

const shop = record({
  owner: chosen(z.int()),
  name: written(line(5)),
  phone: written(z.optional(z.nullable(msisdn))),
  picture: changed(z.optional(z.string())),
  isActive: shown(z.boolean()),
  createdAt: kept(z.date()),
});
const at = new Date("2026-11-27");
const row = { id: 1, version: 2, owner: 3, name: "Al Fayed", phone: null, isActive: true, createdAt: at };

test("each field stands in the requests and answers that its part says", () => {
  const namesIn = (schema: { shape: object }) => Object.keys(schema.shape).sort();
  expect(namesIn(shop.create)).toEqual(["name", "owner", "phone"]);
  expect(namesIn(shop.changes)).toEqual(["name", "phone", "picture", "version"]);
  expect(namesIn(shop.change)).toEqual(namesIn(shop.changes));
  expect(namesIn(shop.answer)).toEqual(["id", "isActive", "name", "owner", "phone", "version"]);
});

test("a row leaves the server without columns that have no field, and is answered without those that are kept", () => {
  const viewed = shop.view({ ...row, picture: "a", pinHash: "b" } as Parameters<typeof shop.view>[0]);
  expect(viewed).toEqual({ ...row, picture: "a" });
  const { createdAt, ...answered } = row;
  expect(shop.answer.parse(viewed)).toEqual(answered);
});

test("a change may leave out every field but the version, and a form obeys its limits", () => {
  expect(shop.changes.safeParse({ version: 1 }).success).toBe(true);
  expect(shop.change.safeParse({ version: 1 }).success).toBe(false);
  expect(shop.changes.safeParse({ version: 1, name: "Al Fayed" }).success).toBe(false);
});

test("an answer shows texts that no form would send", () => {
  expect(shop.answer.safeParse({ ...row, name: "Al Fayed & Sons", phone: "110" }).success).toBe(true);
});

test("a moment is answered as text, and what only one request may name stands in no other", () => {
  const deal = record({
    merchantId: given(z.int()),
    endsAt: written(z.optional(z.nullable(moment))),
    mode: adjusted(z.optional(z.enum(["off", "on"]))),
    madeAt: shown(z.date()),
  });
  expect(deal.create.parse({ merchantId: 1, endsAt: "2026-11-27T01:00:00+01:00", mode: "on" })).toEqual({
    merchantId: 1,
    endsAt: at,
  });
  const viewed = { merchantId: 1, endsAt: at, mode: "on", madeAt: at, id: 1, version: 2 } as const;
  const text = at.toISOString();
  expect(deal.answer.parse(viewed)).toEqual({ id: 1, version: 2, endsAt: text, mode: "on", madeAt: text });
  expect(deal.answer.parse({ ...viewed, endsAt: null, madeAt: text })).toMatchObject({
    endsAt: null,
    madeAt: text,
  });
});
