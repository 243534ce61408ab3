import { describe, expect, test } from "vitest";
import { ROLES, type Role } from "@/lib/areas/roles";
import { mayOpen } from "@/lib/portal/may-open";
import { homeOf, navigationFor, safeReturnPath } from "@/lib/portal/navigation";

describe("the navigation", () => {
  test.each<[Role, string[]]>([
    ["cashier", ["till", "today", "deals"]],
    ["supervisor", ["till", "today", "wallets", "deals", "reports", "manage"]],
    ["merchant_admin", ["till", "today", "wallets", "deals", "reports", "manage"]],
    ["programme_operator", ["wallets", "deals", "reports", "manage"]],
  ])("of a %s has their pages", (role, pages) => {
    expect(navigationFor(role).map(({ key }) => key)).toEqual(pages);
  });

  test("begins with a page that the role may open, and lists no other", () => {
    for (const role of ROLES) {
      expect(mayOpen(role, homeOf(role))).toBe(true);
      for (const { path } of navigationFor(role)) expect(mayOpen(role, path)).toBe(true);
    }
    expect(mayOpen("cashier", "/manage")).toBe(false);
    expect(mayOpen("cashier", "/manage/staff")).toBe(false);
    expect(mayOpen("programme_operator", "/till")).toBe(false);
    expect(mayOpen("cashier", "/account")).toBe(true);
  });
});

describe("the page of one wallet", () => {
  test("is open to every role, whoever may open the list of all", () => {
    for (const role of ROLES) expect(mayOpen(role, "/wallets/12")).toBe(true);
    expect(mayOpen("cashier", "/wallets")).toBe(false);
  });

  test.each(["/wallets/", "/wallets/12/edit", "/wallets/new", "/wallets/12\n", "/wallets/-1"])(
    "opens nothing else, such as %j",
    (path) => {
      expect(mayOpen("cashier", path)).toBe(false);
      expect(mayOpen("supervisor", path)).toBe(true);
    },
  );
});

describe("the way back after signing in", () => {
  test.each(["/till", "/wallets/12?tab=lots", "/"])("may lead to %s", (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "till",
    "/a b",
    "/\tevil",
    "/sign-in?next=/till",
    "/api/portal/session",
    "",
    null,
    undefined,
  ])("never leads to %s", (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });
});
