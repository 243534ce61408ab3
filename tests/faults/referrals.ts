import type { ReferralFacts, WalletFacts, WorldFacts } from "./facts";
import type { LoggedEntry } from "./history";

interface Case {
  world: WorldFacts;
  wallets: readonly WalletFacts[];
  log: readonly LoggedEntry[];
  lastIdBefore: number;
  problems: string[];
}

const REWARD = 2;
const CANCELLATION = 4;
const ADJUSTMENT_UP = 6;
const RETURN = 11;

/** Whether an entry is the service's own because of another customer's reward: a bonus, or what takes one back. */
export function isFollower(entry: LoggedEntry, byId: ReadonlyMap<number, LoggedEntry>): boolean {
  const isBonus = ({ logTypeId, relatedEntryId }: LoggedEntry) =>
    logTypeId === ADJUSTMENT_UP && relatedEntryId !== null;
  const related = byId.get(entry.relatedEntryId ?? 0);
  return isBonus(entry) || (entry.logTypeId === CANCELLATION && related !== undefined && isBonus(related));
}

/** Whether a reward decides the referral of a wallet that is still waiting for it. */
export function decides(referrals: ReferralFacts | null | undefined, value: bigint): boolean {
  if (referrals === null || referrals === undefined) return false;
  return value > 0n && value >= BigInt(referrals.leastValue) * 100n;
}

/**
 * Goes through what was done to those who were brought and to those who brought them, in the order of the entries' numbers, which is
 * that of the locks: every first reward has its bonus as long as the month allows one, every reward that was undone has taken its
 * bonus back, and there is no bonus that nobody brought (rules.md §23).
 */
export function checkReferrals({ world, wallets, log, lastIdBefore, problems }: Case): void {
  const facts = new Map(wallets.map((wallet) => [wallet.code, wallet]));
  const fresh = log.filter(({ id }) => id > lastIdBefore).toSorted((one, other) => one.id - other.id);
  const byId = new Map(log.map((entry) => [entry.id, entry]));
  const followers = new Map<number, LoggedEntry[]>();
  for (const entry of fresh)
    if (isFollower(entry, byId))
      followers.set(entry.relatedEntryId ?? 0, [...(followers.get(entry.relatedEntryId ?? 0) ?? []), entry]);
  const accounted = new Set<number>();
  const decided = new Map<string, LoggedEntry>();
  const bonusOf = new Map<number, LoggedEntry>();
  const standing = new Map<string, number>();
  const taken = new Map<number, number>();

  const bring = (reward: LoggedEntry, newcomer: WalletFacts, referrals: ReferralFacts) => {
    decided.set(newcomer.code, reward);
    const referrer = facts.get(newcomer.broughtBy ?? "");
    const month = `${newcomer.broughtBy} ${reward.day.slice(0, 7)}`;
    const got = standing.get(month) ?? 0;
    const isPayable = referrer !== undefined && referrer.statusId <= 2 && referrer.isOptedIn;
    const isDue =
      referrals.bonus > 0 && isPayable && got < (referrals.perMonthMax ?? Number.POSITIVE_INFINITY);
    const [bonus, ...others] = followers.get(reward.id) ?? [];
    if (bonus === undefined) {
      if (isDue) problems.push(`entry ${reward.id}: its referrer, who had ${got}, got no bonus`);
      return;
    }
    accounted.add(bonus.id);
    if (!isDue) problems.push(`entry ${bonus.id}: a bonus for one who had ${got} or can have none`);
    if (others.length > 0) problems.push(`entry ${reward.id}: brought ${others.length + 1} bonuses`);
    const isRight =
      bonus.walletCode === referrer?.code && bonus.pointsDelta === referrals.bonus && bonus.id > reward.id;
    if (!isRight) problems.push(`entry ${bonus.id}: is not the bonus of entry ${reward.id}`);
    bonusOf.set(reward.id, bonus);
    standing.set(month, got + 1);
  };

  const undo = (entry: LoggedEntry, reward: LoggedEntry) => {
    const bonus = bonusOf.get(reward.id);
    if (bonus === undefined) return;
    bonusOf.delete(reward.id);
    const month = `${bonus.walletCode} ${reward.day.slice(0, 7)}`;
    standing.set(month, (standing.get(month) ?? 0) - 1);
    const [back, ...others] = followers.get(bonus.id) ?? [];
    if (back === undefined) {
      problems.push(`entry ${entry.id}: left the bonus ${bonus.id} of what it undid`);
      return;
    }
    accounted.add(back.id);
    const isRight =
      others.length === 0 &&
      back.walletCode === bonus.walletCode &&
      back.pointsDelta === -bonus.pointsDelta &&
      back.id > entry.id;
    if (!isRight) problems.push(`entry ${back.id}: does not take back the bonus ${bonus.id}`);
  };

  for (const entry of fresh) {
    const newcomer = facts.get(entry.walletCode);
    const { referrals } = world;
    const isWaiting = newcomer?.broughtBy !== undefined && !decided.has(entry.walletCode);
    if (entry.logTypeId === REWARD && isWaiting && referrals && decides(referrals, entry.amountValue))
      bring(entry, newcomer, referrals);
    const reward = byId.get(entry.relatedEntryId ?? 0);
    if (reward === undefined || decided.get(entry.walletCode) !== reward) continue;
    if (entry.logTypeId === CANCELLATION) undo(entry, reward);
    if (entry.logTypeId !== RETURN) continue;
    taken.set(reward.id, (taken.get(reward.id) ?? 0) + entry.amount);
    if (taken.get(reward.id) === reward.amount) undo(entry, reward);
  }
  for (const entries of followers.values())
    for (const { id } of entries)
      if (!accounted.has(id)) problems.push(`entry ${id}: follows from nothing that was brought or undone`);
}
