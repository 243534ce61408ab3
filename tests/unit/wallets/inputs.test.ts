import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changes, create } from "@/lib/areas/branches/record";
import { addressList } from "@/lib/areas/clients/api-client";
import { isAddressRange } from "@/lib/areas/clients/client";
import { isOrigin } from "@/lib/areas/clients/desk-schemas";
import { create as createClientSchema } from "@/lib/areas/clients/record";
import { merchant } from "@/lib/areas/merchants/record";
import { create as createSegmentSchema, updateProgrammeSchema } from "@/lib/areas/programme/record";
import { create as createUserSchema } from "@/lib/areas/staff/record";
import { enrolWalletSchema, mergeWalletsSchema, setWalletPinSchema } from "@/lib/areas/wallets/schemas";
import { statusesAfter } from "@/lib/areas/wallets/update-wallet";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import { luhnDigit, newWalletCode } from "@/lib/wallet/new-code";

/** The paths of what a schema refuses. */
function refused(
  schema: { safeParse(input: unknown): { success: boolean; error?: { issues: { path: PropertyKey[] }[] } } },
  input: unknown,
) {
  return (schema.safeParse(input).error?.issues ?? []).map(({ path }) => path.join("."));
}

describe("origins of API clients", () => {
  test.each([
    "https://till.example",
    "https://till.example:8443",
    "http://10.1.2.3:3000",
    "http://localhost:5173",
    "http://[::1]:3000",
    "https://xn--mgbh0fb.example",
    "capacitor://localhost",
  ])("%s is one", (origin) => expect(isOrigin(origin)).toBe(true));
  test.each([
    "",
    "*",
    "null",
    "till.example",
    "https://",
    "https://*.example",
    "https://till.example/",
    "https://till.example/page",
    "https://till.example?a=1",
    "https://till.example:443",
    "http://till.example:80",
    "HTTPS://till.example",
    "https://Till.example",
    "https://user@till.example",
    "https://till.example https://other.example",
    "javascript:alert(1)",
    "data:text/html,x",
  ])("%j is none", (origin) => expect(isOrigin(origin)).toBe(false));

  test("what is copied from an address bar is cut down to its origin, as browsers send it", () => {
    const kept = (typed: string) =>
      createClientSchema.parse({ merchantId: 1, name: "A", scopes: ["reward"], allowedOrigins: [typed] })
        .allowedOrigins;
    expect(kept(" HTTPS://Till.Example:443/tills/1?x=y#z ")).toEqual(["https://till.example"]);
    expect(kept("capacitor://localhost/")).toEqual(["capacitor://localhost"]);
  });
});

describe("addresses of API clients", () => {
  test.each([
    "10.1.2.3",
    "10.1.0.0/16",
    "0.0.0.0/0",
    "10.1.2.3/32",
    "::1",
    "2001:db8::/32",
    "::/0",
    "fe80::1/128",
  ])("%s can be used", (range) => expect(isAddressRange(range)).toBe(true));
  test.each([
    "",
    "10.1.2",
    "10.1.2.3/33",
    "10.1.2.3/",
    "10.1.2.3/-1",
    "10.1.2.3/1.5",
    "2001:db8::/129",
    "a.example",
    "10.1.2.3/8/8",
    " 10.1.2.3",
  ])("%j cannot", (range) => expect(isAddressRange(range)).toBe(false));

  test("whatever the portal's form accepts can be compared with, and nothing breaks the list", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV6(),
          fc.tuple(fc.ipV4(), fc.nat(40)).map(([a, b]) => `${a}/${b}`),
          fc.tuple(fc.ipV6(), fc.nat(140)).map(([a, b]) => `${a}/${b}`),
          fc.string(),
        ),
        (range) => {
          const input = { merchantId: 1, name: "A", scopes: ["reward"], ipRanges: [range] };
          if (!createClientSchema.safeParse(input).success) return;
          expect(isAddressRange(range)).toBe(true);
          expect(addressList([range])).not.toBeNull();
        },
      ),
    );
  });
});

describe("wallet codes", () => {
  test("are ten digits of which the last gives a mistyped one away", () => {
    for (let count = 0; count < 200; count += 1) {
      const code = newWalletCode();
      expect(code).toMatch(/^[1-9]\d{9}$/);
      expect(luhnDigit(code.slice(0, -1))).toBe(code.slice(-1));
      const at = count % 9;
      const wrong = `${code.slice(0, at)}${(Number(code[at]) + 1) % 10}${code.slice(at + 1)}`;
      expect(luhnDigit(wrong.slice(0, -1))).not.toBe(wrong.slice(-1));
    }
  });
  test("have the check digit that everybody computes", () => {
    expect(luhnDigit("7992739871")).toBe("3");
  });
});

test("no administrator's move ends in merged, and none leaves it", () => {
  for (const status of Object.values(WALLET_STATUS)) {
    expect(statusesAfter(status)).not.toContain(WALLET_STATUS.merged);
    expect(statusesAfter(status)).not.toContain(status);
  }
  expect(statusesAfter(WALLET_STATUS.merged)).toEqual([]);
});

describe("refusals", () => {
  test("carry their code and parameters, and are known as such", () => {
    const error = new AdminError("conflict", { subject: "branch", version: 7 });
    expect(isAdminError(error)).toBe(true);
    expect(error).toMatchObject({ code: "conflict", params: { subject: "branch", version: 7 } });
    expect(error.message).toBe("Refused: conflict subject=branch version=7");
    expect(isAdminError(new Error("conflict"))).toBe(false);
  });
});

describe("the portal's forms", () => {
  test("trim texts and refuse what hides or breaks them", () => {
    const parse = (nameEn: string) => merchant.create.safeParse({ nameEn, nameAr: "أ" });
    expect(parse("  Nile Café ").data?.nameEn).toBe("Nile Café");
    for (const bad of ["", "   ", "a\u0000b", "a\nb", "a\u202eb", "a\u2066b", "a\ud800", "x".repeat(121)])
      expect(parse(bad).success, JSON.stringify(bad)).toBe(false);
  });

  test("read mobile numbers in every usual form, with either kind of digits", () => {
    const branch = { merchantId: 1, nameEn: "A", nameAr: "أ" };
    for (const msisdn of ["01000000099", "+201000000099", "00201000000099", "٠١٠٠٠٠٠٠٠٩٩", " 0100 000 0099 "])
      expect(create.parse({ ...branch, msisdn }).msisdn).toBe("+201000000099");
    expect(refused(create, { ...branch, msisdn: "abc" })).toEqual(["msisdn"]);
  });

  test("mark the coordinate that is missing", () => {
    const branch = { merchantId: 1, msisdn: "01000000099", nameEn: "A", nameAr: "أ" };
    expect(refused(create, { ...branch, latitude: 30 })).toEqual(["longitude"]);
    expect(refused(changes, { branchId: 1, version: 1, longitude: 30 })).toEqual(["longitude"]);
    expect(refused(create, { ...branch, latitude: 30, longitude: 31 })).toEqual([]);
    expect(refused(changes, { branchId: 1, version: 1, latitude: null, longitude: null })).toEqual([]);
  });

  test.each([
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["everything"] }, "scopes.0"],
    [{ branchIds: [] }, "branchIds"],
    [{ ipRanges: ["10.0.0.0/33"] }, "ipRanges.0"],
    [{ allowedOrigins: ["https://*.example"] }, "allowedOrigins.0"],
    [{ allowedOrigins: ["https://till.example", "till.example"] }, "allowedOrigins.1"],
    [{ rate: { perSecond: 10, burst: 9 } }, "rate.burst"],
    [{ rate: { perSecond: 0, burst: 9 } }, "rate.perSecond"],
    [{ expiresAt: "2027-01-01" }, "expiresAt"],
    [{ merchantId: "1" }, "merchantId"],
  ])("a client with %j is marked at %s", (input, path) => {
    expect(refused(createClientSchema, { merchantId: 1, name: "A", scopes: ["reward"], ...input })).toEqual([
      path,
    ]);
  });

  test.each([
    [{ role: "cashier", branchIds: [] }, "branchIds"],
    [{ role: "programme_operator" }, "merchantId"],
    [{ role: "merchant_admin", merchantId: null }, "merchantId"],
    [{ role: "root" }, "role"],
    [{ username: "a b" }, "username"],
    [{ password: "short" }, "password"],
    [{ password: "Mona.adel 1" }, "password"],
    [{ email: "nowhere" }, "email"],
  ])("a user with %j is marked at %s", (input, path) => {
    const user = {
      username: "mona.adel",
      name: "Mona",
      role: "supervisor",
      merchantId: 1,
      password: "quite a secret",
    };
    expect(refused(createUserSchema, { ...user, ...input })).toEqual([path]);
    expect(refused(createUserSchema, user)).toEqual([]);
  });

  test("read PINs in either kind of digits, and empty fields as none", () => {
    expect(setWalletPinSchema.parse({ walletCode: "1", pin: "٤٧١١" }).pin).toBe("4711");
    for (const pin of ["123", "1234567", "12a4", ""])
      expect(refused(setWalletPinSchema, { walletCode: "1", pin })).toEqual(["pin"]);
    const wallet = { contactMsisdn: "01110000001", hasConsented: true, name: "", email: "", nid: " " };
    expect(enrolWalletSchema.parse(wallet)).toMatchObject({ name: null, email: null, nid: null });
  });

  test("a wallet is not merged with itself", () => {
    const input = { walletCode: "1", toWalletCode: "1", version: 1, reason: "Same" };
    expect(refused(mergeWalletsSchema, input)).toEqual(["toWalletCode"]);
  });

  test.each([
    [{ redeemFactor: "0" }, "redeemFactor"],
    [{ redeemFactor: "0.000000" }, "redeemFactor"],
    // Points at such a rate would be worth more money than can be counted exactly.
    [{ redeemFactor: "0.000999" }, "redeemFactor"],
    [{ rewardFactor: "1e3" }, "rewardFactor"],
    [{ rewardFactor: "10000.000001" }, "rewardFactor"],
    [{ rewardFactor: "1.1234567" }, "rewardFactor"],
    [{ value: -1 }, "value"],
    [{ color: "red" }, "color"],
  ])("a segment with %j is marked at %s", (input, path) => {
    const segment = { nameEn: "A", nameAr: "أ", value: 0, rewardFactor: "1.5", redeemFactor: "10000" };
    expect(refused(createSegmentSchema, { ...segment, ...input })).toEqual([path]);
    expect(refused(createSegmentSchema, segment)).toEqual([]);
  });

  test.each([
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    [{ pinPolicy: "above" }, "pinAboveValue"],
    [{ weekendDays: [0] }, "weekendDays.0"],
    [{ currency: "egp" }, "currency"],
  ])("a programme with %j is marked at %s", (input, path) => {
    expect(refused(updateProgrammeSchema, { version: 1, ...input })).toEqual([path]);
  });
});
