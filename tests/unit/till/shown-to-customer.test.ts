import { expect, test } from "vitest";
import { PortalError } from "@/components/kit/error";
import { EMPTY_DRAFT } from "@/components/till/serve-draft";
import { shownToCustomer } from "@/components/till/shown-to-customer";
import type { Serving } from "@/components/till/till-types";
import { tillShownSchema } from "@/lib/areas/display/schemas";
import type { Posted, Quote } from "@/lib/areas/till/schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

const wallet = {
  walletCode: "100007",
  pin: { state: "set", attemptsLeft: 3, lockedUntil: null },
} as unknown as TillWallet;
const quote = { outcome: "possible", points: -60, balanceAfter: 440 } as Quote;
const draft = { ...EMPTY_DRAFT, mode: "redeem", value: 60 } as const;
const confirmed = {} as Extract<Serving, { phase: "pin" }>["confirmed"];
const OPEN: Serving = { phase: "open", problem: null, second: null };
const refused = (code: string) => new PortalError({ code, texts: { en: "", ar: "" } });
const shown = (serving: Serving, of: { quote?: Quote | null; value?: number | null } = {}) =>
  shownToCustomer(
    { draft: { ...draft, ...(of.value !== undefined && { value: of.value }) }, serving },
    { quote: of.quote === undefined ? quote : of.quote, wallet },
  );

test("a customer sees the bill as it is typed, with what it comes to once that is known", () => {
  expect(shown(OPEN, { value: null })).toEqual({ name: "idle" });
  const bill = { name: "bill", operation: "redeem", value: 60 };
  expect(shown(OPEN, { quote: null })).toEqual({ ...bill, points: null, balanceAfter: null });
  expect(shown(OPEN)).toEqual({ ...bill, points: 60, balanceAfter: 440 });
});

test("a customer is asked for the PIN with what the last one came to, and nothing changes while one is judged", () => {
  const pin = { name: "pin", walletCode: "100007", value: 60, points: 60 };
  expect(shown({ phase: "pin", confirmed, refusal: null })).toEqual({
    ...pin,
    problem: null,
    attemptsLeft: null,
  });
  expect(shown({ phase: "pin", confirmed, refusal: refused("1311") })).toEqual({
    ...pin,
    problem: "wrong",
    attemptsLeft: 3,
  });
  expect(shown({ phase: "pin", confirmed, refusal: refused("1312") })).toMatchObject({ problem: "locked" });
  const running = { status: "running", isChecking: false } as const;
  expect(shown({ phase: "running", turn: 1, confirmed, isPinShown: true, state: running })).toBeNull();
});

test("a customer sees what was done and the balance, and nothing that says who it is", () => {
  const posted = {
    entry: { logTypeId: 1, value: 60, points: -60, suspendedPoints: 0, walletCode: "100007" },
    wallet: { balance: 440, profile: { name: "Mona Ali" }, walletCode: "100007" },
  } as unknown as Posted;
  const done = shown({ phase: "done", posted });
  expect(done).toEqual({ name: "done", act: "redeem", value: 60, points: 60, balanceAfter: 440 });
  expect(tillShownSchema.parse(done)).toEqual(done);
});
