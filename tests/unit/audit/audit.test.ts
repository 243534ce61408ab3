import { expect, test } from "vitest";
import { differences, isChanged, keptOf } from "@/lib/portal/acts/audit-log";

test("of a change only what differs is kept, on both sides", () => {
  const before = { name: "One", scopes: ["reward"], rate: { perSecond: 1 }, version: 1 };
  const after = { name: "Two", scopes: ["reward"], rate: { perSecond: 2 }, version: 2 };
  expect(differences(before, after)).toEqual({
    before: { name: "One", rate: { perSecond: 1 } },
    after: { name: "Two", rate: { perSecond: 2 } },
  });
});

test("of a new or removed subject everything is kept", () => {
  expect(differences(null, { name: "New", email: null })).toEqual({
    before: null,
    after: { name: "New", email: null },
  });
  expect(differences({ name: "Old" }, null)).toEqual({ before: { name: "Old" }, after: null });
});

test("secrets are left out under whatever name they come", () => {
  const secrets = {
    password: "a",
    passwordHash: "b",
    newPassword: "c",
    pin: "d",
    pinHash: "e",
    secret: "f",
    clientSecret: "g",
    secretHash: "h",
    hash: "i",
    accessToken: "j",
    token: "k",
  };
  expect(differences(null, { ...secrets, name: "Kept", hasPin: true, pinPolicy: "never" })).toEqual({
    before: null,
    after: { name: "Kept", hasPin: true, pinPolicy: "never" },
  });
});

test("without the customer's key the names of personal fields that changed are kept, and no value", () => {
  const known = {
    ...{ contactMsisdn: "+201001234567", name: "Mona", email: "mona@example.com", address: "12 Nile St" },
    ...{ gender: "female", birthDate: "1990-02-28", nid: "29002280101234", referralMsisdn: "+201001234568" },
  };
  const names = Object.keys(known);
  const gone = Object.fromEntries(names.map((name) => [name, null]));
  for (const [before, after] of [
    [null, known],
    [known, gone],
    [known, Object.fromEntries(Object.entries(known).map(([name, value]) => [name, `${value}1`]))],
  ] as const) {
    const kept = keptOf({ subject: "wallet", before, after: { ...after, statusId: 1 } });
    expect(Object.keys(kept.after ?? {})).toEqual([...names, "statusId"]);
    const told = names.flatMap((name) => [kept.before?.[name], kept.after?.[name]]);
    for (const value of told) expect([undefined, null, "•••"]).toContain(value);
  }
  expect(isChanged({ nid: "29002280101234" }, { nid: "19002280101234" })).toBe(true);
  expect(keptOf({ subject: "user", before: null, after: { name: "Staff" } }).after).toEqual({
    name: "Staff",
  });
});

test("dates are the same when they are the same moment", () => {
  expect(isChanged({ at: new Date(5) }, { at: new Date(5) })).toBe(false);
  expect(isChanged({ at: new Date(5) }, { at: new Date(6) })).toBe(true);
});

test("a version alone is no change", () => {
  expect(isChanged({ name: "Same", version: 1 }, { name: "Same", version: 2 })).toBe(false);
});
