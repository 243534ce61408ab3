import { describe, expect, test } from "vitest";
import { PERMISSIONS } from "@/lib/portal/acts/permissions";
import { ROLES, type Role, SERVING_ROLES } from "@/lib/portal/acts/roles";
import { ALL_COMMANDS, commandsFor, isFor, menuFor } from "@/lib/portal/commands";
import { homeOf, mayOpen } from "@/lib/portal/may-open";
import { safeReturnPath } from "@/lib/portal/return-path";

describe("the navigation", () => {
  test.each<[Role, string[]]>([
    ["cashier", ["till", "today", "deals"]],
    ["read_only", ["home", "deals", "reports"]],
    ["marketing", ["home", "offers", "reports"]],
    ["finance", ["home", "deals", "reports"]],
    ["supervisor", ["home", "till", "wallets", "deals", "reports", "requests", "manage"]],
    ["merchant_admin", ["home", "till", "wallets", "offers", "reports", "requests", "manage"]],
    ["programme_operator", ["home", "wallets", "offers", "reports", "requests", "manage"]],
  ])("of a %s has their pages", (role, pages) => {
    expect(menuFor("main", { role }).map(({ id }) => id)).toEqual(pages);
  });

  test("begins with a page that the role may open, and lists no other", () => {
    for (const role of ROLES) {
      expect(mayOpen({ role }, homeOf({ role }))).toBe(true);
      for (const { path } of menuFor("main", { role })) expect(mayOpen({ role }, path)).toBe(true);
    }
    for (const role of ROLES) expect(homeOf({ role })).toBe(role === "cashier" ? "/till" : "/home");
    expect(mayOpen({ role: "cashier" }, "/manage")).toBe(false);
    expect(mayOpen({ role: "cashier" }, "/manage/staff")).toBe(false);
    expect(mayOpen({ role: "programme_operator" }, "/till")).toBe(false);
    expect(mayOpen({ role: "cashier" }, "/account")).toBe(true);
  });
});

describe("the list of commands", () => {
  test("names each once, and each way by keyboard once", () => {
    const ids = ALL_COMMANDS.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const keys = ALL_COMMANDS.flatMap(({ keys = [] }) => keys);
    expect(keys).toEqual([...new Set(keys)]);
    // A letter that begins a sequence does nothing by itself.
    expect(keys.filter((sequence) => keys.some((other) => other.startsWith(`${sequence} `)))).toEqual([]);
  });

  test("leads each role to pages only that it may open, and there is a page at each address", () => {
    const pages = Object.keys(import.meta.glob("/app/**/page.tsx")).map((file) =>
      file.replace(/^\/app|\/page\.tsx$|\/\([^)]+\)/g, ""),
    );
    for (const role of ROLES)
      for (const command of ALL_COMMANDS) {
        const { path } = command;
        const [address = ""] = path?.split("?") ?? [];
        if (path === undefined) continue;
        expect(pages).toContain(address);
        expect(mayOpen({ role }, address), `${role} ${address}`).toBe(isFor(command, { role }));
      }
  });

  test("offers an act to those only whom the service lets do it", () => {
    const ACTS = {
      newDeal: "deal.create",
      invite: "user.invite",
      newBranch: "branch.create",
      newClient: "client.create",
      newPromotion: "promotion.create",
      newCoupon: "coupon_template.create",
      newWebhook: "webhook.create",
      newImport: "wallet.import",
      adjust: "wallet.adjust",
      merge: "wallet.merge",
      enrol: "wallet.enrol",
      requests: "approval.read",
      offers: "deal.read",
      imports: "wallet.import",
      audit: "audit.read",
      radar: "radar.read",
    } as const;
    for (const role of ROLES)
      for (const [id, action] of Object.entries(ACTS)) {
        const isOffered = commandsFor({ role }).some((command) => command.id === id);
        const allowed: readonly Role[] = PERMISSIONS[action];
        if (isOffered) expect(allowed, `${role} ${id}`).toContain(role);
      }
  });
});

describe("the page of one wallet", () => {
  test("is open to all who serve customers, whoever may open the list of all", () => {
    for (const role of ROLES)
      expect(mayOpen({ role }, "/wallets/12"), role).toBe(SERVING_ROLES.some((one) => one === role));
    expect(mayOpen({ role: "cashier" }, "/wallets")).toBe(false);
  });

  test.each(["/wallets/", "/wallets/12/edit", "/wallets/new", "/wallets/12\n", "/wallets/-1"])(
    "opens nothing else, such as %j",
    (path) => {
      expect(mayOpen({ role: "cashier" }, path)).toBe(false);
      expect(mayOpen({ role: "supervisor" }, path)).toBe(true);
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
