import { couponsOf, type TakenOff } from "./bills";
import type { CouponFacts, WorldFacts } from "./facts";
import type { Call, FaultRequest, LoggedEntry } from "./history";
import { type CouponAct, describe, groupBy, type Story } from "./stories";

/** A coupon as the database has it in the end, with what was done with it in order. */
export interface CouponRecord {
  number: string;
  offerNumber: number;
  /** Null: nobody's yet. */
  walletCode: string | null;
  /** Whose it was from the beginning; null: whoever's used it first. */
  issuedTo: string | null;
  state: "issued" | "used" | "void";
  isLapsed: boolean;
  issuedByEntryId: number | null;
  voidedByEntryId: number | null;
  events: readonly CouponAct[];
}

/** What coupons and promotions left behind. */
export interface OfferEvidence {
  coupons: readonly CouponRecord[];
  /** What is left of each template's stock, by its offer. */
  stockLeft: ReadonlyMap<number, number>;
  /** What each promotion with a budget has given, less what was cancelled, by its number. */
  promotionTotals: ReadonlyMap<number, number>;
}

export const NO_OFFER_EVIDENCE: OfferEvidence = {
  coupons: [],
  stockLeft: new Map(),
  promotionTotals: new Map(),
};

interface Case {
  world: WorldFacts;
  stories: readonly Story[];
  log: readonly LoggedEntry[];
  lastIdBefore: number;
  offers: OfferEvidence;
  takenOff: TakenOff;
  problems: string[];
}

/** A state of a coupon, and when it can have begun at the earliest and must have begun at the latest. */
interface Stage {
  state: "issued" | "used" | "void";
  /** The merchant that took it. */
  usedAt: number | undefined;
  /** The wallet whose it is. */
  walletCode: string | null;
  /** Whether it is used with a bill, and so not opened alone. */
  isSettled: boolean;
  earliest: number;
  latest: number;
}

interface Traced {
  coupon: CouponRecord;
  template: CouponFacts;
  stages: readonly Stage[];
}

/** Uses of one coupon that are taken back (rules.md §22). */
const TAKEN_BACK_MAX = 2;
const NEVER = Number.POSITIVE_INFINITY;
const ALWAYS = Number.NEGATIVE_INFINITY;
const STATE_AFTER = { used: "used", reopened: "issued", voided: "void" } as const;
const KIND = { used: "RedeemCoupon", reopened: "CancelCoupon", voided: "CancelCoupon" } as const;

/** Whether a request acts on a coupon alone: also a Cancel that names such a request. A reference begins with its operation. */
export function isAboutCoupon({ operation, content }: FaultRequest): boolean {
  const named = operation === "Cancel" ? String(content.OriginalExternalLogId).split("-", 1)[0] : operation;
  return named === "RedeemCoupon" || named === "CancelCoupon";
}

/**
 * What became of coupons, and whether what was refused for their sake was rightly refused (rules.md §22). Uses and their ends are in no
 * wallet's log: of each coupon they are a log of their own.
 */
export class CouponChecks {
  private readonly traced = new Map<string, Traced>();
  private readonly byEntry = new Map<number, Traced>();
  /** Coupons and what was done with them, by the client and the reference of the request that did. */
  private readonly byReference = new Map<string, { traced: Traced; act: CouponAct; place: number }>();
  private readonly storyOfEntry: ReadonlyMap<number, Story>;
  /** What undid the whole of an entry that had issued a coupon, by that entry; what undid it for good first. */
  private readonly undoing: ReadonlyMap<number, readonly { entry: LoggedEntry; isFinal: boolean }[]>;

  constructor(private readonly found: Case) {
    const { stories, offers, world } = found;
    this.storyOfEntry = new Map(
      stories.flatMap((story) => (story.entry ? [[story.entry.id, story] as const] : [])),
    );
    const byTag = groupBy(
      stories.filter(({ request }) => isAboutCoupon(request)),
      ({ request }) => request.tag,
    );
    for (const coupon of offers.coupons) {
      const template = world.coupons?.templates.get(coupon.offerNumber);
      if (template === undefined) continue;
      const traced = { coupon, template, stages: this.trace(coupon, template, byTag) };
      for (const [index, act] of coupon.events.entries())
        if (act.entryId == null)
          this.byReference.set(`${act.clientId}/${act.key}`, { traced, act, place: index + 1 });
      this.traced.set(coupon.number, traced);
      if (coupon.issuedByEntryId !== null) this.byEntry.set(coupon.issuedByEntryId, traced);
    }
    this.undoing = this.findUndoing();
  }

  /** Whether a call may rightly have been refused for a coupon's sake. */
  allow(
    call: Call,
    { ifUsed, reopens = [] }: { ifUsed?: { code: number; entryId: number }; reopens?: readonly string[] },
  ): boolean {
    const { request, answer, sentAt, endedAt } = call;
    const code = answer?.code;
    if (request.operation === "Settle") return this.allowSettle(call);
    if (code === 1421 && reopens.some((number) => this.isNotReopened(call, number))) return true;
    if (request.operation === "IssueCoupon" && code === 1422)
      return this.mayBeSoldOut(Number(request.content.OfferNumber), sentAt, endedAt);
    if (ifUsed !== undefined && code === ifUsed.code) {
      const traced = this.byEntry.get(ifUsed.entryId);
      return traced !== undefined && possible(traced, sentAt, endedAt).some(({ state }) => state === "used");
    }
    if (isAboutCoupon(request) && request.operation === "Cancel") return this.allowCancel(call);
    if (!isAboutCoupon(request) || (code !== 1420 && code !== 1421)) return false;
    return this.allowUse(call, String(request.content.CouponNumber));
  }

  /** Whether a settlement may rightly have been refused for one of its coupons. */
  private allowSettle(call: Call): boolean {
    const numbers = couponsOf(call.request);
    const offers = numbers.map((number) => this.traced.get(number)?.coupon.offerNumber);
    const known = offers.filter((offer) => offer !== undefined);
    if (call.answer?.code === 1421 && new Set(known).size < known.length) return true;
    const use = { ...call, request: { ...call.request, operation: "RedeemCoupon" as const } };
    return numbers.some((number) => this.allowUse(use, number));
  }

  /** Whether a coupon of a bill may not have been opened again with it. */
  private isNotReopened({ request, sentAt, endedAt }: Call, number: string): boolean {
    const traced = this.traced.get(number);
    if (traced === undefined) return false;
    const call = { request: { ...request, operation: "CancelCoupon" as const }, endedAt };
    return possible(traced, sentAt, endedAt).some((stage) =>
      this.isRefused(call, traced, { ...stage, isSettled: false }),
    );
  }

  private allowUse({ request, answer, sentAt, endedAt }: Call, number: string): boolean {
    const code = answer?.code;
    if (code !== 1420 && code !== 1421) return false;
    const traced = this.traced.get(number);
    if (traced === undefined) return code === 1420;
    const stages = possible(traced, sentAt, endedAt);
    const isTheirs = ({ walletCode }: Stage) =>
      walletCode === null || walletCode === request.content.WalletCode;
    if (code === 1420) return stages.some((stage) => !isTheirs(stage) || isUsedByNobody(stage));
    return stages.some((stage) => isTheirs(stage) && this.isRefused({ request, endedAt }, traced, stage));
  }

  /** Whether a Cancel of what was done with a coupon may rightly have been refused (rules.md §7). */
  private allowCancel({ request, answer, sentAt, endedAt }: Call): boolean {
    const { clientId, content } = request;
    const meant = this.byReference.get(`${clientId}/${content.OriginalExternalLogId}`);
    const code = answer?.code;
    if (meant === undefined || meant.act.walletCode !== content.WalletCode) return code === 1401;
    const { traced, act, place } = meant;
    const stage = traced.stages[place];
    if (code === 1401) return (stage?.latest ?? NEVER) > sentAt;
    if (act.kind !== "used") return code === 1414 && (stage?.earliest ?? NEVER) < endedAt;
    const next = traced.stages[place + 1];
    if (code === 1411) return (next?.earliest ?? NEVER) < endedAt;
    const call = { request: { ...request, operation: "CancelCoupon" as const }, endedAt };
    return code === 1421 && stage !== undefined && this.isRefused(call, traced, stage);
  }

  private isRefused(
    { request, endedAt }: Pick<Call, "request" | "endedAt">,
    { coupon, template, stages }: Traced,
    stage: Stage,
  ): boolean {
    const { state, usedAt, isSettled } = stage;
    const { merchantId } = this.found.world.clients.get(request.clientId) ?? {};
    const isOwn = template.merchantId === null || template.merchantId === merchantId;
    if (request.operation === "RedeemCoupon")
      return (
        state !== "issued" ||
        coupon.isLapsed ||
        !isOwn ||
        !isAt(template, String(request.content.BranchMsisdn))
      );
    if (request.content.Void === true)
      return state !== "issued" || coupon.issuedByEntryId !== null || template.merchantId !== merchantId;
    const mayBeUndone = (this.undoing.get(coupon.issuedByEntryId ?? 0) ?? []).some(
      ({ entry }) => (this.storyOfEntry.get(entry.id)?.firstSentAt ?? ALWAYS) < endedAt,
    );
    const takenBack = stages
      .slice(1, stages.indexOf(stage))
      .filter((before) => before.state === "issued").length;
    return (
      state !== "used" || isSettled || usedAt !== merchantId || mayBeUndone || takenBack >= TAKEN_BACK_MAX
    );
  }

  /** Whether all of an offer's coupons may have been out at some moment of a call. */
  private mayBeSoldOut(offerNumber: number, sentAt: number, endedAt: number): boolean {
    const { stock } = this.found.world.coupons?.templates.get(offerNumber) ?? {};
    if (stock == null) return false;
    const out = [...this.traced.values()].filter(
      ({ coupon, stages }) =>
        coupon.offerNumber === offerNumber &&
        (stages[0]?.earliest ?? NEVER) < endedAt &&
        (stages.find(({ state }) => state === "void")?.latest ?? NEVER) > sentAt,
    );
    return out.length >= stock;
  }

  /** Goes through everything that was done with coupons. */
  check(): void {
    const { problems, stories } = this.found;
    for (const traced of this.traced.values()) this.checkOne(traced);
    this.checkStocks();
    this.checkIssued();
    this.checkUndone();
    this.checkBills();
    for (const story of stories) if (isAboutCoupon(story.request)) this.checkAnswers(story);
    for (const [tag, times] of this.timesDone())
      if (times > 1) problems.push(`${tag} was done with coupons ${times} times`);
  }

  /** The states of a coupon in order, with when each began as far as the tills can know. */
  private trace(
    coupon: CouponRecord,
    template: CouponFacts,
    byTag: ReadonlyMap<string, readonly Story[]>,
  ): Stage[] {
    const issue = coupon.issuedByEntryId === null ? undefined : this.storyOfEntry.get(coupon.issuedByEntryId);
    const stages: Stage[] = [
      {
        ...{ state: "issued", usedAt: undefined, walletCode: coupon.issuedTo, isSettled: false },
        ...{ earliest: issue?.firstSentAt ?? ALWAYS, latest: issue?.knownAt ?? ALWAYS },
      },
    ];
    const add = (state: Stage["state"], story: Story | undefined, act?: CouponAct) => {
      const before = stages.at(-1);
      const { merchantId } = this.found.world.clients.get(act?.clientId ?? "") ?? {};
      stages.push({
        state,
        usedAt: state === "used" ? merchantId : undefined,
        walletCode: (act?.kind === "used" ? act.walletCode : before?.walletCode) ?? null,
        isSettled: act?.kind === "used" && act.entryId != null,
        earliest: Math.max(before?.earliest ?? ALWAYS, story?.firstSentAt ?? ALWAYS),
        latest: story?.knownAt ?? NEVER,
      });
    };
    for (const act of coupon.events) {
      const told = `coupon ${coupon.number} of offer ${template.offerNumber}`;
      const ofBill = this.storyOfEntry.get(act.entryId ?? 0);
      const story =
        act.entryId == null
          ? (byTag.get(act.tag) ?? []).find(({ request }) => isOf(request, coupon, act))
          : ofBill;
      if (story === undefined) this.found.problems.push(`${told}: nobody sent that it be ${act.kind}`);
      else if (act.entryId == null) story.act = act;
      if ((story?.knownAt ?? NEVER) < (stages.at(-1)?.earliest ?? ALWAYS))
        this.found.problems.push(`${told}: ${act.kind} after what was sent when that was known already`);
      add(STATE_AFTER[act.kind], story, act);
    }
    if (coupon.events.filter(({ kind }) => kind === "reopened").length > TAKEN_BACK_MAX)
      this.found.problems.push(`coupon ${coupon.number}: taken back more than ${TAKEN_BACK_MAX} times`);
    if (coupon.voidedByEntryId !== null) add("void", this.storyOfEntry.get(coupon.voidedByEntryId));
    // What was known of a later state was known of every earlier one.
    for (let index = stages.length - 2; index >= 0; index -= 1) {
      const [stage, next] = [stages[index], stages[index + 1]];
      if (stage !== undefined && next !== undefined) stage.latest = Math.min(stage.latest, next.latest);
    }
    return stages;
  }

  /** Each use has one end at most, each end one use, and nothing follows the end of the coupon itself. */
  private checkOne({ coupon, template, stages }: Traced): void {
    const say = (problem: string) =>
      this.found.problems.push(`coupon ${coupon.number} of offer ${coupon.offerNumber}: ${problem}`);
    for (const [index, stage] of stages.slice(1).entries()) {
      const before = stages[index]?.state;
      const isNext = stage.state === "issued" ? before === "used" : before === "issued";
      if (!isNext) say(`became ${stage.state} when it was ${before}`);
    }
    if (stages.at(-1)?.state !== coupon.state)
      say(`is ${coupon.state}, its last act says ${stages.at(-1)?.state}`);
    let usedAt: number | undefined;
    for (const act of coupon.events) {
      const { merchantId } = this.found.world.clients.get(act.clientId) ?? {};
      const isNobodys = coupon.walletCode === null && act.kind === "voided";
      if (coupon.walletCode !== act.walletCode && !isNobodys)
        say(`${act.kind} by wallet ${act.walletCode}, it is ${coupon.walletCode}'s`);
      const isTakenHere = template.merchantId === null || template.merchantId === merchantId;
      if (act.kind === "used" && (!isTakenHere || !isAt(template, act.branchMsisdn) || coupon.isLapsed))
        say(`was used where or when it could not be: ${act.branchMsisdn}`);
      if (act.kind === "reopened" && usedAt !== merchantId) say("another merchant took its use back");
      if (act.kind === "voided" && (template.merchantId !== merchantId || coupon.issuedByEntryId !== null))
        say("was ended by who could not");
      usedAt = act.kind === "used" ? merchantId : undefined;
    }
  }

  /** No more are out than there are, however many ask at once. */
  private checkStocks(): void {
    const { world, offers, problems } = this.found;
    for (const { offerNumber, stock } of world.coupons?.templates.values() ?? []) {
      if (stock === null) continue;
      const all = [...this.traced.values()].filter(({ coupon }) => coupon.offerNumber === offerNumber);
      const out = all.filter(({ coupon }) => coupon.state !== "void").length;
      const left = offers.stockLeft.get(offerNumber);
      if (out > stock || left !== stock - out)
        problems.push(`offer ${offerNumber}: ${out} of ${stock} are out, ${left} are left`);
      for (const { coupon, stages } of all) {
        const [{ earliest = ALWAYS, latest = NEVER } = {}] = stages;
        const certain = all.filter(
          (other) =>
            other.coupon !== coupon &&
            (other.stages[0]?.latest ?? NEVER) < earliest &&
            (other.stages.find(({ state }) => state === "void")?.earliest ?? NEVER) > latest,
        );
        if (certain.length >= stock)
          problems.push(
            `offer ${offerNumber}: coupon ${coupon.number} was issued when ${certain.length} were out`,
          );
      }
    }
  }

  /** Every entry that issues a coupon has issued one, and no other has. */
  private checkIssued(): void {
    const { world, log, lastIdBefore, problems, offers } = this.found;
    if (world.coupons === undefined) return;
    const issued = groupBy(offers.coupons, ({ issuedByEntryId }) => issuedByEntryId);
    for (const entry of log) {
      if (entry.id <= lastIdBefore) continue;
      const story = this.storyOfEntry.get(entry.id);
      const offer = story === undefined ? null : this.offerOf(story, entry);
      const own = issued.get(entry.id) ?? [];
      const isRight =
        offer === null
          ? own.length === 0
          : own.length === 1 &&
            own[0]?.offerNumber === offer &&
            own[0].issuedTo === (entry.actorCode ?? entry.walletCode);
      if (!isRight)
        problems.push(`entry ${entry.id}: issued ${own.length} coupons, of offer ${offer} was due`);
      for (const { answer } of story?.calls ?? []) {
        const said = answer?.code === 0 ? answer.couponNumber : undefined;
        if (said !== undefined && offer !== null && said !== own[0]?.number)
          problems.push(`entry ${entry.id}: its coupon ${own[0]?.number} was answered as ${said}`);
      }
    }
  }

  /** The offer of which an entry issues a coupon. */
  private offerOf({ request }: Story, { logTypeId, amountValue }: LoggedEntry): number | null {
    if (request.operation === "IssueCoupon") return Number(request.content.OfferNumber);
    if (logTypeId !== 2) return null;
    const { merchantId } = this.found.world.clients.get(request.clientId) ?? {};
    const templates = [...(this.found.world.coupons?.templates.values() ?? [])];
    const rewarding = templates.find(
      (one) =>
        one.rewardMin !== null &&
        amountValue >= one.rewardMin &&
        (one.merchantId === null || one.merchantId === merchantId) &&
        isAt(one, String(request.content.BranchMsisdn)),
    );
    return rewarding?.offerNumber ?? null;
  }

  private findUndoing(): Map<number, { entry: LoggedEntry; isFinal: boolean }[]> {
    const { log } = this.found;
    const byId = new Map(log.map((entry) => [entry.id, entry]));
    const cancelled = new Set(log.flatMap((one) => (one.logTypeId === 4 ? [one.relatedEntryId] : [])));
    const returned = new Map<number, number>();
    const undoing = new Map<number, { entry: LoggedEntry; isFinal: boolean }[]>();
    for (const entry of log) {
      const { id, logTypeId, relatedEntryId, amount } = entry;
      const original = byId.get(relatedEntryId ?? 0);
      if (logTypeId === 4 && original?.logTypeId === 11) {
        const rewardId = original.relatedEntryId ?? 0;
        returned.set(rewardId, (returned.get(rewardId) ?? 0) - original.amount);
      }
      if (original === undefined || !this.byEntry.has(original.id)) continue;
      const total = (returned.get(original.id) ?? 0) + amount;
      if (logTypeId === 11) returned.set(original.id, total);
      const isWhole =
        logTypeId === 4 ||
        ((logTypeId === 3 || logTypeId === 11) && original.amount === (logTypeId === 3 ? amount : total));
      if (!isWhole) continue;
      undoing.set(original.id, [...(undoing.get(original.id) ?? []), { entry, isFinal: !cancelled.has(id) }]);
    }
    return undoing;
  }

  /** Whatever undid an entry as a whole ended its coupon, or found it used where that is allowed. */
  private checkUndone(): void {
    const { lastIdBefore, world, problems, log } = this.found;
    for (const { id, logTypeId, relatedEntryId, amount } of log) {
      const traced = this.byEntry.get(relatedEntryId ?? 0);
      if (id <= lastIdBefore || logTypeId !== 3 || traced === undefined) continue;
      const isWhole = this.undoing.get(relatedEntryId ?? 0)?.some(({ entry }) => entry.id === id);
      if (!isWhole) problems.push(`entry ${id}: refunded ${amount} points, a part of what a coupon cost`);
    }
    for (const [originalId, all] of this.undoing) {
      const traced = this.byEntry.get(originalId);
      if (traced === undefined) continue;
      const { coupon } = traced;
      for (const { entry, isFinal } of all) {
        const story = this.storyOfEntry.get(entry.id);
        const told = `entry ${entry.id}: undid entry ${originalId}`;
        if (coupon.voidedByEntryId === entry.id) continue;
        const mayBeUsed = possible(traced, story?.firstSentAt ?? ALWAYS, story?.knownAt ?? NEVER).some(
          ({ state }) => state === "used",
        );
        if (!world.coupons?.allowsUsed || !mayBeUsed)
          problems.push(`${told} and left its coupon ${coupon.number}`);
        if (isFinal && coupon.state === "issued")
          problems.push(`${told}, its coupon ${coupon.number} can be used`);
      }
    }
  }

  /** A bill uses all of its coupons, each for what it takes off, and opens all of them again when it is undone (rules.md §25). */
  private checkBills(): void {
    const { log, offers, takenOff, problems } = this.found;
    const acts = groupBy(
      offers.coupons.flatMap(({ number, events }) => events.map((act) => ({ ...act, number }))),
      ({ entryId }) => entryId ?? null,
    );
    const undone = new Map(log.flatMap((one) => (one.logTypeId === 4 ? [[one.relatedEntryId, one.id]] : [])));
    const nameOf = (entryId: number | undefined) =>
      (acts.get(entryId ?? 0) ?? []).map(({ kind, number }) => `${kind} ${number}`).sort();
    for (const { id, bill } of log) {
      if (bill == null || bill.id !== id) continue;
      const story = this.storyOfEntry.get(id);
      if (story === undefined) continue;
      const numbers = couponsOf(story.request);
      const offs = takenOff(numbers, BigInt(bill.value));
      const due = numbers.map((number, place) => `${number} ${offs[place]}`);
      const own = bill.coupons.map(({ number, off }) => `${number} ${off}`);
      const expected = numbers.map((number) => `used ${number}`).sort();
      const reopened = undone.has(id) ? numbers.map((number) => `reopened ${number}`).sort() : [];
      if (`${own}` !== `${due}`) problems.push(`bill ${id}: ${own} were taken off, due was ${due}`);
      if (`${nameOf(id)}` !== `${expected}`) problems.push(`bill ${id}: ${nameOf(id)} of ${numbers}`);
      if (`${nameOf(undone.get(id))}` !== `${reopened}`)
        problems.push(`bill ${id}: its end ${nameOf(undone.get(id))} of ${numbers}`);
    }
  }

  /** What was answered to a request about a coupon is what was done, and done again for a repetition only in words. */
  private checkAnswers(story: Story): void {
    const { problems } = this.found;
    const { request, calls, act, key } = story;
    let first = 0;
    for (const { answer, sentAt } of calls) {
      if (answer?.code === 0 && act === undefined)
        problems.push(`answered, but not done: ${describe(request)}`);
      if (answer?.code === 0 && !answer.isReplay) first += 1;
      const isRefused = answer !== undefined && answer.code !== 0;
      if (isRefused && act !== undefined && key !== undefined && sentAt > story.knownAt)
        problems.push(`${answer.code} for a repetition of what was done: ${describe(request)}`);
    }
    if (first > 1) problems.push(`done ${first} times as if for the first time: ${describe(request)}`);
  }

  private timesDone(): Map<string, number> {
    const times = new Map<string, number>();
    for (const { coupon } of this.traced.values())
      for (const { clientId, key, kind, tag, entryId } of coupon.events) {
        // Those of bills are counted with their bills.
        if (entryId != null) continue;
        const name = `${clientId}/${kind}/${key ?? tag}`;
        times.set(name, (times.get(name) ?? 0) + 1);
      }
    return times;
  }
}

/** The states in which a coupon may have been at some moment of a call. */
function possible({ stages }: Traced, sentAt: number, endedAt: number): Stage[] {
  return stages.filter(
    ({ earliest }, index) => earliest < endedAt && (stages[index + 1]?.latest ?? NEVER) > sentAt,
  );
}

/** One that was nobody's when it was void is found by nobody. */
function isUsedByNobody({ walletCode, state }: Stage): boolean {
  return walletCode === null && state === "used";
}

function isOf(request: FaultRequest, { number, events }: CouponRecord, act: CouponAct): boolean {
  const { content, clientId, key, operation } = request;
  const takesBack = (one: CouponAct) =>
    one.kind === "used" && one.clientId === clientId && one.key === content.OriginalExternalLogId;
  const isMeant =
    operation === "Cancel"
      ? act.kind === "reopened" && events.some(takesBack)
      : operation === KIND[act.kind] &&
        (act.kind === "used" || (content.Void === true) === (act.kind === "voided")) &&
        content.CouponNumber === number;
  return (
    isMeant &&
    content.WalletCode === act.walletCode &&
    content.BranchMsisdn === act.branchMsisdn &&
    clientId === act.clientId &&
    (key ?? null) === act.key
  );
}

/** An empty list: at every branch. */
function isAt({ branches }: CouponFacts, branchMsisdn: string): boolean {
  return branches.length === 0 || branches.includes(branchMsisdn);
}
