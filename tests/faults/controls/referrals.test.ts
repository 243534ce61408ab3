import { expect, test } from "vitest";
import type { ReferralFacts, WalletFacts } from "../facts";
import type { LoggedEntry } from "../history";
import { checkReferrals } from "../referrals";
import { castWorld } from "./cast";

const { facts, wallets: strangers } = castWorld("R");
const [REFERRER = "", FIRST = "", SECOND = ""] = strangers.map(({ code }) => code);
const wallets = strangers.map(
  (wallet): WalletFacts => (wallet.code === REFERRER ? wallet : { ...wallet, broughtBy: REFERRER }),
);
const REFERRALS: ReferralFacts = { bonus: 200, newcomerBonus: 50, leastValue: 20, perMonthMax: null };

let lastId = 0;
function entry(walletCode: string, logTypeId: number, more: Partial<LoggedEntry>): LoggedEntry {
  lastId += 1;
  const { pointsDelta = 0 } = more;
  return {
    ...{ id: lastId, walletCode, seq: 1, logTypeId, amount: Math.abs(pointsDelta), pointsDelta },
    ...{ suspendedDelta: 0, amountValue: 3_000n, factor: "1", balanceAfter: 0, accumulatedAfter: 0 },
    ...{ redeemedAfter: 0, suspendedAfter: 0, merchantId: null, branchMsisdn: null, relatedEntryId: null },
    ...{ day: facts.today, externalLogId: "", tag: "" },
    ...more,
  };
}
const reward = (code: string, amountValue = 3_000n) => entry(code, 2, { pointsDelta: 80, amountValue });
const bonus = ({ id }: LoggedEntry, more: Partial<LoggedEntry> = {}) =>
  entry(REFERRER, 6, { pointsDelta: 200, relatedEntryId: id, ...more });
const cancel = ({ id, walletCode, pointsDelta }: LoggedEntry) =>
  entry(walletCode, 4, { pointsDelta: -pointsDelta, relatedEntryId: id });
const giveBack = ({ id, walletCode }: LoggedEntry, points: number) =>
  entry(walletCode, 11, { pointsDelta: -points, relatedEntryId: id });

function found(log: readonly LoggedEntry[], referrals: Partial<ReferralFacts> = {}): string {
  const problems: string[] = [];
  const world = { ...facts, referrals: { ...REFERRALS, ...referrals } };
  checkReferrals({ world, wallets, log, lastIdBefore: 0, problems });
  return problems.join();
}

test("bonuses that are due, within the month's limit, and taken back with their rewards are right", () => {
  const small = reward(FIRST, 1_999n);
  const first = reward(FIRST);
  const one = bonus(first);
  expect(found([small, first, one, cancel(first), cancel(one)])).toBe("");
  const second = reward(SECOND);
  expect(found([first, one, second], { perMonthMax: 1 })).toBe("");
});

test("a bonus that is missing, for too little, for another, or one too many is found", () => {
  const first = reward(FIRST);
  expect(found([first])).toContain("got no bonus");
  const one = bonus(first);
  expect(found([first, { ...one, pointsDelta: 199 }])).toContain("is not the bonus");
  expect(found([first, { ...one, walletCode: SECOND }])).toContain("is not the bonus");
  expect(found([first, one, bonus(first)])).toContain("brought 2 bonuses");
  const second = reward(SECOND);
  expect(found([first, bonus(first), second, bonus(second)], { perMonthMax: 1 })).toContain("who had 1");
  const again = reward(FIRST);
  expect(found([first, bonus(first), again, bonus(again)])).toContain("follows from nothing");
});

test("a bonus that stays when its reward is undone, or goes when it is not, is found", () => {
  const first = reward(FIRST);
  const one = bonus(first);
  expect(found([first, one, cancel(first)])).toContain("left the bonus");
  expect(found([first, one, cancel(one)])).toContain("follows from nothing");
  const whole = [first, one, giveBack(first, 30), giveBack(first, 50)];
  expect(found(whole)).toContain("left the bonus");
  expect(found([...whole, cancel(one)])).toBe("");
  expect(found([...whole, { ...cancel(one), pointsDelta: -1 }])).toContain("does not take back");
});
