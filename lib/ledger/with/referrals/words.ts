import { flag, initialValues, type Values, whole } from "@/lib/ledger/rules/setting";

/** Referrals (rules.md §23): who brought a customer, and what that customer's first reward brings both of them. */

const AMOUNT = { least: 0, most: 1_000_000 } as const;

/** Bonuses are whole points; both 0: referrals are off. */
export const REFERRAL_SETTINGS = {
  /** To the referrer. */
  referralBonus: whole(0, {
    looser: "higher",
    outlastsSetUp: true,
    ...AMOUNT,
    unit: "points",
    zero: "nothing",
  }),
  /** To the newcomer, on top of the reward. */
  referralNewcomerBonus: whole(0, {
    looser: "higher",
    outlastsSetUp: true,
    ...AMOUNT,
    unit: "points",
    zero: "nothing",
  }),
  /** The least value of the reward's bill, whole currency units; 0: any bill will do. */
  referralLeastValue: whole(0, { looser: "lower", ...AMOUNT, unit: "money", zero: "anyBill" }),
  /** Bonuses that one referrer gets in a calendar month of the programme's zone; null: as many as come. */
  referralPerMonthMax: whole(null, {
    looser: "higher",
    outlastsSetUp: true,
    least: 0,
    most: 100_000,
    unit: "number",
    none: "noLimit",
  }),
  /** Whether the reward has to come on a later day than the customer's first one. */
  referralSecondVisit: flag(false, { looser: "off", outlastsSetUp: true, since: "0008_value" }),
  /** Referrals that begin in 24 hours of customers whom one person or API client enrols; null: as many as come. */
  referralPerEnrollerMax: whole(null, {
    ...{ looser: "higher", outlastsSetUp: true },
    ...{ least: 0, most: 100_000, unit: "number", none: "noLimit" },
    since: "0008_value",
  }),
};
export type ReferralRules = Values<typeof REFERRAL_SETTINGS>;
export const NO_REFERRALS = initialValues(REFERRAL_SETTINGS);

/** Whether who brings a customer now gets anything for it, or the customer does. */
export function areReferralsOn({
  referralBonus,
  referralNewcomerBonus,
}: Pick<ReferralRules, "referralBonus" | "referralNewcomerBonus">): boolean {
  return referralBonus > 0 || referralNewcomerBonus > 0;
}

/**
 * `open`: the reward is still to come. `paid`: it came, and both have what they were to get. `over_limit`: the referrer had had the
 * month's bonuses already. `unpaid`: the referrer could not get any (closed, blocked, left, full). `taken_back`: the reward was undone,
 * and with it what it had brought; final.
 */
export const REFERRAL_STATES = ["open", "paid", "over_limit", "unpaid", "taken_back"] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** An entry that a referral brought. */
export interface ReferralEntry {
  /** In whose log: a pooled customer's is its pool's. */
  walletId: number;
  entryId: number;
}

/** A referral that was decided and can still be taken back. */
export interface SettledReferral {
  newcomerId: number;
  referrerId: number;
  /** ISO date in the programme's zone. */
  settledOn: string;
  reward: ReferralEntry;
  /** The referrer's; null: none was given. */
  /** `heirId`: the wallet that has its points since a merge; null: its own has them. */
  bonus: (ReferralEntry & { heirId: number | null }) | null;
}

/** State of referrals; empty where no wallet of the batch is part of one. */
export interface ReferralBook {
  /** By the newcomer's reward. */
  settled: Map<number, SettledReferral>;
  /** Newcomers' rewards whose referrals were taken back. */
  takenBack: Set<number>;
  /** Bonuses that stand and that referrers got in the present month, by the referrer's wallet. */
  bonusesOfMonth: Map<number, number>;
  /** Newcomers who had a reward on an earlier day than the present one that was not cancelled. */
  visited: ReadonlySet<number>;
  /** Points of newcomers, by their reward: of those that the batch decided, or that are answered again. */
  newcomerPoints: Map<number, number>;
}

export function noReferrals(): ReferralBook {
  return {
    ...{ settled: new Map(), takenBack: new Set() },
    ...{ bonusesOfMonth: new Map(), visited: new Set(), newcomerPoints: new Map() },
  };
}

/** An entry's outcome for a newcomer's referral. The referrer's entry, where there is one, follows it. */
export type ReferralOutcome =
  | {
      kind: "settled";
      state: Extract<ReferralState, "paid" | "over_limit" | "unpaid">;
      newcomerId: number;
      referrerId: number;
      newcomerPoints: number;
      settledOn: string;
    }
  | { kind: "taken_back"; referral: SettledReferral };

/** An outcome with the entries that it is about, as it is written. */
export interface WrittenReferral {
  outcome: ReferralOutcome;
  own: ReferralEntry;
  follower: (ReferralEntry & { points: number }) | null;
}
