import { worth } from "./arithmetic";
import type { ApprovableLimit, DaySum, WorldFacts } from "./facts";
import type { Call, LoggedEntry, OperationName } from "./history";
import { codeBeyondLimits, type Effect, type Expected } from "./model";
import { describe, groupBy, type Story } from "./stories";

/** What somebody was asked to let pass, as the database has it in the end. */
export interface AskedApproval {
  id: number;
  clientId: string;
  /** The kind of entry that the request makes. */
  logTypeId: number;
  key: string;
  walletCode: string;
  branchMsisdn: string;
  /** Money in hundredths. */
  value: bigint;
  limits: readonly string[];
  state: string;
  askedBy: number;
  decidedBy: number | null;
  entryId: number | null;
  /** Whether its entry was made before it expired; null without an entry. */
  isInTime: boolean | null;
}

/** Which approval an entry names. */
export interface NamedApproval {
  entryId: number;
  approvalId: number;
  approvedBy: number;
}

/** What one of the approvers tried. */
export interface Decision {
  approvalId: number;
  decidedBy: number;
  verdict: "approve" | "refuse";
  sentAt: number;
  endedAt: number;
  /** "declined": it was too late for it, or another's was there first. "unknown": nobody knows. */
  outcome: "done" | "declined" | "unknown";
}

/** What limits and approvals left behind. */
export interface LimitEvidence {
  /** Sums of the day's whole log for each client's user, after the run. */
  days: ReadonlyMap<string, DaySum>;
  asked: readonly AskedApproval[];
  named: readonly NamedApproval[];
  decisions: readonly Decision[];
}

export const NO_LIMIT_EVIDENCE: LimitEvidence = { days: new Map(), asked: [], named: [], decisions: [] };

interface Case {
  world: WorldFacts;
  log: readonly LoggedEntry[];
  stories: readonly Story[];
  lastIdBefore: number;
  limits: LimitEvidence;
  /** How far the service's clock jumped at times; absent where it did not. */
  clockShiftMs?: number;
  problems: string[];
}

type PersonLimit = Extract<ApprovableLimit, "personRewardPointsMax" | "personReversedValueMax">;
const PERSON_LIMITS: readonly PersonLimit[] = ["personRewardPointsMax", "personReversedValueMax"];
const LOG_TYPE: Readonly<Record<OperationName, number>> = {
  RedeemUser: 1,
  Reward: 2,
  Refund: 3,
  Cancel: 4,
  ReturnReward: 11,
  Hold: 12,
  Capture: 1,
  Release: 10,
  IssueCoupon: 1,
  RedeemCoupon: 0,
  CancelCoupon: 0,
  Settle: 16,
};
const REVERSING: readonly number[] = [LOG_TYPE.Refund, LOG_TYPE.Cancel, LOG_TYPE.ReturnReward];

/** Whether somebody let the entry pass this limit. */
export function isApproved({ asked, named }: LimitEvidence, entryId: number, limit: string): boolean {
  const ids = new Set(named.filter((one) => one.entryId === entryId).map(({ approvalId }) => approvalId));
  return asked.some(({ id, limits }) => ids.has(id) && limits.includes(limit));
}

/** Bounds of the part of an allowance that an entry uses, in points or hundredths. */
interface Taken {
  least: bigint;
  most: bigint;
}

/**
 * Bounds of the part of a person's limit for a day that an entry uses; null where the limit does not count the entry. An entry counts its
 * money or the worth of its points in the wallet's tier, whichever is more (rules.md §15). The tier of an entry that is not in the log is
 * unknown: its bounds are those of all tiers.
 */
function takenOf(
  { segments }: WorldFacts,
  limit: PersonLimit,
  { logTypeId, amount, amountValue, redeemFactor }: Effect & Pick<LoggedEntry, "redeemFactor">,
): Taken | null {
  if (limit === "personRewardPointsMax")
    return logTypeId === LOG_TYPE.Reward ? { least: BigInt(amount), most: BigInt(amount) } : null;
  if (!REVERSING.includes(logTypeId)) return null;
  const factors = redeemFactor == null ? segments.map((segment) => segment.redeemFactor) : [redeemFactor];
  const counted = factors
    .map((factor) => worth(amount, factor))
    .map((points) => (points > amountValue ? points : amountValue))
    .sort((one, other) => (one < other ? -1 : 1));
  return { least: counted[0] ?? amountValue, most: counted.at(-1) ?? amountValue };
}

function usedOf(limit: PersonLimit, { rewardedPoints, reversedValue }: DaySum): bigint {
  return limit === "personRewardPointsMax" ? BigInt(rewardedPoints) : reversedValue;
}

function allowanceOf(limit: PersonLimit, max: number): bigint {
  return limit === "personRewardPointsMax" ? BigInt(max) : BigInt(max) * 100n;
}

/** Adds up what happened by moments, and tells the sum of all before one. */
class RunningSum {
  private readonly times: number[];
  private readonly sums: bigint[] = [0n];

  constructor(items: readonly { at: number; amount: bigint }[]) {
    const sorted = [...items].sort((one, other) => one.at - other.at);
    this.times = sorted.map(({ at }) => at);
    for (const { amount } of sorted) this.sums.push((this.sums.at(-1) ?? 0n) + amount);
  }

  before(time: number): bigint {
    let [from, to] = [0, this.times.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.times[middle] ?? 0) < time) from = middle + 1;
      else to = middle;
    }
    return this.sums[from] ?? 0n;
  }
}

/** One limit of one client's user: everything of the run that it counts. */
interface Account {
  clientId: string;
  limit: PersonLimit;
  allowance: bigint;
  /** What the user had before the run. */
  before: bigint;
  counted: readonly { story: Story; entry: LoggedEntry; taken: Taken }[];
}

function accountsOf({ world, stories }: Case): Account[] {
  return [...world.clients].flatMap(([clientId, { limits }]) => {
    if (limits === null) return [];
    const done = stories.filter(({ request, entry }) => entry !== undefined && request.clientId === clientId);
    return PERSON_LIMITS.map((limit) => ({
      clientId,
      limit,
      allowance: allowanceOf(limit, limits[limit]),
      before: usedOf(limit, limits.before),
      counted: done.flatMap((story) =>
        [story.before, story.entry].flatMap((entry) => {
          const taken = entry === undefined ? null : takenOf(world, limit, entry);
          return entry === undefined || taken === null ? [] : [{ story, entry, taken }];
        }),
      ),
    }));
  });
}

/** Whether a refusal may have been for a limit that is about more than one wallet. */
export class LimitReasons {
  private readonly accounts: (Account & { possible: RunningSum; others: bigint })[];
  private readonly invoices: ReadonlyMap<string, Story[]>;
  private readonly cancelledBy: ReadonlyMap<number, Story>;

  constructor(private readonly found: Case) {
    const { world, stories, limits } = found;
    this.accounts = accountsOf(found).map((account) => {
      const { clientId, limit, before, counted } = account;
      const possible = new RunningSum(
        counted.map(({ story, taken }) => ({ at: story.firstSentAt, amount: taken.most })),
      );
      const day = limits.days.get(clientId);
      const own = counted.reduce((sum, { taken }) => sum + taken.least, 0n);
      const inTheEnd = day === undefined ? 0n : usedOf(limit, day) - own;
      // What a till of the run before gave up waiting for may have come after all.
      return { ...account, possible, others: inTheEnd > before ? inTheEnd : before };
    });
    this.invoices = rewardsByInvoice(world, stories);
    this.cancelledBy = cancellations(stories);
  }

  /** Whether the call may rightly have been refused at a position of its wallet's log where it would have come to `effect`. */
  allow({ request, answer, sentAt, endedAt }: Call, { before, effect, mayAdd = 0 }: Expected): boolean {
    const limits = this.found.world.clients.get(request.clientId)?.limits ?? null;
    if (limits === null || effect === undefined || answer === undefined) return false;
    if (answer.code === codeBeyondLimits(this.found.world, request)) {
      const isBeyond = this.accounts.some(({ clientId, limit, allowance, possible, others }) => {
        const taken = takenOf(this.found.world, limit, effect);
        if (clientId !== request.clientId || taken === null) return false;
        const first = before && takenOf(this.found.world, limit, before);
        const added = limit === "personRewardPointsMax" ? BigInt(mayAdd) : (first?.most ?? 0n);
        return others + possible.before(endedAt) + taken.most + added > allowance;
      });
      if (isBeyond) return true;
    }
    if (answer.code !== 1702 || !limits.refusesRepeatedInvoices || !isRewarding(request)) return false;
    const name = invoiceOf(this.found.world, request);
    return (this.invoices.get(name) ?? []).some(({ firstSentAt, entry }) => {
      const cancelledAt = this.cancelledBy.get(entry?.id ?? 0)?.knownAt ?? Number.POSITIVE_INFINITY;
      return firstSentAt < endedAt && cancelledAt > sentAt;
    });
  }
}

/** Everything about limits and approvals that is not of one wallet. */
export function checkLimits(found: Case): void {
  for (const account of accountsOf(found)) checkAccount(found, account);
  checkInvoices(found);
  checkApprovals(found);
}

/**
 * Whatever nobody else let pass stays within the allowance: together, since the last of it stayed within; and each with all
 * that was known before it was sent.
 */
function checkAccount({ world, limits, problems }: Case, account: Account): void {
  const { clientId, limit, allowance, before, counted } = account;
  const ofToday = counted.filter(({ entry }) => entry.day === world.today);
  const known = new RunningSum(
    ofToday.map(({ story, taken }) => ({ at: story.knownAt, amount: taken.least })),
  );
  let alone = before;
  for (const { story, entry, taken } of ofToday) {
    if (isApproved(limits, story.entry?.id ?? 0, limit)) continue;
    alone += taken.least;
    if (before + known.before(story.firstSentAt) + taken.least > allowance)
      problems.push(`${clientId}: entry ${entry.id} passes ${limit} of ${allowance}, and nobody let it`);
  }
  if (alone > allowance)
    problems.push(`${clientId}: ${alone} in a day without approval, beyond ${limit} of ${allowance}`);
}

/** As receipts are told apart: by the merchant and the number, whatever the case of its letters. */
function invoiceOf(world: WorldFacts, { clientId, tag }: Story["request"]): string {
  return `${world.clients.get(clientId)?.merchantId} ${tag.toLowerCase()}`;
}

function isRewarding({ operation }: Story["request"]): boolean {
  return operation === "Reward" || operation === "Settle";
}

function rewardsByInvoice(world: WorldFacts, stories: readonly Story[]): Map<string, Story[]> {
  const rewards = stories.filter(({ request, entry }) => isRewarding(request) && entry !== undefined);
  return groupBy(rewards, ({ request }) => invoiceOf(world, request));
}

/** By the cancelled entry. */
function cancellations(stories: readonly Story[]): Map<number, Story> {
  return new Map(
    stories.flatMap((story) =>
      story.entry?.logTypeId === LOG_TYPE.Cancel ? [[story.entry.relatedEntryId ?? 0, story] as const] : [],
    ),
  );
}

/** Of two rewards for one invoice, one must have been cancelled before the other was made. */
function checkInvoices({ world, stories, problems }: Case): void {
  const cancelledBy = cancellations(stories);
  const mayPrecede = (first: Story, second: Story) =>
    (cancelledBy.get(first.entry?.id ?? 0)?.firstSentAt ?? Number.POSITIVE_INFINITY) < second.knownAt;
  for (const [invoice, rewards] of rewardsByInvoice(world, stories)) {
    const limited = rewards.filter(
      ({ request }) => world.clients.get(request.clientId)?.limits?.refusesRepeatedInvoices,
    );
    for (const [index, one] of limited.entries())
      for (const other of limited.slice(index + 1))
        if (!mayPrecede(one, other) && !mayPrecede(other, one))
          problems.push(`invoice ${invoice} was rewarded twice: ${one.entry?.id} and ${other.entry?.id}`);
  }
}

/** One approval, one movement: the one that was asked about, let pass by somebody else, and in time. */
function checkApprovals(found: Case): void {
  const { limits, stories, problems } = found;
  const asked = new Map(limits.asked.map((one) => [one.id, one]));
  const owners = new Map(stories.flatMap((story) => (story.entry ? [[story.entry.id, story] as const] : [])));
  for (const [approvalId, all] of groupBy(limits.named, (one) => one.approvalId))
    if (all.length > 1)
      problems.push(`approval ${approvalId} was used ${all.length} times: ${all.map((one) => one.entryId)}`);
  for (const [entryId, all] of groupBy(limits.named, (one) => one.entryId))
    if (all.length > 1)
      problems.push(`entry ${entryId} names ${all.length} approvals: ${all.map((one) => one.approvalId)}`);
  for (const named of limits.named) {
    const told = `entry ${named.entryId}, approval ${named.approvalId}`;
    const approval = asked.get(named.approvalId);
    if (approval === undefined) problems.push(`${told}: nobody asked for it`);
    else
      for (const problem of wrongUse(found, named, approval, owners.get(named.entryId)))
        problems.push(`${told}: ${problem}`);
  }
  for (const approval of limits.asked) checkAsked(found, approval);
  checkWaiting(found);
}

function wrongUse(
  { limits, log, world }: Case,
  { entryId, approvedBy, approvalId }: NamedApproval,
  approval: AskedApproval,
  owner: Story | undefined,
): string[] {
  const entry = log.find(({ id }) => id === entryId);
  if (entry === undefined || owner === undefined) return ["there is no such entry"];
  const { request } = owner;
  const isSame =
    request.clientId === approval.clientId &&
    request.key === approval.key &&
    LOG_TYPE[request.operation] === approval.logTypeId &&
    (entry.actorCode ?? entry.walletCode) === approval.walletCode &&
    entry.branchMsisdn === approval.branchMsisdn &&
    // A movement that gives another back may be for less by now, and so may the reward of a bill that "max" paid for; any other reward is for the same bill.
    (entry.logTypeId !== LOG_TYPE.Reward ||
      entry.amountValue === approval.value ||
      (request.content.RedeemValue === "max" && entry.amountValue < approval.value));
  const decisions = limits.decisions.filter(
    (one) =>
      one.approvalId === approvalId &&
      one.decidedBy === approvedBy &&
      one.verdict === "approve" &&
      one.outcome !== "declined",
  );
  return [
    isSame ? "" : `it was for something else: ${describe(request)}`,
    approval.state === "used" && approval.entryId === entryId ? "" : `it is ${approval.state}`,
    approvedBy === approval.decidedBy ? "" : `${approvedBy} is not who decided`,
    approvedBy === approval.askedBy ? "who asked decided" : "",
    approval.isInTime === false ? "it had expired" : "",
    decisions.length === 0 ? "nobody approved it" : "",
    decisions.every(({ sentAt }) => sentAt > owner.knownAt) ? "it was approved afterwards" : "",
    world.approvesBeyondLimits ? "" : "nobody may let limits pass",
  ].filter(Boolean);
}

/** What became of what was asked for is what was decided, and leaves an entry only where it was approved. */
function checkAsked({ limits, problems }: Case, approval: AskedApproval): void {
  const { id, state, entryId, decidedBy, askedBy } = approval;
  const told = `approval ${id}`;
  const isNamed = limits.named.some(({ approvalId }) => approvalId === id);
  if ((state === "used") !== (entryId !== null) || (state === "used") !== isNamed)
    problems.push(`${told}: it is ${state} with ${isNamed ? "an" : "no"} entry that names it`);
  if (decidedBy === askedBy) problems.push(`${told}: who asked decided`);
  const decisions = limits.decisions.filter(({ approvalId }) => approvalId === id);
  const done = decisions.filter(({ outcome }) => outcome === "done");
  if (done.length > 1) problems.push(`${told}: was decided ${done.length} times`);
  const possible = { approve: ["approved", "used", "expired"], refuse: ["refused"] };
  for (const { verdict } of done)
    if (!possible[verdict].includes(state)) problems.push(`${told}: ${verdict} was said, it is ${state}`);
  const isDecided = decidedBy !== null;
  if (isDecided && !decisions.some((one) => one.decidedBy === decidedBy && one.outcome !== "declined"))
    problems.push(`${told}: ${decidedBy} did not decide`);
}

/**
 * A till that is told to wait for a second person waits for a request that is there, and only until it is approved. An approval
 * counts for ten minutes: by a clock that jumps it may have lapsed when it was used, and count again when it was asked about.
 */
function checkWaiting({ limits, stories, clockShiftMs = 0, problems }: Case): void {
  const nameOf = (one: { clientId: string; logTypeId: number; key: string | undefined }) =>
    `${one.clientId}/${one.logTypeId}/${one.key}`;
  const asked = groupBy(limits.asked, nameOf);
  const decidedAt = new Map(
    limits.decisions.flatMap(({ approvalId, outcome, endedAt }) =>
      outcome === "done" ? [[approvalId, endedAt] as const] : [],
    ),
  );
  for (const { request, calls } of stories) {
    const { clientId, operation, key } = request;
    const requests = asked.get(nameOf({ clientId, logTypeId: LOG_TYPE[operation], key })) ?? [];
    // Asking for more, or for another content, closes what was approved before.
    const approved = requests.find(({ state }) => state === "approved");
    const approvedAt = decidedAt.get(approved?.id ?? 0) ?? Number.POSITIVE_INFINITY;
    for (const { answer, sentAt } of calls) {
      if (answer?.code !== 1704) continue;
      if (requests.length === 0) problems.push(`1704, but nobody is asked about ${describe(request)}`);
      if (sentAt > approvedAt && clockShiftMs === 0)
        problems.push(`1704 for what was approved before: ${describe(request)}`);
    }
  }
}
