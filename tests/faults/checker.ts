import { performance } from "node:perf_hooks";
import { inspect } from "node:util";
import { hundredthsOf, roundedUnits } from "./arithmetic";
import { isFirstPart, saysBill, type TakenOff, takenOffBy } from "./bills";
import { CouponChecks, isAboutCoupon, NO_OFFER_EVIDENCE, type OfferEvidence } from "./coupons";
import type { WalletFacts, WorldFacts } from "./facts";
import { type Answer, type Call, type LoggedEntry, referenceName } from "./history";
import { checkLimits, isApproved, type LimitEvidence, LimitReasons } from "./limits";
import { type Expected, WalletModel } from "./model";
import { checkPromotions, type Promoted } from "./promotions";
import { checkReferrals, isFollower } from "./referrals";
import { describe, groupBy, type Story, tellStories } from "./stories";

/** Everything that one run left behind. */
export interface Evidence {
  world: WorldFacts;
  wallets: readonly WalletFacts[];
  calls: readonly Call[];
  /** The whole log of these wallets, each wallet's entries in the order of their numbers. */
  log: readonly LoggedEntry[];
  /** Entries up to this one were there before the run. */
  lastIdBefore: number;
  /** What became of coupons; absent: there were none. */
  offers?: OfferEvidence;
  /** What people let pass, and what the day of each client has come to. */
  limits: LimitEvidence;
  /** How far the service's clock may have been from the tills', in milliseconds; absent: not at all. */
  clockShiftMs?: number;
  /** Nothing was done to the service, so it has no excuse for an answer that is missing or late. */
  isQuiet: boolean;
}

interface Case extends Evidence {
  offers: OfferEvidence;
  takenOff: TakenOff;
  stories: readonly Story[];
  problems: string[];
}

/** After so many wrong guesses in a row a PIN is locked (rules.md §9). */
const GUESSES = 5;
/** A request is answered within 10 s or not carried out (rules.md §12); the way there and back takes time as well. */
const ANSWERED_WITHIN_MS = 12_000;

/**
 * Says everything about a run that docs/rules.md does not allow; nothing at all, when nothing was lost, doubled or invented.
 * Each wallet's log is replayed against the model; every answer must be one that the service could rightly give at a moment
 * between the sending of its request and the answer's arrival; what ended before another began comes first.
 */
export function check(evidence: Evidence): string[] {
  const offers = evidence.offers ?? NO_OFFER_EVIDENCE;
  const found: Case = {
    ...evidence,
    offers,
    takenOff: takenOffBy(evidence.world, offers.coupons),
    stories: tellStories(evidence.calls),
    problems: [],
  };
  const byTag = groupBy(found.stories, ({ request }) => request.tag);
  const byWallet = groupBy(found.stories, ({ request }) => String(request.content.WalletCode));
  const log = groupBy(evidence.log, ({ walletCode }) => walletCode);
  const byId = new Map(evidence.log.map((entry) => [entry.id, entry]));
  const promoted: Promoted[] = [];
  const replayed = purses(evidence.wallets).map(({ facts, members }) => {
    const entries = log.get(facts.code) ?? [];
    const owners = replay(found, { facts, members }, entries, { byTag, byId, promoted });
    return { facts, members, entries, owners };
  });
  // What limits allow depends on what was done for other wallets, so that every entry has to have its request by now.
  const reasons = new LimitReasons(found);
  const coupons = new CouponChecks(found);
  for (const { facts, members, entries, owners } of replayed) {
    const stories = [facts, ...members].flatMap(({ code }) => byWallet.get(code) ?? []);
    checkRefusals(found, { facts, members }, { entries, owners, stories, reasons, coupons });
  }
  for (const { code, pooled } of evidence.wallets)
    for (const { id } of (pooled && log.get(code)) ?? [])
      found.problems.push(`entry ${id} is in the log of ${code}, whose points are in another's`);
  checkLimits(found);
  checkReferrals(found);
  coupons.check();
  checkPromotions(found, promoted);
  const codes = new Set(evidence.wallets.map(({ code }) => code));
  for (const [code, stories] of byWallet) if (!codes.has(code)) checkUnknownWallet(found, stories);
  checkAcknowledged(found);
  checkReferences(found);
  if (evidence.isQuiet) checkAnswered(found);
  return found.problems;
}

/** A wallet that has points, and those who earn into it and spend from it. */
interface Purse {
  facts: WalletFacts;
  members: readonly WalletFacts[];
}

function purses(wallets: readonly WalletFacts[]): Purse[] {
  const members = groupBy(wallets, ({ pooled }) => pooled?.into);
  return (members.get(undefined) ?? []).map((facts) => ({ facts, members: members.get(facts.code) ?? [] }));
}

/** Replays a wallet's log against the model. Finds the request of each new entry; undefined where there is none. */
function replay(
  { world, takenOff, lastIdBefore, limits, problems }: Case,
  { facts, members }: Purse,
  entries: readonly LoggedEntry[],
  {
    byTag,
    byId,
    promoted,
  }: {
    byTag: ReadonlyMap<string, Story[]>;
    byId: ReadonlyMap<number, LoggedEntry>;
    /** Rewards with what promotions could give are added to these. */
    promoted: Promoted[];
  },
): (Story | undefined)[] {
  const model = new WalletModel(world, facts, members, takenOff);
  const owners: (Story | undefined)[] = [];
  let begun: Owner | undefined;
  let latestStart = Number.NEGATIVE_INFINITY;
  for (const [index, entry] of entries.entries()) {
    const told = `wallet ${entry.walletCode}, entry ${entry.id} (number ${entry.seq})`;
    if (entry.seq !== index + 1) problems.push(`${told}: the numbers of the log have a gap`);
    if (entry.id > lastIdBefore) {
      const isOwn = entry.logTypeId !== 5 && !isFollower(entry, byId) && !isDue(entry);
      const rest = isOwn && isFirstPart(entry, byId) ? entries[index + 1] : undefined;
      const written = rest === undefined ? { entry } : { before: entry, entry: rest };
      const owner = isOwn
        ? (begun ?? ownerOf(written, byTag, model))
        : isDue(entry)
          ? model.wrongRelease(entry)
          : lapse(entry);
      if (begun !== undefined && !isOwn) problems.push(`${told}: stands within a bill`);
      for (const overdue of isOwn ? model.overdueAt(entry) : [])
        problems.push(`${told}: ${overdue} should have been released before`);
      const own = typeof owner === "string" ? undefined : owner;
      const story = own?.story;
      if (typeof owner === "string") problems.push(`${told}: ${owner}`);
      if (story?.entry !== undefined) problems.push(`${told}: doubles ${story.entry.id}`);
      for (const limit of (rest === undefined && own?.beyond) || [])
        if (!isApproved(limits, entry.id, limit))
          problems.push(`${told}: passes ${limit}, and nobody let it`);
      if (story !== undefined && entry.logTypeId === 2)
        promoted.push({ entry, story, ...model.offered(story.request, story.before?.amountValue) });
      begun = rest === undefined ? undefined : own;
      if (story !== undefined) {
        if (rest === undefined) story.entry ??= entry;
        else story.before ??= entry;
        if (story.knownAt < latestStart)
          problems.push(`${told}: stands after one that was sent when this was known already`);
        latestStart = Math.max(latestStart, story.firstSentAt);
      }
      owners.push(story);
      model.follow(entry, story && referenceName(story.request));
    } else model.follow(entry);
  }
  return owners;
}

/** Whether an entry is a release that time alone made: what somebody asks for says so in words. */
function isDue({ logTypeId, tag }: LoggedEntry): boolean {
  return logTypeId === 10 && tag === "";
}

/** What the service does by itself: that of referrals is checked with those whom it is about. */
function lapse({ logTypeId, pointsDelta, balanceAfter }: LoggedEntry): string | undefined {
  if (logTypeId !== 5) return undefined;
  return pointsDelta > 0 || (pointsDelta < 0 && balanceAfter < 0)
    ? "lapsing added points or made a debt"
    : undefined;
}

/** Entries that one request wrote: its own, and of an act on a whole bill the one right before it. */
interface Written {
  before?: LoggedEntry;
  entry: LoggedEntry;
}

interface Owner {
  story: Story;
  beyond: Expected["beyond"];
}

function isExpected({ before, effect }: Expected, written: Written): boolean {
  const isFirstRight = written.before === undefined ? before === undefined : isEffect(before, written.before);
  return isFirstRight && isEffect(effect, written.entry);
}

/** The request that an entry is of and the limits of its wallet that it passes, or what is wrong with it. */
function ownerOf(written: Written, byTag: ReadonlyMap<string, Story[]>, model: WalletModel): Owner | string {
  const { entry } = written;
  const candidates = (byTag.get(entry.tag) ?? []).filter(
    ({ request }) =>
      request.content.WalletCode === (entry.actorCode ?? entry.walletCode) &&
      // The same reference may have been sent for another branch, with the same effect.
      request.content.BranchMsisdn === entry.branchMsisdn &&
      // Several rewards may be for one invoice.
      ((entry.logTypeId !== 2 && request.operation !== "Settle") || request.key === entry.externalLogId),
  );
  if (candidates.length === 0) return "nobody sent what it is of";
  const answered = candidates.filter(({ calls }) =>
    calls.some(({ answer }) => answer?.entry?.id === entry.id),
  );
  const comparable = answered.length > 0 ? answered : candidates;
  for (const story of comparable)
    for (const { request } of story.calls) {
      // Calls of one request differ in their PINs only: with the right one it was carried out.
      const expected = model.expect(request, addedBy(entry));
      if (isExpected(expected, written)) return { story, beyond: expected.beyond };
    }
  const expected = comparable.map(({ request }) => model.expect(request, addedBy(entry)));
  return `is ${inLine(written)}, expected was ${inLine(expected)}`;
}

/** What promotions gave with a reward: whether they had to is checked with their budgets. */
function addedBy({ parts }: LoggedEntry): number {
  return (parts ?? []).reduce((sum, { points }) => sum + points, 0);
}

/** Money is a bigint, which is not in JSON. */
function inLine(value: unknown): string {
  return inspect(value, { depth: null, breakLength: Number.POSITIVE_INFINITY });
}

function isEffect(effect: object | undefined, entry: LoggedEntry): boolean {
  return (
    effect !== undefined &&
    Object.entries(effect).every(([field, value]) => entry[field as keyof LoggedEntry] === value)
  );
}

/** A wallet's log with the requests of its new entries, and all requests that named it. */
interface Replayed {
  entries: readonly LoggedEntry[];
  owners: readonly (Story | undefined)[];
  stories: readonly Story[];
  reasons: LimitReasons;
  coupons: CouponChecks;
}

/**
 * Every refusal must have been right at some position of the wallet's log that lay between the request's sending and the
 * answer's arrival.
 */
function checkRefusals(
  { world, takenOff, lastIdBefore, clockShiftMs = 0, problems }: Case,
  { facts, members }: Purse,
  { entries, owners, stories, reasons, coupons }: Replayed,
): void {
  const isReferenceCode = (code: number) => code === 0 || code === 1416 || code === 1501;
  let open = stories.flatMap((story) =>
    story.calls.flatMap((call) => {
      if (call.answer === undefined || isReferenceCode(call.answer.code)) return [];
      const from = 1 + owners.findLastIndex((owner) => owner !== undefined && owner.knownAt < call.sentAt);
      const next = owners.findIndex((owner) => owner !== undefined && owner.firstSentAt > call.endedAt);
      return [{ story, call, code: call.answer.code, from, to: next === -1 ? owners.length : next }];
    }),
  );
  const model = new WalletModel(world, facts, members, takenOff);
  for (const entry of entries) if (entry.id <= lastIdBefore) model.follow(entry);
  const carriedOut = new Set<Story>();
  const fresh = entries.filter(({ id }) => id > lastIdBefore);
  for (let position = 0; position <= fresh.length; position += 1) {
    // Nothing is decided between the parts of a bill.
    const isWithin = position > 0 && owners[position - 1]?.before === fresh[position - 1];
    open = open.filter(({ story, call, code, from, to }) => {
      if (isWithin || position < from || position > to || carriedOut.has(story)) return true;
      // The PIN is not part of the content: each call may have another.
      const expected = model.expect(call.request);
      if (expected.codes.includes(code) || reasons.allow(call, expected)) return false;
      if (coupons.allow(call, expected)) return false;
      const until = performance.timeOrigin + call.endedAt + clockShiftMs;
      return !model.expectWhenSettled(call.request, until, world.today)?.codes.includes(code);
    });
    const [entry, owner] = [fresh[position], owners[position]];
    if (entry === undefined) break;
    model.follow(entry, owner && referenceName(owner.request));
    if (owner?.key !== undefined) carriedOut.add(owner);
  }
  for (const { story, call, code, from, to } of open)
    problems.push(
      `wallet ${facts.code}: ${code} was never right between positions ${from} and ${to} for ${describe(story.request)} sent at ${call.sentAt}`,
    );
  for (const member of [facts, ...members]) {
    const proving = member.pooled?.isCard ? facts : member;
    const own = ({ request }: Story) =>
      ownPinOf(request.content.WalletCode, { facts, members }) === proving.code;
    checkLocks(proving, stories.filter(own), problems);
  }
}

/** The wallet whose PIN is asked for where one is addressed. */
function ownPinOf(code: unknown, { facts, members }: Purse): string {
  const member = members.find((one) => one.code === code);
  return member === undefined || member.pooled?.isCard ? facts.code : member.code;
}

/** A PIN is locked by guesses only. */
function checkLocks({ code, pin }: WalletFacts, stories: readonly Story[], problems: string[]): void {
  const calls = stories.flatMap((story) => story.calls);
  const guesses = calls.filter(({ request }) => request.pin !== undefined && request.pin !== pin);
  for (const { answer, endedAt } of calls) {
    if (answer?.code !== 1312) continue;
    if (guesses.filter(({ sentAt }) => sentAt < endedAt).length < GUESSES)
      problems.push(`wallet ${code}: the PIN was locked without ${GUESSES} wrong guesses`);
  }
}

/** References are looked at before the wallet is: whether one was closed is checked with the references. */
function checkUnknownWallet({ problems }: Case, stories: readonly Story[]): void {
  for (const { request, calls } of stories)
    for (const { answer } of calls)
      if (answer !== undefined && ![1201, 1110, 1111, 1416, 1501, 1504].includes(answer.code))
        problems.push(`${answer.code} for a wallet that does not exist: ${describe(request)}`);
}

/** Every entry that was answered is in the log once, and as it was answered. */
function checkAcknowledged({ log, stories, problems }: Case): void {
  const entries = new Map(log.map((entry) => [entry.id, entry]));
  const firstAnswers = new Map<number, number>();
  const remainders = remaindersOf(log, entries);
  for (const story of stories) {
    const { request, calls, entry: own, key } = story;
    const ids = new Set<number>();
    for (const { answer } of calls) {
      if (answer?.code !== 0 || isAboutCoupon(request)) continue;
      const id = answer.entry?.id ?? 0;
      const entry = entries.get(id);
      ids.add(id);
      if (entry === undefined) problems.push(`lost: entry ${id} was answered to ${describe(request)}`);
      else if (!says(answer, entry, remainders.get(id)) || !saysBill(answer, story, entry))
        problems.push(`entry ${id} was answered as ${inLine(answer)}`);
      if (own?.id !== id)
        problems.push(`entry ${id} was answered to ${describe(request)}, whose own is ${own?.id}`);
      if (answer.isReplay && key === undefined) problems.push(`entry ${id} was replayed without a reference`);
      if (!answer.isReplay) firstAnswers.set(id, (firstAnswers.get(id) ?? 0) + 1);
    }
    if (ids.size > 1) problems.push(`several entries were answered to ${describe(request)}: ${[...ids]}`);
  }
  for (const [id, times] of firstAnswers)
    if (times > 1) problems.push(`entry ${id} was answered ${times} times as if for the first time`);
}

/** What remained of its reward after each return, by the return's number. */
function remaindersOf(
  log: readonly LoggedEntry[],
  entries: ReadonlyMap<number, LoggedEntry>,
): Map<number, number> {
  const taken = new Map<number, number>();
  const remainders = new Map<number, number>();
  for (const { id, logTypeId, relatedEntryId, amount } of log) {
    const undone = logTypeId === 4 ? entries.get(relatedEntryId ?? 0) : undefined;
    if (undone?.logTypeId === 11 && undone.relatedEntryId !== null)
      taken.set(undone.relatedEntryId, (taken.get(undone.relatedEntryId) ?? 0) - undone.amount);
    if (logTypeId !== 11 || relatedEntryId === null) continue;
    const total = (taken.get(relatedEntryId) ?? 0) + amount;
    taken.set(relatedEntryId, total);
    remainders.set(id, (entries.get(relatedEntryId)?.amount ?? 0) - total);
  }
  return remainders;
}

function says(
  { entry: said, totalPoints, suspendedPoints }: Answer,
  entry: LoggedEntry,
  remaining: number | undefined,
): boolean {
  return (
    said !== undefined &&
    totalPoints === entry.balanceAfter &&
    (suspendedPoints ?? entry.suspendedAfter) === entry.suspendedAfter &&
    said.balanceAfter === entry.balanceAfter &&
    said.logTypeId === entry.logTypeId &&
    said.amount === entry.amount &&
    said.amountValue === roundedUnits(entry.amountValue) &&
    (said.totalAmount === undefined
      ? entry.logTypeId === 2
      : hundredthsOf(said.totalAmount) === entry.amountValue) &&
    said.refundedLogId === (entry.logTypeId === 3 ? entry.relatedEntryId : null) &&
    said.returned?.remainingPoints === remaining &&
    said.returned?.id === (remaining === undefined ? undefined : entry.relatedEntryId)
  );
}

/** A reference stands for one content and one entry; a repeated request is answered, and a closed one never carried out. */
function checkReferences({ stories, problems }: Case): void {
  const byKey = groupBy(
    stories.filter(({ key }) => key !== undefined),
    ({ key }) => key,
  );
  const closings = groupBy(
    stories.filter(({ request }) => request.content.OriginalExternalLogId !== undefined),
    ({ request }) => `${request.clientId}/${request.content.OriginalExternalLogId}`,
  );
  for (const [key, sharing] of byKey) {
    if (sharing.filter(isDone).length > 1) problems.push(`the reference ${key} stands for several entries`);
    for (const story of sharing) {
      const cancels = closings.get(referenceName(story.request) ?? "") ?? [];
      for (const call of story.calls) checkReferenceAnswer(story, call, sharing, cancels, problems);
      checkClosed(story, cancels, problems);
    }
  }
}

function isDone({ entry, act }: Story): boolean {
  return entry !== undefined || act !== undefined;
}

function checkReferenceAnswer(
  story: Story,
  { answer, sentAt, endedAt }: Call,
  sharing: readonly Story[],
  cancels: readonly Story[],
  problems: string[],
): void {
  if (answer === undefined || answer.code === 0) return;
  const { code } = answer;
  if (story.entry !== undefined && sentAt > story.knownAt)
    problems.push(`${code} for a repetition of what was carried out: ${describe(story.request)}`);
  const isTaken = sharing.some((other) => other !== story && isDone(other) && other.firstSentAt < endedAt);
  if (code === 1501 && !isTaken) problems.push(`1501 without another content: ${describe(story.request)}`);
  const isClosed = cancels.some(
    ({ firstSentAt, calls }) =>
      firstSentAt < endedAt && calls.some((call) => call.answer === undefined || call.answer.code === 1401),
  );
  if (code === 1416 && !isClosed) problems.push(`1416 without a cancellation: ${describe(story.request)}`);
}

function checkClosed(story: Story, cancels: readonly Story[], problems: string[]): void {
  if (!isDone(story) || story.request.operation === "Cancel") return;
  for (const { calls } of cancels)
    for (const { answer, endedAt } of calls)
      if (answer?.code === 1401 && endedAt < story.firstSentAt)
        problems.push(`carried out although it was cancelled before it was sent: ${describe(story.request)}`);
}

/** A service to which nothing is done answers every request, and in time. */
function checkAnswered({ calls, problems }: Case): void {
  for (const { request, answer, isAbandoned, sentAt, endedAt } of calls) {
    if (isAbandoned) continue;
    if (answer === undefined) problems.push(`no answer, though nothing was wrong: ${describe(request)}`);
    else if (endedAt - sentAt > ANSWERED_WITHIN_MS)
      problems.push(`answered after ${Math.round(endedAt - sentAt)} ms only: ${describe(request)}`);
  }
}
