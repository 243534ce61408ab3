import { expect, test } from "vitest";
import { differences, isChanged } from "@/lib/areas/audit/audit-log";

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

test("of a national id only the end is kept, and a change of the rest still counts as one", () => {
  const [before, after] = [{ nid: "29002280101234" }, { nid: "19002280101234" }];
  expect(isChanged(before, after)).toBe(true);
  expect(differences(before, after)).toEqual({ before: { nid: "…34" }, after: { nid: "…34" } });
  expect(differences(null, { nid: null })).toEqual({ before: null, after: { nid: null } });
});

test("dates are the same when they are the same moment", () => {
  expect(isChanged({ at: new Date(5) }, { at: new Date(5) })).toBe(false);
  expect(isChanged({ at: new Date(5) }, { at: new Date(6) })).toBe(true);
});

test("a version alone is no change", () => {
  expect(isChanged({ name: "Same", version: 1 }, { name: "Same", version: 2 })).toBe(false);
});
