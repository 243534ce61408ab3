import type { QueryConfig } from "pg";
import { REWARDING, type TemplateRow, templateOf } from "@/lib/ledger/with/coupons/store";
import { type PromotionRow, promotionsOf } from "@/lib/ledger/with/promotions/store";
import type { ProgrammeRules } from "./commands";
import type { Rules } from "./reading";
import { type SegmentVersionRow, segmentVersionJson, segmentVersionOf } from "./rows";

/**
 * Which versions of the rows the rules are made of are in force: where a row is, and which transaction wrote it. Whoever changes
 * one of them, by whatever way, changes this.
 */
export const RULES_MARK = `
       (SELECT p.xmin::text || p.ctid::text FROM programme p WHERE p.id = 1)
       || (SELECT coalesce(string_agg(s.xmin::text || s.ctid::text, ' ' ORDER BY s.id), '') FROM segment_version s WHERE s.is_current) AS mark`;

const READ_RULES = `
SELECT ${RULES_MARK}, (SELECT to_jsonb(p) FROM programme p WHERE p.id = 1) AS programme,
       (SELECT json_agg(${segmentVersionJson("s")} ORDER BY s.value) FROM segment_version s WHERE s.is_current) AS segments, ${REWARDING} AS rewarding,
       (SELECT json_object_agg(m.id, m.ripening_days) FROM merchant m WHERE m.ripening_days IS NOT NULL) AS ripening_days`;

export const readRules: QueryConfig = { name: "read_rules", text: READ_RULES };

export interface RulesRow {
  mark: string | null;
  programme: {
    time_zone: string;
    points_validity_months: number;
    refund_grace_days: number;
    ripening_days: number;
    cancel_window_business_days: number;
    weekend_days: number[];
    cancelled_reward_policy: ProgrammeRules["cancelledRewardPolicy"];
    earned_on: ProgrammeRules["earnedOn"];
    used_coupon_policy: ProgrammeRules["usedCouponPolicy"];
    pin_policy: ProgrammeRules["pinPolicy"];
    pin_above_value: number | null;
    pin_wrong_per_person_max: number;
    pin_wrong_per_client_max: number;
    points_per_entry_max: number;
    balance_max: number;
    reward_value_max: number | null;
    person_reward_points_max: number | null;
    person_reversed_value_max: number | null;
    wallet_rewards_max: number | null;
    unproved_value_max: number | null;
    repeated_invoices: ProgrammeRules["repeatedInvoices"];
    approves_beyond_limits: boolean;
    review_own_number: boolean;
    review_rewards_max: number | null;
    review_rewards_minutes: number;
    review_redemption_minutes: number | null;
    review_hours_from: number | null;
    review_hours_until: number | null;
    promotions_stack: boolean;
    referral_bonus: number;
    referral_newcomer_bonus: number;
    referral_least_value: number;
    referral_per_month_max: number | null;
  } | null;
  segments: SegmentVersionRow[] | null;
  /** Of merchants that have days of their own, by their ids. */
  ripening_days: Record<string, number> | null;
  rewarding: TemplateRow[];
}

/** @throws Error when the programme is not set up */
export function rulesOf(
  { mark, programme, segments, ripening_days: byMerchant, rewarding }: RulesRow,
  promotions: readonly PromotionRow[],
): Rules {
  if (programme === null) throw new Error("The programme is not set up: the table programme is empty");
  const versions = (segments ?? []).map(segmentVersionOf);
  return {
    mark,
    segments: versions,
    promotions: { all: promotionsOf(promotions), stack: programme.promotions_stack },
    rewarding: rewarding.map(templateOf),
    bySegment: new Map(versions.map((version) => [version.segmentId, version])),
    programme: {
      timeZone: programme.time_zone,
      pointsValidityMonths: programme.points_validity_months,
      refundGraceDays: programme.refund_grace_days,
      ripeningDays: programme.ripening_days,
      ripeningDaysByMerchant: new Map(
        Object.entries(byMerchant ?? {}).map(([merchantId, days]) => [Number(merchantId), days]),
      ),
      cancelWindowBusinessDays: programme.cancel_window_business_days,
      weekendDays: programme.weekend_days,
      cancelledRewardPolicy: programme.cancelled_reward_policy,
      earnedOn: programme.earned_on,
      usedCouponPolicy: programme.used_coupon_policy,
      pinPolicy: programme.pin_policy,
      pinAboveValue: programme.pin_above_value,
      pinWrongPerPersonMax: programme.pin_wrong_per_person_max,
      pinWrongPerClientMax: programme.pin_wrong_per_client_max,
      pointsPerEntryMax: programme.points_per_entry_max,
      balanceMax: programme.balance_max,
      rewardValueMax: programme.reward_value_max,
      personRewardPointsMax: programme.person_reward_points_max,
      personReversedValueMax: programme.person_reversed_value_max,
      walletRewardsMax: programme.wallet_rewards_max,
      unprovedValueMax: programme.unproved_value_max,
      repeatedInvoices: programme.repeated_invoices,
      approvesBeyondLimits: programme.approves_beyond_limits,
      reviewOwnNumber: programme.review_own_number,
      reviewRewardsMax: programme.review_rewards_max,
      reviewRewardsMinutes: programme.review_rewards_minutes,
      reviewRedemptionMinutes: programme.review_redemption_minutes,
      reviewHoursFrom: programme.review_hours_from,
      reviewHoursUntil: programme.review_hours_until,
      referralBonus: programme.referral_bonus,
      referralNewcomerBonus: programme.referral_newcomer_bonus,
      referralLeastValue: programme.referral_least_value,
      referralPerMonthMax: programme.referral_per_month_max,
    },
  };
}
