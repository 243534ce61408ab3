import { describe, expect, test } from "vitest";
import { DEALS, discountOf } from "@/lib/demo/catalogue/deals";
import { MERCHANTS } from "@/lib/demo/catalogue/merchants";
import { CLIENTS, STAFF } from "@/lib/demo/catalogue/people";
import { e164 } from "@/lib/demo/rows";
import { drawWallets } from "@/lib/demo/wallets";
import { expectOfEach } from "@/tests/support/each";

const ARABIC = /\p{Script=Arabic}/u;
const branches = MERCHANTS.flatMap((merchant) => merchant.branches);
const merchantOf = (id: number) => MERCHANTS.find((merchant) => merchant.id === id);

describe("the catalogue is rich enough that every screen has something to show", () => {
  test("several merchants, more than a dozen branches, more than thirty deals", () => {
    expect(MERCHANTS.length).toBeGreaterThanOrEqual(4);
    expect(branches.length).toBeGreaterThan(12);
    expect(DEALS.length).toBeGreaterThan(30);
  });

  test("deals of all six discount types", () => {
    const types = new Set(DEALS.map(({ offer }) => discountOf(offer).discountType));
    expect([...types].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("a branch without coordinates, and branches, merchants and staff that are not active", () => {
    expect(branches.some(({ place }) => place === null)).toBe(true);
    expect(branches.some(({ isActive }) => !isActive)).toBe(true);
    expect(MERCHANTS.some(({ isActive }) => !isActive)).toBe(true);
    expect(STAFF.some(({ isActive }) => !isActive)).toBe(true);
  });
});

describe("every text", () => {
  const texts = [
    ...MERCHANTS.map(({ name }) => name),
    ...branches.flatMap(({ name, address }) => [name, address]),
    ...DEALS.flatMap(({ title, description, terms }) => [title, description, terms]),
  ];

  test("is there in both languages", () =>
    expectOfEach(
      texts,
      ({ en }) => en,
      ({ en, ar }) => {
        expect(en).not.toBe("");
        expect(en).not.toMatch(ARABIC);
        expect(ar).toMatch(ARABIC);
      },
    ));

  test("has as many terms in one as in the other", () => {
    for (const { terms } of DEALS) expect(terms.ar.split("\n")).toHaveLength(terms.en.split("\n").length);
  });
});

test("what is named is there once, and what it refers to exists", () => {
  for (const names of [
    branches.map(({ msisdn }) => e164(msisdn)),
    DEALS.map(({ offerNumber }) => offerNumber),
    STAFF.map(({ username }) => username),
    CLIENTS.flatMap(({ secret, nextSecret }) => [secret, nextSecret]).filter(
      (secret) => secret !== undefined,
    ),
  ]) {
    expect(new Set(names).size).toBe(names.length);
  }
  for (const { merchantId, branches: named } of DEALS) {
    const own = merchantOf(merchantId)?.branches.map(({ msisdn }) => msisdn) ?? [];
    expect(own).toEqual(expect.arrayContaining([...(named ?? [])]));
  }
  for (const { merchantId, branches: named } of [...STAFF, ...CLIENTS]) {
    const own = merchantId === null ? [] : (merchantOf(merchantId)?.branches ?? []);
    expect(own.map(({ msisdn }) => msisdn)).toEqual(expect.arrayContaining([...(named ?? [])]));
  }
});

test("coordinates lie in Egypt", () => {
  for (const { place } of branches) {
    if (place === null) continue;
    const [latitude, longitude] = place;
    expect(latitude).toBeGreaterThan(22);
    expect(latitude).toBeLessThan(31.7);
    expect(longitude).toBeGreaterThan(25);
    expect(longitude).toBeLessThan(35.8);
  }
});

test("deals in Arabic have the digits and the sign of the pound that pages show beside them", () => {
  for (const { title, description, terms } of DEALS)
    for (const { ar } of [title, description, terms]) expect(ar).not.toMatch(/[٠-٩۰-۹٪٫٬]|جنيه/);
});

describe("wallets", () => {
  const now = new Date("2026-11-21T10:30:00Z");

  test("the same moment gives the same wallets", () => {
    expect(drawWallets(now)).toEqual(drawWallets(new Date(now)));
  });

  test("some hundred of them, each with a code of its own and a mobile number that can be dialled", () => {
    const wallets = drawWallets(now);
    expect(wallets.length).toBeGreaterThanOrEqual(300);
    expect(new Set(wallets.map(({ walletCode }) => walletCode)).size).toBe(wallets.length);
    for (const { contactMsisdn } of wallets) expect(e164(contactMsisdn)).toBe(contactMsisdn);
  });

  test("some customers have two wallets under one number", () => {
    const numbers = drawWallets(now).map(({ contactMsisdn }) => contactMsisdn);
    expect(new Set(numbers).size).toBeLessThan(numbers.length);
  });

  test("no wallet joins in the future", () => {
    for (const { createdAt } of drawWallets(now)) expect(createdAt.getTime()).toBeLessThan(now.getTime());
  });
});
