import { deepStrictEqual } from "node:assert/strict";
import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import type { Command, Refusal } from "@/lib/ledger/rules/commands";
import type { Decision } from "@/lib/ledger/rules/decision";
import { askedOf } from "@/lib/ledger/rules/refusals";
import type { Entry } from "@/lib/ledger/rules/types";
import type { LimitName } from "@/lib/ledger/with/limits/words";
import { isReviewName } from "@/lib/ledger/with/reviews/words";
import type { Book } from "./build";
import type { Expected, Model } from "./model";
import { CATALOGUE, isVoid } from "./model/coupons";
import type { Line } from "./model/lines";
import { namedBy } from "./model/offers";

/** What has been met in a run, so that a run that met too little can be declared void. */
export class Seen {
  readonly what = new Set<string>();

  private noteLimit({ type }: Command, limit: LimitName): void {
    const { limits }: { limits: readonly LimitName[] } = COMMANDS[type];
    ensure(limits.includes(limit), `${type} does not declare that it can pass ${limit}`);
    this.what.add(`${type} beyond ${limit}`);
  }

  note(command: Command, decision: Decision, entries: readonly Entry[]): void {
    this.what.add(decision.kind);
    if (decision.kind === "refused") {
      const { code, parameters } = decision.refusal;
      this.what.add(`${askedOf(command)} refused with ${code}`);
      if ("limit" in parameters && parameters.limit === "childAllowance") this.what.add("allowance passed");
      for (const limit of limitsIn(parameters)) this.noteLimit(command, limit);
    }
    for (const { logTypeId, offerNumber, comment } of entries) {
      if (logTypeId === 2 && comment?.includes("paid with points")) this.what.add("bill paid in part");
      this.what.add(`entry of kind ${logTypeId}`);
      if (offerNumber !== null) this.what.add(`offer ${offerNumber}`);
    }
    for (const { referral, coupon, voidsCouponOf } of decision.kind === "posted" ? decision.postings : []) {
      if (referral !== undefined)
        this.what.add(`referral ${referral.kind === "settled" ? referral.state : "taken_back"}`);
      if (coupon !== undefined) this.what.add(`coupon ${coupon.template.offerNumber}`);
      if (voidsCouponOf !== undefined) this.what.add("coupon ended");
    }
  }
}

/** The limits that a refusal names. */
function limitsIn(parameters: Refusal["parameters"]): LimitName[] {
  const breaches = "breaches" in parameters ? parameters.breaches : "limit" in parameters ? [parameters] : [];
  return breaches.flatMap(({ limit }) => (limit === undefined || isReviewName(limit) ? [] : [limit]));
}

export function ensure(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

function same(name: string, found: unknown, wanted: unknown): void {
  const isSame = Object.is(found, wanted);
  ensure(isSame, isSame ? "" : `${name} is ${show(found)}, should be ${show(wanted)}`);
}

const show = (value: unknown): string => (Object.is(value, -0) ? "-0" : String(value));

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** A refusal, a replay and a stale PIN move nothing, and only what is meant to outlive a refusal comes with one. */
export function checkPure(book: Book, command: Command, decision: Decision): void {
  if (decision.kind === "posted") return;
  ensure(!("postings" in decision), "A decision that is not posted has postings");
  if (decision.kind !== "refused") return;
  const { refusal, pinUpdate, closeKeys } = decision;
  ensure(
    pinUpdate === undefined || command.type === "redeem" || command.type === "hold",
    "Another command than a redemption or a hold counts PIN attempts",
  );
  if (closeKeys === undefined) return;
  const names =
    command.type === "cancel" && "originalKey" in command.target ? command.target.originalKey : null;
  same("the refusal that closes references", refusal.code, 1401);
  for (const { key, userId, walletId } of closeKeys) {
    same("closed reference", key, names);
    same("its owner", userId, command.actor.userId);
    same("its wallet", walletId, book.wallet(command.walletCode).id);
  }
}

/** The decision is what the model expects. */
export function checkAgreement(decision: Decision, expected: Expected, entries: readonly Entry[]): void {
  same("decision", decision.kind, expected.kind);
  if (decision.kind === "replayed" && expected.kind === "replayed")
    same("replay", decision.entryId, expected.id);
  if (decision.kind === "refused" && expected.kind === "refused") {
    const { code, parameters } = decision.refusal;
    ensure(expected.codes.includes(code), `refused with ${code}, should be one of ${expected.codes}`);
    const { remaining, remainingMoney: money } = expected;
    const remainingValue = money === undefined ? {} : { remainingValue: Number(money) / 100 };
    if (code === 1404) deepStrictEqual(parameters, { remaining, ...remainingValue });
    if (code === 1419) deepStrictEqual(parameters, { remaining });
  }
  if (expected.kind !== "posted") return;
  same("number of entries", entries.length, expected.lines.length);
  for (const [index, line] of expected.lines.entries()) checkLine(entries[index], line);
}

function checkLine(entry: Entry | undefined, line: Line): void {
  ensure(entry !== undefined, "An entry is missing");
  same("id", entry.id, line.id);
  same("log type", entry.logTypeId, line.type);
  same("points", entry.pointsDelta, line.delta);
  same("suspended points", entry.suspendedDelta, line.suspended ?? 0);
  same("amount", entry.amount, line.amount);
  same("money value", entry.amountValue, line.value);
  same("factor", entry.factor, line.factor);
  same("addressed another wallet", entry.actorWalletId !== null, line.actor !== null);
  same("related entry", entry.relatedEntryId, line.of ?? null);
  same("merchant", entry.merchantId, line.merchant);
  same("branch", entry.branchId, line.branch);
  same("offer", entry.offerNumber, line.type === 1 ? (line.issues ?? null) : namedBy(line.gave ?? []));
  same(
    "lot moves",
    perLot(entry.lotMoves),
    perLot(line.parts.map(({ day, points }) => ({ lot: day, points }))),
  );
}

/** Moves as text, those of one lot together: how a rule came to take twice from a lot is its own affair. */
function perLot(moves: readonly { lot: string | null; points: number }[]): string {
  const totals = new Map<string, number>();
  for (const { lot, points } of moves) totals.set(`${lot}`, (totals.get(`${lot}`) ?? 0) + points);
  return [...totals]
    .filter(([, points]) => points !== 0)
    .map(([lot, points]) => `${lot}: ${points}`)
    .sort()
    .join();
}

/** Every wallet is as the model has it: what was refused or replayed changed nothing. */
export function checkSameState(book: Book, model: Model): void {
  for (const [code, purse] of model.purses) {
    const wallet = book.wallet(code);
    same(`balance of ${code}`, wallet.balance, purse.balance);
    same(`accumulated of ${code}`, wallet.accumulated, purse.earned);
    same(`redeemed of ${code}`, wallet.redeemed, purse.redeemed);
    same(`suspended of ${code}`, wallet.suspended, purse.suspended);
    same(`segment of ${code}`, wallet.segment.versionId, purse.segment.versionId);
    same(`number of lots of ${code}`, wallet.lots.size, purse.lots.size);
    for (const [day, points] of purse.lots) same(`lot ${day} of ${code}`, wallet.lots.get(day), points);
  }
}

/** What is counted of a child's allowance, for the next command of a batch, is what the log says. */
export function checkAllowance(book: Book, model: Model, child: string): void {
  const allowance = book.wallet(child).family?.allowance;
  if (allowance != null) same("spent of an allowance", allowance.spent, model.spentBy(child, book.now));
}

/** Every coupon is as the model has it, and of each offer no more are out than there are. */
export function checkCoupons({ state }: Book, { coupons: { used }, lines }: Model): void {
  if (state.coupons === null) return;
  const issuing = lines.filter(({ issues }) => issues !== undefined);
  same("number of coupons", state.coupons.issued.size, issuing.length);
  for (const line of issuing) {
    const coupon = state.coupons.issued.get(line.id);
    same("offer of a coupon", coupon?.template.offerNumber, line.issues);
    same(
      "state of a coupon",
      coupon?.state,
      isVoid(line, lines) ? "void" : used.has(line.id) ? "used" : "issued",
    );
  }
  for (const { offerNumber, stockLeft } of CATALOGUE) {
    const out = issuing.filter((line) => line.issues === offerNumber && !isVoid(line, lines)).length;
    const left = state.coupons.templates.get(offerNumber)?.stockLeft ?? null;
    same("stock of an offer", left, stockLeft === null ? null : stockLeft - out);
  }
}

/** What holds of any ledger after every step, whatever the model says. */
export function checkInvariants(book: Book, written: readonly Entry[]): void {
  for (const entry of written) checkEntry(book, entry);
  for (const wallet of book.state.wallets.values()) {
    const own = book.logOf.get(wallet.id) ?? [];
    const open = [...wallet.holds.values()].filter(({ state }) => state === "open");
    const held = sum([...wallet.lots.values()], (points) => points);
    same(
      "balance, as the sum of entries,",
      wallet.balance,
      sum(own, (entry) => entry.pointsDelta),
    );
    same("balance, as the sum of lots,", held, Math.max(0, wallet.balance));
    same(
      "suspended, as the sum of entries,",
      wallet.suspended,
      sum(own, (entry) => entry.suspendedDelta),
    );
    ensure(wallet.suspended >= 0, "Suspended points are below zero");
    const aside =
      sum([...wallet.pending.values()], ({ points }) => points) + sum(open, ({ entry }) => entry.amount);
    ensure(aside <= wallet.suspended, "More points are pending or held than are suspended");
    ensure(
      [...wallet.holds.values()].every(
        ({ state, endedByEntryId }) => (state === "open") === (endedByEntryId === null),
      ),
      "A hold ended without an entry",
    );
    ensure(wallet.accumulated >= 0 && wallet.redeemed >= 0, "A lifetime total is below zero");
    ensure(![...wallet.lots.values()].some((points) => points <= 0), "An empty lot is kept");
    same("position", wallet.lastSeq, own.length);
  }
  checkTotals(book);
  checkOffers(book);
}

/** What is counted of promotions is what the log's entries gave that were not cancelled, and never beyond a budget. */
function checkOffers({ log, state: { promotions } }: Book): void {
  const cancelled = new Set(
    log.filter(({ logTypeId }) => logTypeId === 4).map((entry) => entry.relatedEntryId),
  );
  const standing = log.filter(({ id }) => promotions.given.has(id) && !cancelled.has(id));
  for (const { id, amount } of log) {
    const parts = promotions.given.get(id);
    if (parts !== undefined)
      same(
        "sum of parts",
        sum(parts, ({ points }) => points),
        amount,
      );
  }
  for (const { id, budgetPoints } of promotions.all) {
    if (budgetPoints === null) continue;
    const given = standing.flatMap((entry) =>
      (promotions.given.get(entry.id) ?? []).filter(({ promotion }) => promotion?.id === id),
    );
    const total = promotions.totals.get(id) ?? { points: 0, uses: 0 };
    same(
      "points of a promotion",
      total.points,
      sum(given, ({ points }) => points),
    );
    same("uses of a promotion", total.uses, given.length);
    ensure(total.points <= budgetPoints, "A budget is passed");
  }
}

function checkEntry(book: Book, entry: Entry): void {
  const before = book.logOf.get(entry.walletId)?.[entry.seq - 2];
  same("position of the entry", entry.seq, (before?.seq ?? 0) + 1);
  same("balance after", entry.balanceAfter, (before?.balanceAfter ?? 0) + entry.pointsDelta);
  same("suspended after", entry.suspendedAfter, (before?.suspendedAfter ?? 0) + entry.suspendedDelta);
  same(
    "sum of lot moves",
    sum(entry.lotMoves, ({ points }) => points),
    entry.pointsDelta,
  );
  ensure(
    entry.lotMoves.every(({ points }) => points !== 0),
    "A lot move moves nothing",
  );
  ensure(entry.createdAt.getTime() === book.now.getTime(), "The entry bears another time");
  const isSpending = [1, 5, 7, 8, 12].includes(entry.logTypeId) && entry.pointsDelta < 0;
  ensure(!isSpending || entry.balanceAfter >= 0, "Spending went below zero");
  for (const [name, value] of Object.entries(entry)) {
    ensure(
      typeof value !== "number" || (Number.isSafeInteger(value) && !Object.is(value, -0)),
      `${name} is ${value}`,
    );
  }
}

/** Lifetime totals as defined, and nothing given back or undone twice, counted from the log alone. */
function checkTotals({ log, state }: Book): void {
  const undone = new Set<number>();
  for (const { logTypeId, relatedEntryId } of log) {
    if (logTypeId !== 4 || relatedEntryId === null) continue;
    ensure(!undone.has(relatedEntryId), `Entry ${relatedEntryId} is cancelled twice`);
    undone.add(relatedEntryId);
  }
  const standing = log.filter(({ id }) => !undone.has(id));
  const givenBack = new Map<number, number>();
  for (const { logTypeId, relatedEntryId, amount } of standing) {
    if ((logTypeId !== 3 && logTypeId !== 11) || relatedEntryId === null) continue;
    ensure(log[relatedEntryId - 1]?.logTypeId === (logTypeId === 3 ? 1 : 2), "Another kind was given back");
    givenBack.set(relatedEntryId, (givenBack.get(relatedEntryId) ?? 0) + amount);
  }
  for (const [id, points] of givenBack) {
    ensure(!undone.has(id), `Entry ${id} is both given back and cancelled`);
    ensure(points <= (log[id - 1]?.amount ?? 0), `More than entry ${id} is given back`);
  }
  const totalOf = (type: number) =>
    sum(standing, ({ logTypeId, amount }) => (logTypeId === type ? amount : 0));
  const wallets = [...state.wallets.values()];
  same(
    "accumulated of all",
    sum(wallets, (wallet) => wallet.accumulated),
    totalOf(2) - totalOf(11),
  );
  same(
    "redeemed of all",
    sum(wallets, (wallet) => wallet.redeemed),
    totalOf(1) - totalOf(3),
  );
}
